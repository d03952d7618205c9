package g18mag

import (
	"slices"
	"testing"

	"railpost/engine/enginetest/expect"
)

// A minor loses one train of a size, and lists that copies share stay as they are.
func TestMinorTrains(t *testing.T) {
	m := Minor{Trains: []int{2, 3, 2}}
	before := m
	m.Lose(2)
	m.Gain(4)
	if !slices.Equal(m.Trains, []int{3, 2, 4}) || !slices.Equal(before.Trains, []int{2, 3, 2}) {
		t.Errorf("%v, before %v", m.Trains, before.Trains)
	}
}

// István's plans know which entry comes next without a game.
func TestNextEntry(t *testing.T) {
	card := &Solo.Companies[0]
	a := Alone{Level: card.Level, Plans: []Plan{{Minor: Company(card.Number - 1)}}}
	for i := range card.Entries {
		if got := a.NextEntry(a.Plans[0].Minor); got != &card.Entries[i] {
			t.Fatalf("entry %d: %v", i, got)
		}
		a.progress(a.Plans[0].Minor).Done++
	}
	expect.Same(t, "after the last entry", a.NextEntry(a.Plans[0].Minor), nil)
}

// A service gives a train the advantages for that number of players (VI.3.7, X).
func TestService(t *testing.T) {
	all, one := Goods{Services: []Company{Raba, Ganz, SNW}, Bonus: map[string]int{Yellow: 10}}, Goods{Services: []Company{Raba}}
	if s := all.service(Raba, Yellow, true); s.Bonus != 10 || s.Longer || !s.Must {
		t.Errorf("RÁBA of several: %+v", s)
	}
	if s := one.service(Raba, Yellow, false); !s.Longer || s.Must {
		t.Errorf("RÁBA alone: %+v", s)
	}
	if !all.service(Ganz, Yellow, true).Longer || !all.service(SNW, Yellow, true).Extra {
		t.Error("Ganz and SNW")
	}
}
