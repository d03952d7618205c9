package pbem

import "testing"

// TestSameMove: a line ready to send may be a spelling of what was typed, never
// another move.
func TestSameMove(t *testing.T) {
	for _, c := range []struct {
		typed, near string
		same        bool
	}{
		{"place blck-1: black t", "place black-1: black t 2", true},
		{"plaec Black 1 : t", "place black-1: black t 2", false}, // a name in two words: the player corrects it
		{"place loco1 factory", "place loco-1: fac", true},
		{"place ind-1", "place turn-1", false},
		{"place turn-1", "place turn-2", false},
		{"place black-1: 2 black", "place open: grey t", false},
		{"pas", "pass", true},
		{"pass", "place ind-1", false},
		{"mve turn-2 to open", "move turn-2 to open: black t", true},
		{"start doublers please", "start doublers", true},
		{"place", "place hire", false},
		{"place ind-1", "", false},
	} {
		if got := sameMove(c.typed, c.near); got != c.same {
			t.Errorf("%q may be %q: %v", c.typed, c.near, got)
		}
	}
}
