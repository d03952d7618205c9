package advise_test

import (
	"fmt"
	"testing"

	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
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
