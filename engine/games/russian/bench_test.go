package russian

import (
	"math/rand/v2"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
)

// middle plays a game half way and returns the position.
func middle(b *testing.B) *State {
	b.Helper()
	rng := rand.New(rand.NewPCG(7, 7))
	g, _ := expect.Get2(engine.Begin("bench", bare, engine.Setup{Seats: 4}, []string{"A", "B", "C", "D"}, testSeed))(b)
	for g.Pos.(*State).Round < 5 {
		seat := g.Waiting()[0]
		r := expect.Get(g.Try(seat, advise.RandomLine(rng, g.Title, g.Pos, seat), false))(b)
		g.Take(seat, r)
	}
	return g.Pos.(*State)
}

func BenchmarkClone(b *testing.B) {
	s := middle(b)
	for b.Loop() {
		s.Clone()
	}
}

func BenchmarkReplay(b *testing.B) {
	g, records := playRandom(b, 4, 3)
	_ = g
	b.ReportMetric(float64(len(records)), "records")
	for b.Loop() {
		expect.Get(engine.Replay(func(string) engine.Title { return bare }, records, nil))(b)
	}
}
