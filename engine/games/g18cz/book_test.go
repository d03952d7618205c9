package g18cz

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine/rail/data18xx/data18xxtest"
	"railpost/engine/rail/track"
)

func TestData(t *testing.T) {
	game := data18xxtest.Check(t, files, "18cz")
	if len(game.Companies) != companiesMost || len(book.phases) != len(book.piles) {
		t.Errorf("%d corporations, %d phases for %d piles", len(game.Companies), len(book.phases), len(book.piles))
	}
	for i, p := range book.piles {
		if !strings.HasSuffix(p.Name, book.phases[i].Name) || p.Faces[0].Name != p.Name || p.Opens != (i > 0) {
			t.Errorf("pile %s begins phase %s with %s: %t", p.Name, book.phases[i].Name, p.Faces[0].Name, p.Opens)
		}
	}
	for size, name := range sizeNames {
		if game.Kinds[size].Name != name || book.opens[size] < 0 {
			t.Errorf("size %s: %+v, opens in phase %d", name, game.Kinds[size], book.opens[size])
		}
	}
	if book.deals != 1 || len(book.locals) != len(book.localWords) || book.sizes[large].capital != 10 {
		t.Errorf("trading from phase %d, %d local railways, %+v", book.deals, len(book.localWords), book.sizes)
	}
}

// TestCorporations: they stand by size; a large one has a red tile, and only those
// have one.
func TestCorporations(t *testing.T) {
	reds := 0
	for _, tile := range book.worlds[0].Set.Tiles {
		if tile.Colour == red {
			reds++
		}
	}
	for i, c := range companies {
		if i > 0 && c.size < companies[i-1].size {
			t.Errorf("%s stands after a larger one", c.id)
		}
		if c.size != large {
			continue
		}
		reds--
		if tile := &book.worlds[0].Set.Tiles[c.red]; tile.Label != c.id || tile.Stops[0].Kind != track.Area {
			t.Errorf("the red tile of %s is %+v", c.id, tile)
		}
	}
	if reds != 0 {
		t.Errorf("%d red tiles too many", reds)
	}
	if ate := &companies[mustCompany("ATE")]; ate.city != noCity || !slices.Equal(ate.homes, []string{"B9"}) {
		t.Errorf("ATE begins in city %d of %v", ate.city, ate.homes)
	}
}

// TestAbilities: what local railways may do (3).
func TestAbilities(t *testing.T) {
	w := book.worlds[0]
	for _, l := range book.locals {
		for name := range l.terrain {
			if h, _ := w.Map.Find(name); w.Map.Hexes[h].Cost > l.discount {
				t.Errorf("%s waives up to %d K, %s costs %d", l.id, l.discount, name, w.Map.Hexes[h].Cost)
			}
		}
		for _, number := range l.purple {
			if tile, ok := w.Set.Find(number); !ok || !strings.HasPrefix(w.Set.Tiles[tile].Colour, purple) {
				t.Errorf("%s may lay %s, which is no purple tile", l.id, number)
			}
		}
	}
	for size, want := range []int{small: 14, medium: 27, large: 34} {
		i := slices.IndexFunc(book.locals[:], func(l local) bool { return l.size == Size(size) })
		if got := len(book.locals[i].terrain); got != want {
			t.Errorf("%s waives the fee of %d hexes, want %d", book.locals[i].id, got, want)
		}
	}
}
