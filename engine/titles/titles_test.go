package titles

import (
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/log18xx/log18xxtest"
	"railpost/templates"
)

func TestFind(t *testing.T) {
	for _, title := range All() {
		if got := Find(title.Name()); got == nil || got.Name() != title.Name() {
			t.Errorf("Find(%q) is %v", title.Name(), got)
		}
	}
	expect.Same(t, "a log names its title in full", Find("russ"), nil)
}

func TestMatch(t *testing.T) {
	for word, want := range map[string]string{"russian": "russian", " Russ ": "russian", "r": "russian", "": "", "chess": ""} {
		got, names := Match(word)
		switch {
		case want == "" && (got != nil || len(names) != len(All())):
			t.Errorf("Match(%q) is %v with %q", word, got, names)
		case want != "" && (got == nil || got.Name() != want):
			t.Errorf("Match(%q) is %v", word, got)
		}
	}
}

// Each company with shareholders has its colour on the board, and a minor its owner's: no two owners of a board
// have the same colour by chance.
func TestLiveries(t *testing.T) {
	set := expect.Get(templates.New())(t)
	for title, want := range map[string]int{"18mag": 7, "18cz": 15} {
		g, _, err := engine.Begin("x", Find(title), engine.Setup{Seats: 3}, []string{"Ana", "Ben", "Cleo"}, engine.Seed("liveries"))
		expect.NoError(t, err)
		seen := map[string]string{}
		for _, o := range g.Title.Picture(g.Pos, 0).Owners {
			switch {
			case o.Word == "" || o.Round: // a minor
				continue
			case o.Colour == "" || o.Colour != set.Say("en", nil, nil, engine.Msg(title+".swatch."+engine.Fold(o.Word))):
				t.Errorf("%s: %s has the colour %q, in tables another", title, o.Word, o.Colour)
			case seen[o.Colour] != "":
				t.Errorf("%s: %s and %s have one colour", title, o.Word, seen[o.Colour])
			}
			seen[o.Colour] = o.Word
		}
		expect.Same(t, title, len(seen), want)
	}
}

// traceFiles lists the traces of all titles and those of RAILPOST_TRACES.
func traceFiles(t *testing.T) []string { return log18xxtest.Traces(t, "../games/*/testdata/traces") }

// siteTitle returns the title with a name on the site, or nil.
func siteTitle(site string) log18xx.Title {
	for _, t := range All() {
		if s, ok := t.(log18xx.Title); ok && s.Site() == site {
			return s
		}
	}
	return nil
}

func TestOrders(t *testing.T) {
	for _, title := range All() {
		orders, err := Orders(title, 1)
		expect.NoError(t, err, title.Name())
		if len(orders) == 0 {
			t.Errorf("%s has no orders", title.Name())
		}
		again, err := Orders(title, 1)
		if err != nil || !slices.EqualFunc(orders, again, func(a, b engine.Usage) bool { return a.Form == b.Form }) {
			t.Errorf("%s: other orders the second time (%v)", title.Name(), err)
		}
		for _, o := range orders {
			t.Logf("%s: %s (%s)", title.Name(), o.Form, o.Gloss)
		}
	}
}
