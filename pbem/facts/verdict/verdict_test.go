package verdict_test

import (
	"testing"

	"railpost/pbem/facts/verdict"
)

// TestOfWords: a mail is known by its first word that is no setting.
func TestOfWords(t *testing.T) {
	for _, c := range []struct {
		words []string
		want  verdict.Why
	}{
		{nil, verdict.NoOrders},
		{[]string{""}, verdict.NoOrders},
		{[]string{"set"}, verdict.Settings},
		{[]string{"set", "tutor"}, verdict.Settings},
		{[]string{"set", "accept", "say"}, "accept"},
		{[]string{"confirm"}, "confirm"},
	} {
		if got := verdict.OfWords(c.words...); got != c.want {
			t.Errorf("%q: %q, want %q", c.words, got, c.want)
		}
	}
}
