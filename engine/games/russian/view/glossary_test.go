package view

import (
	"slices"
	"testing"

	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
)

func TestHelpWithWords(t *testing.T) {
	s := inTurn(t)
	for word, want := range map[string]string{
		"grey": "grey", "gray": "grey", "over": "over", "fac": "fac", "factory": "fac", "place": "place", "with": "with",
		"skip": "skip", "loco": "loco", "?": "?", ">": "over", "t": "t", "p": "p", "pass": "pass", "move": "move", "ind": "ind", "kiev": "k",
	} {
		got := advise.Guide(title, s, s.Actor, word)
		if len(got) != 1 || got[0].Verb != want || got[0].Example == "" {
			t.Errorf("help %s: %+v", word, got)
		}
	}
	var verbs []string
	for _, u := range advise.Guide(title, s, s.Actor, "") {
		verbs = append(verbs, u.Verb)
	}
	// Orders that are possible now come first; orders of other times follow.
	if want := []string{"place", "pass", "", "", ""}; len(verbs) < len(want) || !slices.Equal(verbs[:len(want)], want) || !slices.Contains(verbs[len(want):], "start") {
		t.Errorf("help without a word has %q", verbs)
	}
	expect.Has(t, "the example of place is", advise.Guide(title, s, s.Actor, "place")[0].Example, ":")
	// A player who need not act can look words up.
	if got := advise.Guide(title, s, s.Order[1], "pass"); len(got) != 1 {
		t.Errorf("help pass in another's turn: %+v", got)
	}
}
