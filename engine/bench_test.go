package engine_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/toy"
	"railpost/engine/enginetest/tram"
)

func BenchmarkEncode(b *testing.B) {
	p := rich(b).Pos
	b.ReportAllocs()
	for b.Loop() {
		engine.Encode(p)
	}
}

func BenchmarkTry(b *testing.B) {
	g := rich(b)
	b.ReportAllocs()
	for b.Loop() {
		expect.Get(g.Try(0, "work yard: put red, put blue [take coin]", false))(b)
	}
}

func BenchmarkReplay(b *testing.B) {
	records, _ := random(b, 1)
	b.ReportAllocs()
	for b.Loop() {
		expect.Get(engine.Replay(toy.Find, records, nil))(b)
	}
	b.ReportMetric(float64(len(records)), "records/op")
}

// The tram's orders cost little, so this measures the engine.
func BenchmarkReplayOrder(b *testing.B) {
	var records []*engine.Record
	for i := range uint64(10) {
		more, _ := enginetest.PlayGame(b, tram.Title{}, engine.Setup{Seats: 4}, engine.Seed("tram"), rand.New(rand.NewPCG(i, 1)))
		records = append(records[:0], more...)
	}
	start := expect.Get(engine.Replay(func(string) engine.Title { return tram.Title{} }, records[:1], nil))(b)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		if n%(len(records)-1) == 0 {
			b.StopTimer()
			n = 0
			start.Pos, start.Seq = beginTram(b, records[0]).Pos, 1
			b.StartTimer()
		}
		n++
		expect.NoError(b, start.Apply(records[n]))
	}
}

func beginTram(b *testing.B, first *engine.Record) *engine.Game {
	g := expect.Get(engine.Replay(func(string) engine.Title { return tram.Title{} }, []*engine.Record{first}, nil))(b)
	return g
}

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
