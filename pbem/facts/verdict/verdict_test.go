package verdict_test

import (
	"testing"

	"railpost/engine/enginetest/expect"
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
		{[]string{"set", "tutor", "ignore"}, verdict.Settings},
		{[]string{"set", "accept", "say"}, "accept"},
		{[]string{"confirm"}, "confirm"},
	} {
		expect.Same(t, c.words, verdict.OfWords(c.words...), c.want)
	}
}
