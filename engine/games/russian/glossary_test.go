package russian

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine"
)

func TestHelpWithWords(t *testing.T) {
	s := inTurn(t)
	for word, want := range map[string]string{
		"grey": "grey", "gray": "grey", "over": "over", "fac": "fac", "factory": "fac", "place": "place", "with": "with",
		"skip": "skip", "loco": "loco", "?": "?", ">": "over", "t": "t", "p": "p", "pass": "pass", "move": "move", "ind": "ind", "kiev": "k",
	} {
		got := engine.Guide(New(), s, s.Actor, word)
		if len(got) != 1 || got[0].Verb != want || got[0].Example == "" {
			t.Errorf("help %s: %+v", word, got)
		}
	}
	var verbs []string
	for _, u := range engine.Guide(New(), s, s.Actor, "") {
		verbs = append(verbs, u.Verb)
	}
	// What can be written now comes first; orders of other times follow.
	if want := []string{"place", "pass", "", "", ""}; len(verbs) < len(want) || !slices.Equal(verbs[:len(want)], want) || !slices.Contains(verbs[len(want):], "start") {
		t.Errorf("help without a word has %q", verbs)
	}
	if got := engine.Guide(New(), s, s.Actor, "place")[0].Example; !strings.Contains(got, ":") {
		t.Errorf("the example of place is %q", got)
	}
	// Words can be looked up by who is not to move.
	if got := engine.Guide(New(), s, s.Order[1], "pass"); len(got) != 1 {
		t.Errorf("help pass in another's turn: %+v", got)
	}
}

// Plain English words for steps are read and written as the order words.
func TestStepsInPlainWords(t *testing.T) {
	g, _, err := engine.Begin("words", New(), engine.Setup{Seats: 4}, []string{"Ana", "Ben", "Cleo", "Dan"}, testSeed)
	if err != nil {
		t.Fatal(err)
	}
	s := inTurn(t)
	g.Pos = s
	p := s.me()
	p.Track[transsib][black], p.Unlocked = 3, 1<<black|1<<grey
	for typed, want := range map[string]string{
		"place loco-1 factory":               "place loco-1: fac",
		"place open: gray t":                 "place open: grey t",
		"place loco1 locomotive kiev":        "place loco-1: loco k",
		"place loco-3: factory, loco t":      "place loco-3: fac, loco t",
		"place open: black St Petersburg":    "place open: black p",
		"place open: black trans-siberian":   "place open: black t",
		"place ind-black: industry, black k": "place ind-black: ind, black k",
	} {
		got, err := g.Try(s.Actor, typed, true)
		if err != nil {
			t.Errorf("%q: %v", typed, err)
		} else if got.Line != want {
			t.Errorf("%q is read as %q, not as %q", typed, got.Line, want)
		}
	}
}
