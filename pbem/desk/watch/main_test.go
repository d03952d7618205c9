package watch_test

import "railpost/engine/enginetest/expect"

var must = expect.NoError
