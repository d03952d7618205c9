package level

import (
	"flag"
	"strconv"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

var seedRapid sync.Once

// Check is rapid.Check with a fixed seed.
func Check(t *testing.T, property func(*rapid.T)) {
	t.Helper()
	seedRapid.Do(func() {
		if err := flag.Set("rapid.seed", strconv.FormatUint(Seed(t, 1), 10)); err != nil {
			t.Fatal(err)
		}
	})
	rapid.Check(t, property)
}
