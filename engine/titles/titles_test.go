package titles

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/golden"
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
			case o.Colour == "" || o.Colour != set.Say("en", nil, nil, engine.Msg(title+".livery."+engine.Fold(o.Word))):
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

// TestOrders: orders.txt has what four games of each title show.
func TestOrders(t *testing.T) {
	var lines []string
	for _, title := range All() {
		gloss := map[string]string{} // by form
		lo, hi := title.Seats()
		for i := range 4 {
			seats := lo + i%(hi-lo+1)
			seed := engine.Seed(fmt.Sprintf("orders of %s, game %d", title.Name(), i))
			g, _, err := engine.Begin("orders", title, engine.Setup{Seats: seats}, make([]string, seats), seed)
			expect.NoError(t, err)
			rng := rand.New(rand.NewPCG(uint64(i), uint64(seats)))
			for !g.Pos.Over() && len(g.Waiting()) > 0 {
				s := g.Waiting()[0]
				for _, u := range advise.Help(g.Pos, s, "") {
					gloss[u.Form] = u.Gloss
				}
				g.Take(s, expect.Get(g.Try(s, advise.RandomLine(rng, title, g.Pos, s), false))(t))
			}
		}
		expect.True(t, len(gloss) > 0, "%s has no orders", title.Name())
		for _, form := range slices.Sorted(maps.Keys(gloss)) {
			lines = append(lines, title.Name()+"\t"+form+"\t"+gloss[form]+"\n")
		}
	}
	golden.Check(t, "orders.txt", strings.Join(lines, ""))
}
