package engine_test

import (
	"math/rand/v2"
	"testing"

	"railpost/engine"
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
