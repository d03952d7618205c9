package g18cz

import (
	"testing"

	"railpost/engine/rail/trains"
)

// TestBook reads the data once more, so that a fault of it names itself.
func TestBook(t *testing.T) {
	if _, err := readBook(); err != nil {
		t.Fatal(err)
	}
	if _, err := readGrounds(); err != nil {
		t.Fatal(err)
	}
}

// TestRustingNames: what makes a train rust is a side of some card (9.2).
func TestRustingNames(t *testing.T) {
	for _, p := range book.piles {
		for _, f := range p.Faces {
			for _, name := range f.RustedBy {
				if _, _, ok := trains.Find(book.piles, name); !ok {
					t.Errorf("%s rusts by %s, which does not exist", f.Name, name)
				}
			}
		}
	}
}

// TestTerrain: a local railway waives the fees of its sorts of terrain (3).
func TestTerrain(t *testing.T) {
	sorts := [...][]string{small: {"water"}, medium: {"water", "hill"}, large: {"water", "hill", "mountain"}}
	g := grounds[0]
	for _, l := range book.locals {
		for h, terrain := range g.terrain {
			hex, want := &g.Map.Hexes[h], false
			for _, sort := range sorts[l.size] {
				want = want || sort == terrain
			}
			if l.terrain[hex.Name] != want || want && hex.Cost > l.discount {
				t.Errorf("%s in %s (%s, %d K): waives the fee: %t, up to %d", l.id, hex.Name, terrain, hex.Cost, l.terrain[hex.Name], l.discount)
			}
		}
		for _, number := range l.purple {
			if tile, ok := g.Set.Find(number); !ok || g.Set.Tiles[tile].Colour[:len(purple)] != purple {
				t.Errorf("%s may lay %s, which is no purple tile", l.id, number)
			}
		}
	}
}
