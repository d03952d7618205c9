package engine_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/toy"
)

const secret = "the seed of the tests"

// begin sets up a toy of two seats.
func begin(t testing.TB) (*engine.Game, *engine.Record) {
	t.Helper()
	g, r, err := engine.Begin("test", toy.Title{}, engine.Setup{Seats: 2}, []string{"Ana", "Bru"}, engine.Seed(secret))
	expect.NoError(t, err)
	return g, r
}

// order plays lines of the seats in turn, and returns their records.
func order(t testing.TB, g *engine.Game, seat engine.Seat, lines ...string) []*engine.Record {
	t.Helper()
	var out []*engine.Record
	for _, line := range lines {
		r, err := g.Try(seat, line, false)
		expect.NoError(t, err, fmt.Sprintf("seat %d: %q", seat, line))
		out = append(out, g.Take(seat, r))
	}
	return out
}

// player is seat s of a toy.
func player(g *engine.Game, s engine.Seat) *toy.Player { return &g.Pos.(*toy.Position).Players[s] }

// random plays a toy to its end.
func random(t testing.TB, seed uint64) ([]*engine.Record, *engine.Game) {
	t.Helper()
	g, first := begin(t)
	records := []*engine.Record{first}
	rng := rand.New(rand.NewPCG(seed, 0))
	for !g.Pos.Over() {
		seat := g.Waiting()[0]
		records = append(records, order(t, g, seat, advise.RandomLine(rng, g.Title, g.Pos, seat))...)
	}
	return records, g
}
