package tycoon

import (
	"runtime"
	"testing"

	"railpost/engine"
)

// playedUsual is a whole game of robots as a log, with the game at its end.
func playedUsual(b *testing.B, seats int) (*engine.Game, []*engine.Record) {
	b.Helper()
	g, first, err := engine.Begin("bench", New(), engine.Setup{Seats: seats}, make([]string, seats), engine.Seed("usual turns"))
	if err != nil {
		b.Fatal(err)
	}
	records := []*engine.Record{first}
	for g.Pos.(*State).Stage != StageOver {
		seat := g.Waiting()[0]
		out, err := g.Play(seat, g.Pos.(*State).Usual(seat), engine.Mode{})
		if err != nil {
			b.Fatal(err)
		}
		g, records = out.Game, append(records, out.Records...)
	}
	return g, records
}

// BenchmarkReplay decides every order of a game again; digests is with what a log is
// held to.
func BenchmarkReplay(b *testing.B) {
	_, records := playedUsual(b, 4)
	find := func(string) engine.Title { return New() }
	for name, seed := range map[string]engine.Seed{"plain": nil, "digests": engine.Seed("usual turns")} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := engine.Replay(find, records, seed); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(records)), "ns/order")
			b.ReportMetric(float64(len(records)), "orders/game")
		})
	}
}

// BenchmarkLoad reads a late position as it is stored, and tells what many of them
// hold of the heap.
func BenchmarkLoad(b *testing.B) {
	text := engine.Encode(atStage(b, 12))
	load := func() engine.Position {
		p, err := Rules{}.Decode(engine.Setup{Seats: 4}, text)
		if err != nil {
			b.Fatal(err)
		}
		return p
	}
	for b.Loop() {
		load()
	}
	kept := make([]engine.Position, 1000)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range kept {
		kept[i] = load()
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(len(kept)), "bytes/position")
	b.ReportMetric(float64(len(text)), "bytes/encoded")
	runtime.KeepAlive(kept)
}

func BenchmarkClone(b *testing.B) {
	benchStages(b, func(b *testing.B, s *State) {
		for b.Loop() {
			s.Clone()
		}
	})
}

func BenchmarkLongestLine(b *testing.B) {
	benchStages(b, func(b *testing.B, s *State) {
		for b.Loop() {
			s.longestLine(0)
		}
	})
}

func BenchmarkWorth(b *testing.B) {
	benchStages(b, func(b *testing.B, s *State) {
		for b.Loop() {
			s.Worth(s.actor())
		}
	})
}
