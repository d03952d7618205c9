package level

import (
	"flag"
	"strconv"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"railpost/engine/enginetest/expect"
)

var seedRapid sync.Once

// Check is rapid.Check with a fixed seed.
func Check(t *testing.T, property func(*rapid.T)) {
	t.Helper()
	seedRapid.Do(func() {
		expect.NoError(t, flag.Set("rapid.seed", strconv.FormatUint(Seed(t, 1), 10)))
	})
	rapid.Check(t, property)
}
