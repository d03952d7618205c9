package view

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/tycoon"
)

// acting is a game in the first round of its second turn; seat 0 is to act.
func acting(t testing.TB, seats int, options map[string]string) *engine.Game {
	t.Helper()
	setup := expect.Get(engine.CheckSetup(New(), engine.Setup{Seats: seats, Options: options}))(t)
	g, _, err := engine.Begin("view", New(), setup, []string{"Ann", "Ben", "Cleo", "Dag", "Eve", "Fay"}[:seats], engine.Seed("a seed for scenes of the tests.."))
	expect.NoError(t, err)
	s := g.Pos.(*tycoon.State)
	s.Turn, s.Stage, s.Round, s.First, s.Moved, s.Due = 2, tycoon.StageActions, 1, 0, 0, 1
	s.Auction = tycoon.Auction{Leader: engine.Nobody}
	s.Up, s.Deck, s.Fresh = nil, nil, nil
	return g
}

// grown is a position with this many tries at random tracks on the board: half of them links, the others lays
// of random actions. Of each player at most two links are incomplete.
func grown(t testing.TB, seats, tries int, rng *rand.Rand) *tycoon.State {
	t.Helper()
	g := acting(t, seats, nil)
	g.Pos.(*tycoon.State).Rules.CrossingCost = 2 * rng.IntN(2)
	for range tries {
		growOne(t, g, engine.Seat(rng.IntN(seats)), rng)
	}
	s := g.Pos.(*tycoon.State)
	s.Moved, s.Due = 0, 1
	return s
}

// growOne lays a random chain.
func growOne(t testing.TB, g *engine.Game, seat engine.Seat, rng *rand.Rand) {
	t.Helper()
	s := g.Pos.(*tycoon.State)
	list := origins(s, seat)
	own := len(list) - len(s.Book().Cities)
	o := list[rng.IntN(len(list))]
	if own > 0 && rng.IntN(3) == 0 {
		o = list[len(s.Book().Cities)+rng.IntN(own)]
	}
	whole := rng.IntN(2) == 0 || o.Open == tycoon.NoOpen && own >= 2
	var plans []tycoon.Plan
	x := newSearch(s, seat, []origin{o}, tycoon.Use{}, 1, 0)
	x.each(func(c *chain) {
		if c.to != tycoon.NoCity || !whole && c.tracks > 0 {
			plans = append(plans, c.plan(x.first))
		}
	})
	if len(plans) == 0 {
		return
	}
	s.Moved, s.Due = int(seat), 2 // so that it continues
	r, err := g.Try(seat, s.BuildLine(plans[rng.IntN(len(plans))], tycoon.Use{}), false)
	expect.NoError(t, err, "a plan of the search is refused")
	g.Take(seat, r)
}

// growths are positions for tests, from an empty board to a full one.
func growths(t *testing.T, do func(t *testing.T, s *tycoon.State, rng *rand.Rand)) {
	for i, tries := range []int{0, 10, 30, 60, 100, 200, 400} {
		seats := 2 + i%5
		t.Run(fmt.Sprintf("%d-tries-%d-players", tries, seats), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(tries), 7))
			do(t, grown(t, seats, tries, rng), rng)
		})
	}
}

// New returns the title as players get it.
func New() engine.Title {
	return struct {
		tycoon.Rules
		View
	}{Rules: tycoon.Rules{Lister: Lists{}}}
}
