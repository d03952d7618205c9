package tycoon

import (
	"testing"

	"railpost/engine/enginetest/expect"
)

// TestPrintedBook holds the embedded data to the rules of board files (Other boards), and to
// a few figures of the printed board.
func TestPrintedBook(t *testing.T) {
	b, faults := bookOf(PrintedFiles())
	for _, f := range faults {
		t.Errorf("%s: %s: %s %v", f.File, f.Entry, f.Say.Key, f.Say.Args)
	}
	if len(b.Hexes) != 1026 || len(b.Cities) != 52 || len(b.Cards) != 38 || len(b.Barons) != 11 || b.Bag.Total() != 125 || b.Tiles != (Cubes{0, 3, 3, 3, 3}) {
		t.Errorf("%d hexes, %d cities, %d cards, %d barons, %d cubes, tiles %v", len(b.Hexes), len(b.Cities), len(b.Cards), len(b.Barons), b.Bag.Total(), b.Tiles)
	}
	track := 0
	for i := range b.Hexes {
		if b.Hexes[i].Track() {
			track++
		}
	}
	expect.Same(t, "hexes take track", track, 742)
	if b.Cities[b.Market].Name != "Chicago" || len(b.Gateways) != 2 || len(b.Engines) != 9 || b.Markers[6] != 18 {
		t.Errorf("market %v, gateways %v, engines %v, markers %v", b.Market, b.Gateways, b.Engines, b.Markers)
	}
}
