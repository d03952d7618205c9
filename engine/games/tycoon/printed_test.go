package tycoon

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine/enginetest/casetest"
	"railpost/engine/rail/hex"
)

// TestPrinted compares the data with a second copy of it.
func TestPrinted(t *testing.T) { casetest.Printed(t, printed(set(t, 3, nil).book)) }

// printed writes the data in the words of testdata/printed.txt.
func printed(b *Book) map[string][]string {
	out := map[string][]string{}
	add := func(part, format string, args ...any) { out[part] = append(out[part], fmt.Sprintf(format, args...)) }
	city := func(c City) string {
		if c == NoCity {
			return "-"
		}
		return b.Cities[c].Name
	}
	for _, c := range b.Cities {
		var exits []string
		for e, side := range Directions {
			if c.Exits.Has(hex.Edge(e)) {
				exits = append(exits, side)
			}
		}
		add("cities", "%s %s %s %d: %s", b.Hexes[c.Spot].At, c.Name, c.Colour, c.Cubes, strings.Join(exits, " "))
	}
	for at := 0; at < len(b.Income); at += 10 {
		add("income", "%d: %v", at, b.Income[at:min(at+10, len(b.Income))])
	}
	for _, c := range b.Cards[1:] {
		add("cards", "%d %s %s points=%d start=%v %s %s %s %s n=%d", c.ID, c.Kind, c.Timing, c.Points, c.Start, city(c.City), city(c.A), city(c.B), city(c.West), c.N)
	}
	for _, c := range b.Barons[1:] {
		add("barons", "%s: %s points=%d %s %s %s each=%d max=%d level=%d reveals=%v", c.Name, c.Goal, c.Points, city(c.A), city(c.B), city(c.City), c.Each, c.Max, c.Level, c.Reveals)
	}
	add("box", "engines %v, tiles %v, bag %v, markers %v", b.Engines, b.Tiles, b.Bag, b.Markers)
	for _, c := range b.Gateways {
		add("box", "western link at %s", city(c))
	}
	add("box", "goods for %s", city(b.Market))
	return out
}
