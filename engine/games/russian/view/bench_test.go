package view

import (
	"math/rand/v2"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/russian"
)

// halfWay plays a game half way and returns the position.
func halfWay(b *testing.B) *russian.State {
	b.Helper()
	rng := rand.New(rand.NewPCG(7, 7))
	g, _, err := engine.Begin("bench", title, engine.Setup{Seats: 4}, []string{"A", "B", "C", "D"}, engine.Seed("a seed of thirty-two bytes length"))
	expect.NoError(b, err)
	for g.Pos.(*russian.State).Round < 5 {
		seat := g.Waiting()[0]
		r := expect.Get(g.Try(seat, advise.RandomLine(rng, g.Title, g.Pos, seat), false))(b)
		g.Take(seat, r)
	}
	return g.Pos.(*russian.State)
}

func BenchmarkListTurn(b *testing.B) {
	s := halfWay(b)
	n := 0
	for b.Loop() {
		n = len(advise.List(title, s, s.Actor, "", 3, 60).Choices)
	}
	b.ReportMetric(float64(n), "lines")
}

func BenchmarkListAll(b *testing.B) {
	s := halfWay(b)
	n := 0
	for b.Loop() {
		n = len(advise.List(title, s, s.Actor, "", 0, 0).Choices)
	}
	b.ReportMetric(float64(n), "lines")
}
