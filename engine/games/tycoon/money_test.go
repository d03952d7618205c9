package tycoon

import (
	"testing"

	"railpost/engine"
)

// TestIssueTimes: shares are issued at any moment of the own turn and at no other, and need no action (Money).
func TestIssueTimes(t *testing.T) {
	g := table(t, 2, nil, func(s *State) { s.Up = []int{30} })
	given(t, g, "A issue 1", "A bid 1", "B issue 2", "B pass", "A issue 3", "A card 30", "A issue 1", "A upgrade", "A issue 12", "A pass")
	s := stateOf(g)
	if a, b := s.Players[0], s.Players[1]; a.Shares != 17 || a.Money != 85-1-5 || b.Shares != 2 || b.Money != 10 {
		t.Errorf("A $%d, %d shares; B $%d, %d shares", a.Money, a.Shares, b.Money, b.Shares)
	}
	if _, r := lines(t, g, "A issue 1"); r == nil || r.Why.Key != "engine.not-asked" {
		t.Errorf("issued in another's turn: %v", r)
	}
}

// TestPay: the smallest number of shares that makes a payment possible (Money).
func TestPay(t *testing.T) {
	for _, c := range []struct{ money, amount, left, shares int }{
		{10, 10, 0, 0}, {10, 3, 7, 0}, {0, 1, 4, 1}, {4, 10, 4, 2}, {0, 20, 0, 4}, {5, 0, 5, 0}, {0, 0, 0, 0}, {9, 30, 4, 5},
	} {
		g := table(t, 2, nil, func(s *State) { s.Players[0].Money = c.money })
		tx := engine.Trial(g.Pos, 0)
		pay(state(tx), tx, 0, c.amount)
		told := tx.Mark()
		if p := state(tx).Players[0]; p.Money != c.left || p.Shares != c.shares || (told > 0) != (c.shares > 0) {
			t.Errorf("$%d of $%d: $%d left, %d shares, %d reports; want %+v", c.amount, c.money, p.Money, p.Shares, told, c)
		}
	}
}
