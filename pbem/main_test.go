package pbem_test

import (
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/store/postgres/pgtest"
)

var must = expect.NoError

func TestMain(m *testing.M) { pgtest.Main(m) }

var people = []string{"Ana", "Ben", "Cleo"}
