// Package data18xxtest checks the data of an 18xx title where it says something twice, or where one file refers
// to another.
package data18xxtest

import (
	"io/fs"
	"slices"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/data18xx"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trains"
)

// Check reads the data of a title and fails the test on each fault.
func Check(t *testing.T, fsys fs.FS, title string) *data18xx.Game {
	t.Helper()
	g := expect.Get(data18xx.Read(fsys, title))(t)
	for i := range g.Editions {
		e := &g.Editions[i]
		checkMarket(t, g, e)
		checkTiles(t, e.World)
		checkTrains(t, e)
		for _, c := range e.Companies {
			checkHomes(t, e, &g.Companies[c])
		}
	}
	return g
}

// checkMarket: prices rise, start prices are on the chart, a director's certificate
// is two shares.
func checkMarket(t *testing.T, g *data18xx.Game, e *data18xx.Edition) {
	if !slices.IsSorted(e.Chart) || len(slices.Compact(slices.Clone(e.Chart))) != len(e.Chart) || len(e.Tables) == 0 {
		t.Errorf("%s: tables %v, chart %v", e.Name, e.Tables, e.Chart)
	}
	for _, k := range g.Kinds {
		if k.Share != 0 && (k.Director != 2*k.Share || 100%k.Share != 0 || len(k.Starts) == 0) {
			t.Errorf("%s: divided as %+v", k.Name, k.Structure())
		}
		for _, price := range k.Starts {
			if !slices.Contains(e.Chart, price) {
				t.Errorf("%s: the start price %d of a %s one is not on the chart", e.Name, price, k.Name)
			}
		}
	}
}

// checkTiles: pieces have one colour, replacements keep the label unless they are for a hex with its own label,
// and some rotation keeps the track.
func checkTiles(t *testing.T, w *track.World) {
	for _, s := range w.Set.Stacks {
		for _, face := range s.Faces {
			if w.Set.Tiles[face].Colour != w.Set.Tiles[s.Faces[0]].Colour {
				t.Errorf("tile %s is not of the colour of its other face", w.Set.Tiles[face].Number)
			}
		}
	}
	for from, list := range w.Set.Upgrades {
		for _, u := range list {
			old, fresh := &w.Set.Tiles[from], &w.Set.Tiles[u.To]
			if old.Label != fresh.Label || len(u.Turns) == 0 {
				t.Errorf("tile %s %q cannot become %s %q, turned %v", old.Number, old.Label, fresh.Number, fresh.Label, u.Turns)
			}
		}
	}
	for i := range w.Map.Hexes {
		h := &w.Map.Hexes[i]
		for _, list := range h.Upgrades {
			for _, u := range list {
				if w.Set.Tiles[u.To].Label != h.Printed.Label || len(u.Turns) == 0 {
					t.Errorf("hex %s %q does not take tile %s, turned %v", h.Name, h.Printed.Label, w.Set.Tiles[u.To].Number, u.Turns)
				}
			}
		}
		for _, u := range h.First {
			if len(u.Turns) == 0 {
				t.Errorf("hex %s cannot have tile %s", h.Name, w.Set.Tiles[u.To].Number)
			}
		}
	}
}

// checkTrains: trains rust by trains that exist, each pile that opens a phase has one.
func checkTrains(t *testing.T, e *data18xx.Edition) {
	opens := 1
	for _, p := range e.Trains {
		if p.Opens {
			opens++
		}
		for _, f := range p.Faces {
			for _, name := range f.RustedBy {
				if _, _, ok := trains.Find(e.Trains, name); !ok {
					t.Errorf("%s rusts by %s, which does not exist", f.Name, name)
				}
			}
		}
	}
	if opens != len(e.Phases) {
		t.Errorf("%s: trains open %d phases, there are %d", e.Name, opens, len(e.Phases))
	}
}

// checkHomes: a home is a city of the map, or a hex where a home tile is laid.
func checkHomes(t *testing.T, e *data18xx.Edition, c *data18xx.Company) {
	for _, home := range c.Homes {
		if home.Edition != "" && home.Edition != e.Name {
			continue
		}
		h, ok := e.World.Map.Find(home.Hex)
		if !ok {
			t.Errorf("%s: %s begins in %s, which is not on the map", e.Name, c.ID, home.Hex)
			continue
		}
		printed := &e.World.Map.Hexes[h]
		city := home.City < len(printed.Printed.Stops) && printed.Printed.Stops[home.City].Kind == track.City
		if !city && printed.Printed.Label != c.ID {
			t.Errorf("%s: %s begins in %s, where city %d is not", e.Name, c.ID, home.Hex, home.City)
		}
	}
}
