package pbem_test

import (
	"testing"

	"railpost/pbem/pbemtest"
	"railpost/store/postgres/pgtest"
)

var must = pbemtest.Must

func TestMain(m *testing.M) { pgtest.Main(m) }
