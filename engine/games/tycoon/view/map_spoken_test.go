package view

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// The overview in words has the facts of its drawing: each hex's ground, each city's colour and cubes, and
// everybody's track.
func TestOverviewInWords(t *testing.T) {
	g := acting(t, 2, nil)
	r := expect.Get(g.Try(0, "build Detroit: J26 I27 > H28", false))(t)
	g.Take(0, r)
	s := g.Pos.(*tycoon.State)
	blocks, err := engine.Show(View{}, s, 0, "map", "", true)
	expect.NoError(t, err)
	said := map[string]string{} // by the keys of headings
	for _, b := range blocks {
		expect.Same(t, b.Head.Key, b.Drawing, nil)
		for _, m := range b.Lines {
			said[b.Head.Key] += fmt.Sprintf("%+v\n", m)
		}
	}
	for i := range s.Cities {
		c := &s.Book().Cities[i]
		expect.Has(t, c.Name, said[key.HeadMap], s.Book().HexName(c.Spot))
	}
	expect.Has(t, "the map", said[key.HeadMap], "J26", "I27")
	for i := range s.Book().Hexes {
		h := &s.Book().Hexes[i]
		if name := h.At.String(); (h.Terrain == tycoon.Hill || h.Terrain == tycoon.West) && !strings.Contains(said[key.HeadSpokenGround], name) {
			t.Errorf("%s, %s, is not told", name, h.Terrain)
		}
	}
	for _, arg := range []string{"north", "Chicago", "O13"} {
		blocks, err := engine.Show(View{}, s, 0, "map", arg, true)
		if err != nil || len(blocks) == 0 || len(blocks[0].Drawing) > 0 {
			t.Errorf("map %s: %v, %v", arg, blocks, err)
		}
	}
}
