package titles

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/templates"
)

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
