package advise_test

import (
	"fmt"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/tram"
)

// said are some words that accompany orders.
var said = advise.Words{
	Courtesies: map[string]bool{"please": true},
	Subjects:   map[string]bool{"i": true, "i'll": true, "we": true},
}

// A suggested line may respell the line that was typed, but is never another move.
func TestSameWords(t *testing.T) {
	for _, c := range []struct {
		typed, line string
		same        bool
	}{
		{"place blck-1: black t", "place black-1: black t", true},
		{"place blck-1: black t", "place black-1: black t 2", false}, // more than was typed
		{"plaec Black 1 : t", "place black-1: black t 2", false},
		{"place loco1 factory", "place loco-1: fac", true},
		{"place ind-1", "place turn-1", false},
		{"place turn-1", "place turn-2", false},
		{"place black-1: 2 black", "place open: grey t", false},
		{"pas", "pass", true},
		{"agreed", "agree", true},
		{"pass", "place ind-1", false},
		{"move turn-2 to open", "move turn-2 to open: black t", false},
		{"start doublers please", "start doublers", true},
		{"place", "place hire", false},
		{"place ind-1", "", false},
		{"trn best", "run best", true},
		{"trn", "run", false}, // two errors need the right arguments
		{"lay 5 G16 G14-H17", "lay 5 F19 G18-F17", false},
		{"lay L32 D19 7", "lay L32 D19 D17", false},
		{"lay 57 e18 d19-e16", "lay 57 E18 F17-D19", false},
		{"take sk", "take SIK", false}, // may also mean SzKÉV
		{"take szk", "take SzKÉV", true},
		{"buy 3", "buy 2", false},
	} {
		expect.Same(t, fmt.Sprintf("%q may be %q", c.typed, c.line), said.SameWords(c.typed, c.line), c.same)
	}
}

// Nearly an order or talk? The first word decides, with what its verb would read next.
func TestLooksLikeOrder(t *testing.T) {
	g := rich(t)
	reads := advise.LooksLikeOrder(g.Title, g.Pos, 0)
	for line, want := range map[string]bool{
		"work mine-1":             true,
		"  Wrok mine-1":           true,
		"wo mine-1":               true,
		"wórk mine-1":             true,
		"wo-rk mine-1":            true,
		"- work mine-1":           true,
		"sell red":                true,
		"work is what I do today": false,
		"work":                    false,
		"work ...":                false,
		"walk mine-1":             false,
		"pass on what you love":   false, // a verb without parameters is no evidence
		"a long day":              false,
		"":                        false,
		"-":                       false,
		"mine-1":                  false,
	} {
		expect.Same(t, line, reads(line), want)
	}
}

// Other spellings of a verb are read, too, with the rest of the line as its parameter or as the whole line.
func TestReadsOtherSpellings(t *testing.T) {
	g := onTram(t)
	asked := g.Pos.Clone().(*tram.Position)
	asked.Offer = &tram.Offer{Seller: 1, Price: 5}
	for _, c := range []struct {
		at   engine.Position
		seat engine.Seat
		line string
		want bool
	}{
		// Orders of another time look like orders, too, and talk with their words does not.
		{g.Pos, 1, "lay 30", true}, {g.Pos, 1, "Run best!", true}, {g.Pos, 1, "buy 2 for 30", true}, {g.Pos, 1, "pass.", true},
		{g.Pos, 1, "pass on what you love", false}, {g.Pos, 1, "run for your life", false}, {g.Pos, 1, "buy for me", true},
		{g.Pos, 1, "lay", false}, {g.Pos, 1, "buy 2 or 3 of them as soon as you can, please", false},
		{g.Pos, 0, "build 12", true}, {g.Pos, 0, "build it yourself", false}, {g.Pos, 0, "yes", false},
		{asked, 1, "yes", true}, {asked, 1, " Yes!", true}, {asked, 1, "no.", true}, {asked, 1, "no problem", false}, {asked, 0, "yes", false},
	} {
		expect.Same(t, []any{c.line, c.seat}, advise.LooksLikeOrder(g.Title, c.at, c.seat)(c.line), c.want)
	}
}
