package plans_test

import "railpost/engine/enginetest/expect"

var must = expect.NoError

var people = []string{"Ana", "Ben", "Cleo"}
