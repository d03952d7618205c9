package near

import (
	"strings"
	"testing"

	"railpost/engine"
)

// TestComparisons: a word is compared only with names of nearly its length, so that
// the work grows with those and not with the word.
func TestComparisons(t *testing.T) {
	known := make([]string, 600)
	for i := range known {
		known[i] = "America/Argentina/" + strings.Repeat("x", i%12)
	}
	for _, tc := range []struct {
		word string
		most int // pairs of letters compared
	}{
		{strings.Repeat("A/", 120000), 0},
		{strings.Repeat("\ufdfa", 80000), 0},
		{"", 0},
		{"America/Argentina/xy", 600 * 7 / 12 * 24 * 20},
	} {
		pairs := 0
		names(tc.word, known, 3, func(a, b string) int {
			pairs += len([]rune(a)) * len([]rune(b))
			return engine.Distance(a, b)
		})
		if pairs > tc.most {
			t.Errorf("%.20q: %d pairs of letters compared, at most %d expected", tc.word, pairs, tc.most)
		}
	}
}
