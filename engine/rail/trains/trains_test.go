package trains

import (
	"testing"

	"railpost/engine/enginetest/expect"
)

// piles of a small game: cards with two faces, sold in order, the last endless.
var piles = []Pile{
	{Name: "a", Count: 2, Faces: []Face{{Name: "2a", Range: 2, RustedBy: []string{"4c", "5d"}}}},
	{Name: "b", Count: 1, Opens: true, Faces: []Face{{Name: "2b", Range: 2, RustedBy: []string{"4c", "5d"}}, {Name: "2+2b", Size: 1, Range: 2, RustedBy: []string{"4+4c"}}}},
	{Name: "c", Count: Endless, Opens: true, Faces: []Face{{Name: "4c", Range: 4}, {Name: "4+4c", Size: 1, Range: 4}}},
}

func TestDepotSellsInOrder(t *testing.T) {
	d := NewDepot(piles)
	type card struct {
		pile  int
		first bool
	}
	for i, want := range []card{{0, true}, {0, false}, {1, true}, {2, false}, {2, false}} {
		pile, ok := d.Top()
		first, taken := d.Take(piles, pile)
		if got := (card{pile, first}); !ok || !taken || got != want {
			t.Errorf("card %d: %+v, %v, %v", i, got, ok, taken)
		}
	}
	if first, ok := d.Take(piles, 0); ok || first {
		t.Error("a card was taken from an empty pile")
	}
	if d.Left[0] != 0 || d.Left[2] != Endless {
		t.Errorf("left: %v", d.Left)
	}
}

func TestDepotRunsOut(t *testing.T) {
	d := NewDepot(piles[:1])
	copied := d.Clone()
	d.Take(piles, 0)
	d.Take(piles, 0)
	if _, ok := d.Top(); ok {
		t.Error("an empty depot has a card on top")
	}
	expect.Same(t, "the copy has", copied.Left[0], 2)
}

func TestRusts(t *testing.T) {
	cases := []struct {
		face string
		sold []string
		want bool
	}{
		{"2a", []string{"4c"}, true},
		{"2a", []string{"4+4c"}, false},
		{"2+2b", []string{"4c"}, false},
		{"2+2b", []string{"4c", "4+4c"}, true}, // an export
		{"4c", []string{"5d"}, false},
	}
	for _, c := range cases {
		i, j, ok := Find(piles, c.face)
		if got := piles[i].Faces[j].Rusts(c.sold...); !ok || got != c.want {
			t.Errorf("%s when %q are sold: %v (%v)", c.face, c.sold, got, ok)
		}
	}
	if _, _, ok := Find(piles, "9"); ok {
		t.Error("found a face that is not there")
	}
}

func TestColour(t *testing.T) {
	p := Phase{Colours: []string{"yellow", "green"}}
	expect.Same(t, "colour", p.Colour(), "green")
}
