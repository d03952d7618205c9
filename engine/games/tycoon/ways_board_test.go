package tycoon

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"railpost/engine"
)

// grown is a position with so many tries at random tracks on the board: half of them
// links, the others whatever a random action lays. Of each player at most two links
// are incomplete.
func grown(t testing.TB, seats, tries int, rng *rand.Rand) *State {
	t.Helper()
	s := sceneAt(t, seats).pos()
	s.Rules.CrossingCost = 2 * rng.IntN(2)
	for range tries {
		seat := engine.Seat(rng.IntN(seats))
		growOne(t, s, seat, rng)
	}
	return s
}

// growOne lays a random chain.
func growOne(t testing.TB, s *State, seat engine.Seat, rng *rand.Rand) {
	t.Helper()
	list := s.origins(seat)
	own := len(list) - len(s.book.Cities)
	o := list[rng.IntN(len(list))]
	if own > 0 && rng.IntN(3) == 0 {
		o = list[len(s.book.Cities)+rng.IntN(own)]
	}
	whole := rng.IntN(2) == 0 || o.Open == noOpen && own >= 2
	var plans []Plan
	s.walker(seat, Use{}, func(x tip) {
		if x.to != NoCity || !whole {
			plans = append(plans, o.plan(x.trail.way()))
		}
	}).walk(o)
	if len(plans) == 0 {
		return
	}
	p := plans[rng.IntN(len(plans))]
	bill, err := s.check(seat, p, Use{})
	if err != nil {
		t.Fatalf("%v: a plan of the walker is refused: %v", p, err)
	}
	s.layDown(&engine.Tx{Pos: s, Seat: seat}, p, &bill)
}

// growths are positions for tests, from an empty board to a full one.
func growths(t *testing.T, do func(t *testing.T, s *State, rng *rand.Rand)) {
	for i, tries := range []int{0, 10, 30, 60, 100, 200, 400} {
		seats := 2 + i%5
		t.Run(fmt.Sprintf("%d-tries-%d-players", tries, seats), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(tries), 7))
			do(t, grown(t, seats, tries, rng), rng)
		})
	}
}
