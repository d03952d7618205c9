package g18cz

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/data18xx/data18xxtest"
	"railpost/engine/rail/track"
)

func TestData(t *testing.T) {
	game := data18xxtest.Check(t, files, "18cz")
	expect.Same(t, "companies", len(game.Companies), companiesMost)
	expect.Same(t, "phases", len(Book.Phases), len(Book.Piles))
	for i, p := range Book.Piles {
		if !strings.HasSuffix(p.Name, Book.Phases[i].Name) || p.Faces[0].Name != p.Name || p.Opens != (i > 0) {
			t.Errorf("pile %s begins phase %s with %s: %t", p.Name, Book.Phases[i].Name, p.Faces[0].Name, p.Opens)
		}
	}
	for size, name := range SizeNames {
		if game.Kinds[size].Name != name || Book.Opens[size] < 0 {
			t.Errorf("size %s: %+v, opens in phase %d", name, game.Kinds[size], Book.Opens[size])
		}
	}
	if Book.Deals != 1 || len(Book.Locals) != len(Book.localWords) || Book.Sizes[Large].Capital != 10 {
		t.Errorf("trading from phase %d, %d local railways, %+v", Book.Deals, len(Book.localWords), Book.Sizes)
	}
}

// TestCorporations: they are sorted by size; each large one has a red tile, and no other does.
func TestCorporations(t *testing.T) {
	reds := 0
	for _, tile := range Book.Worlds[0].Set.Tiles {
		if tile.Colour == Red {
			reds++
		}
	}
	for i, c := range Book.Companies {
		if i > 0 && c.Size < Company(i-1).Size() {
			t.Errorf("%s stands after a larger one", c.ID)
		}
		if c.Size != Large {
			continue
		}
		reds--
		if tile := &Book.Worlds[0].Set.Tiles[c.Red]; tile.Label != c.ID || tile.Stops[0].Kind != track.Area {
			t.Errorf("the red tile of %s is %+v", c.ID, tile)
		}
	}
	expect.Same(t, "red tiles too many", reds, 0)
	if ate := &Book.Companies[mustCompany("ATE")]; ate.City != NoCity || !slices.Equal(ate.Homes, []string{"B9"}) {
		t.Errorf("ATE begins in city %d of %v", ate.City, ate.Homes)
	}
}

// TestAbilities: abilities of local railways (IV.1).
func TestAbilities(t *testing.T) {
	w := Book.Worlds[0]
	purple := strings.Fields("14p 15p 887p 888p 8866p 216p 611p 889p 8894p 8895p 8896p 595p 8857p")
	for _, l := range Book.Locals {
		n := []int{Small: 5, Medium: 11, Large: 13}[l.Size]
		expect.Same(t, l.ID, l.Purple, purple[:n])
		for name := range l.Terrain {
			if h, _ := w.Map.Find(name); w.Map.Hexes[h].Cost > l.Discount {
				t.Errorf("%s waives up to %d K, %s costs %d", l.ID, l.Discount, name, w.Map.Hexes[h].Cost)
			}
		}
		for _, number := range l.Purple {
			if tile, ok := w.Set.Find(number); !ok || !strings.HasPrefix(w.Set.Tiles[tile].Colour, Purple) {
				t.Errorf("%s may lay %s, which is no purple tile", l.ID, number)
			}
		}
	}
	for size, want := range []int{Small: 14, Medium: 27, Large: 34} {
		i := slices.IndexFunc(Book.Locals[:], func(l PrintedLocal) bool { return l.Size == Size(size) })
		expect.Same(t, Local(i).ID(), len(Book.Locals[i].Terrain), want)
	}
}
