package russian

import (
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// TestSetUp: the layout before the first card is taken (Set-up).
func TestSetUp(t *testing.T) {
	for _, c := range []struct {
		name                           string
		seats, row, each, hand, orders int // engineers in the row, tiles of a number, workers in hand, least orders seen
	}{{"2", 2, 6, 2, 6, 2}, {"3", 3, 6, 3, 6, 4}, {"4", 4, 7, 4, 5, 5}} { // more orders than first players, from three on
		t.Run(c.name, func(t *testing.T) {
			orders, rows, decks := map[string]bool{}, map[string]bool{}, map[string]bool{}
			for i := range 20 {
				g, _, err := engine.Begin(string(rune('a'+i)), bare, engine.Setup{Seats: c.seats}, make([]string, c.seats), testSeed)
				expect.NoError(t, err)
				s := g.Pos.(*State)
				orders[text(s.Order)], rows[text(s.Row)], decks[text(s.Deck)] = true, true, true
				engineers := slices.DeleteFunc(slices.Clone(s.Row), func(n int) bool { return n == 0 })
				for slot, n := range engineers {
					if stack := Book.Space("eng-" + numbered(n)).Stack; stack != map[bool]string{true: "A", false: "B"}[slot < 3] {
						t.Errorf("engineer %d of stack %q lies on slot %d", n, stack, slot)
					}
				}
				if len(engineers) != c.row || len(s.Deck) != 8 || len(slices.Compact(s.Deck)) != 8 || s.CardsUsed != 0 || s.TempsOut || len(s.Queue) != c.seats-2 {
					t.Errorf("engineers %v, end cards %v, ? cards used %b, %d wait", engineers, s.Deck, s.CardsUsed, len(s.Queue))
				}
				if s.Piles[0]+s.Piles[1] != 0 || slices.ContainsFunc(s.Piles[2:], func(n int) bool { return n != c.each }) {
					t.Errorf("piles %v", s.Piles)
				}
				for _, p := range s.Players {
					if p.Hand != c.hand || p.Rubles != 1 || p.Locos != [Railways][2]int{{1, 0}} || p.Marker != [2]int{} || p.Second || p.Medal ||
						p.Revalued || p.Black || p.Used != 0 || p.Score != 0 || p.Track != [Railways][Colours]int{{1}, {1}, {1}} {
						t.Errorf("a player begins with %+v", p)
					}
				}
			}
			if len(orders) < c.orders || len(rows) < 10 || len(decks) < 10 {
				t.Errorf("%d orders, %d rows, %d decks in 20 games: they are drawn", len(orders), len(rows), len(decks))
			}
		})
	}
}

func text[T ~int](list []T) (out string) {
	for _, n := range list {
		out += numbered(int(n)) + " "
	}
	return out
}
