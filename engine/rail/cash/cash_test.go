package cash

import (
	"math/rand/v2"
	"testing"

	"railpost/engine/enginetest/expect"
)

func TestPay(t *testing.T) {
	cases := []struct {
		name     string
		from, to Account
		n        int
		ok       bool
		held     [2]int
		bank     int
	}{
		{"the bank gives", Bank, 0, 30, true, [2]int{80, 20}, -30},
		{"to the bank", 0, Bank, 50, true, [2]int{0, 20}, 50},
		{"from purse to purse", 0, 1, 20, true, [2]int{30, 40}, 0},
		{"to itself", 1, 1, 20, true, [2]int{50, 20}, 0},
		{"nothing", 0, 1, 0, true, [2]int{50, 20}, 0},
		{"more than it holds", 1, 0, 21, false, [2]int{50, 20}, 0},
		{"a negative sum", 0, 1, -1, false, [2]int{50, 20}, 0},
		{"no such account", 0, 2, 1, false, [2]int{50, 20}, 0},
		{"from no such account", -2, 0, 1, false, [2]int{50, 20}, 0},
	}
	for _, c := range cases {
		l := Ledger{Held: []int{50, 20}}
		before := l.Clone()
		err := l.Pay(c.from, c.to, c.n)
		if (err == nil) != c.ok || l.Held[0] != c.held[0] || l.Held[1] != c.held[1] || l.Bank != c.bank {
			t.Errorf("%s: %+v (%v)", c.name, l, err)
		}
		if before.Held[0] != 50 || before.Held[1] != 20 {
			t.Errorf("%s: the copy was changed to %+v", c.name, before)
		}
	}
}

// TestEveryCoinHasASource pays at random: no purse is ever below nothing and the
// sum stays.
func TestEveryCoinHasASource(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	l := New(5)
	refused := 0
	for range 5000 {
		from, to := Account(rng.IntN(6)-1), Account(rng.IntN(6)-1)
		if l.Pay(from, to, rng.IntN(100)) != nil {
			refused++
		}
		expect.Must(t, l, l.Sum(), 0)
		for a, n := range l.Held {
			if n < 0 || l.Of(Account(a)) != n {
				t.Fatalf("account %d holds %d: %+v", a, n, l)
			}
		}
	}
	if refused == 0 {
		t.Error("nothing was refused: the purses were never empty")
	}
}
