package pbem_test

import (
	"testing"

	"railpost/store/postgres/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

var people = []string{"Ana", "Ben", "Cleo"}
