package advise_test

import (
	"fmt"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/toy"
	"railpost/engine/enginetest/tram"
)

// begin sets up a toy of two seats.
func begin(t testing.TB) *engine.Game {
	t.Helper()
	g, _, err := engine.Begin("test", toy.Title{}, engine.Setup{Seats: 2}, []string{"Ana", "Bru"}, engine.Seed("the seed of the tests"))
	expect.NoError(t, err)
	return g
}

// onTram sets up a tram of two seats.
func onTram(t testing.TB) *engine.Game {
	t.Helper()
	g, _, err := engine.Begin("tram", tram.Title{}, engine.Setup{Seats: 2}, []string{"Ana", "Ben"}, engine.Seed("tram"))
	expect.NoError(t, err)
	return g
}

// order plays lines of a seat.
func order(t testing.TB, g *engine.Game, seat engine.Seat, lines ...string) {
	t.Helper()
	for _, line := range lines {
		r, err := g.Try(seat, line, false)
		expect.NoError(t, err, fmt.Sprintf("seat %d: %q", seat, line))
		g.Take(seat, r)
	}
}

// player is seat s of a toy.
func player(g *engine.Game, s engine.Seat) *toy.Player { return &g.Pos.(*toy.Position).Players[s] }

// rich is a seat with three cubes and four coins.
func rich(t testing.TB) *engine.Game {
	g := begin(t)
	pl := player(g, 0)
	pl.Red, pl.Blue, pl.Coins, pl.Stored = 2, 1, 4, 1
	return g
}

func BenchmarkList(b *testing.B) {
	p := rich(b).Pos
	b.ReportAllocs()
	for b.Loop() {
		advise.List(toy.Title{}, p, 0, "", 2, 48)
	}
}

func BenchmarkNearest(b *testing.B) {
	p := rich(b).Pos
	b.ReportAllocs()
	for b.Loop() {
		advise.Nearest(toy.Title{}, p, 0, "work yrad put red put blue take coin", 3)
	}
}
