package g18mag_test

import (
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18mag"
	"railpost/engine/rail/log18xx/log18xxtest"
	"railpost/engine/rail/track"
)

// longest is the trace with the most actions.
const longest = "testdata/traces/18Mag-6p-1610.jsonl.gz"

func bench(b *testing.B) log18xxtest.Bench {
	return log18xxtest.Bench{Title: wired, Records: log18xxtest.Until(b, wired, longest, 0).Records, Rebuilt: (&g18mag.State{Seats: 3}).World().Rebuilt.Load}
}

func BenchmarkReplay(b *testing.B) { bench(b).Replay(b) }

func BenchmarkLateMove(b *testing.B) { bench(b).LateMove(b, 100, 900) }

func BenchmarkLoad(b *testing.B) { bench(b).Load(b) }

// BenchmarkTrackStep finds all legal lays of every track step of the game, from
// the bare board; and lists the lines that an order can give there, each carried
// out on a copy, as the answer to "moves lay" does.
func BenchmarkTrackStep(b *testing.B) {
	m := bench(b)
	g := expect.Get(engine.Replay(log18xxtest.Find(m.Title), m.Records[:1], nil))(b)
	var steps []*g18mag.State
	for _, r := range m.Records[1:] {
		if s := g.Pos.(*g18mag.State); s.Stage == g18mag.Operating && s.Turn.Step == g18mag.StepTrack {
			steps = append(steps, s.Clone().(*g18mag.State))
		}
		expect.NoError(b, g.Apply(r))
	}
	for _, c := range []struct {
		name string
		list func(*g18mag.State) int
	}{
		{"lays", func(s *g18mag.State) int { return len(s.Lays()) }},
		{"moves", func(s *g18mag.State) int { return len(advise.List(wired, s, s.Actor, "lay", 0, 0).Choices) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			var found int
			var worst time.Duration
			for b.Loop() {
				for _, s := range steps {
					s.Board = track.Board{Laid: s.Board.Laid, Stations: s.Board.Stations, Left: s.Board.Left}
					began := time.Now()
					found += c.list(s)
					worst = max(worst, time.Since(began))
				}
			}
			n := float64(b.N * len(steps))
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/n, "ns/step")
			b.ReportMetric(float64(worst.Nanoseconds()), "ns/worst")
			b.ReportMetric(float64(found)/n, "lines/step")
		})
	}
}
