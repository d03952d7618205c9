package view

import (
	"runtime"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/tycoon"
)

// playedUsual is a whole game of robots as a log, with the game at its end.
func playedUsual(b *testing.B, seats int) (*engine.Game, []*engine.Record) {
	b.Helper()
	g, first, err := engine.Begin("bench", New(), engine.Setup{Seats: seats}, make([]string, seats), engine.Seed("usual turns"))
	expect.NoError(b, err)
	records := []*engine.Record{first}
	for g.Pos.(*tycoon.State).Stage != tycoon.StageOver {
		seat := g.Waiting()[0]
		out := expect.Get(g.Play(seat, New().Usual(g.Pos, seat).Lines, engine.Mode{}))(b)
		g, records = out.Game, append(records, out.Records...)
	}
	return g, records
}

// BenchmarkReplay decides every order of a game again; digests also compares the log's digests.
func BenchmarkReplay(b *testing.B) {
	_, records := playedUsual(b, 4)
	find := func(string) engine.Title { return New() }
	for name, seed := range map[string]engine.Seed{"plain": nil, "digests": engine.Seed("usual turns")} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				expect.Get(engine.Replay(find, records, seed))(b)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(records)), "ns/order")
			b.ReportMetric(float64(len(records)), "orders/game")
		})
	}
}

// BenchmarkLoad reads a late position as it is stored, and reports the heap bytes of many of them.
func BenchmarkLoad(b *testing.B) {
	text := engine.Encode(atStage(b, 12))
	load := func() engine.Position {
		p := expect.Get(tycoon.Rules{}.Decode(engine.Setup{Seats: 4}, text))(b)
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

func BenchmarkWorth(b *testing.B) {
	benchStages(b, func(b *testing.B, s *tycoon.State) {
		for b.Loop() {
			New().Worth(s, s.Actor(), false)
		}
	})
}

// stages are positions of a game that robots play, four of them: the first to act in
// the first round of a turn.
var stages = []struct {
	name string
	turn int
}{{"early", 2}, {"middle", 6}, {"late", 9}}

// atStage plays usual turns up to an action.
func atStage(b testing.TB, turn int) *tycoon.State {
	b.Helper()
	g, _, err := engine.Begin("bench", New(), engine.Setup{Seats: 4}, make([]string, 4), engine.Seed("usual turns"))
	for err == nil {
		s := g.Pos.(*tycoon.State)
		if (s.Turn == turn || s.Turn == s.Last) && s.Stage == tycoon.StageActions { // the last turn where the game is shorter
			return s
		}
		var out *engine.Outcome
		if out, err = g.Play(s.Actor(), New().Usual(s, s.Actor()).Lines, engine.Mode{}); err == nil {
			g = out.Game
		}
	}
	b.Fatal(err)
	return nil
}

// benchStages runs a benchmark in the position of each stage.
func benchStages(b *testing.B, run func(b *testing.B, s *tycoon.State)) {
	for _, g := range stages {
		s := atStage(b, g.turn)
		b.Run(g.name, func(b *testing.B) {
			run(b, s)
			b.ReportMetric(float64(len(s.Links)), "links")
		})
	}
}

// unlaid returns a copy of a position without cached results about its track.
func unlaid(b *testing.B, s *tycoon.State) *tycoon.State {
	b.StopTimer()
	defer b.StartTimer()
	p := expect.Get(New().Decode(engine.Setup{Seats: s.Seats}, engine.Encode(s)))(b)
	return p.(*tycoon.State)
}

// BenchmarkBuilds is all that is generated for lists of legal build orders: every
// start of a seat.
func BenchmarkBuilds(b *testing.B) {
	benchStages(b, func(b *testing.B, s *tycoon.State) {
		n := 0
		for b.Loop() {
			n = 0
			for _, plans := range (Lists{}).Plans(unlaid(b, s), s.Actor()) {
				n += len(plans)
			}
		}
		b.ReportMetric(float64(n), "plans")
	})
}

// BenchmarkBuildsAsked is the answer to "build Chicago > ..." for each city, together.
func BenchmarkBuildsAsked(b *testing.B) {
	benchStages(b, func(b *testing.B, s *tycoon.State) {
		for b.Loop() {
			for c := range s.Book().Cities {
				ways(s, s.Actor(), s.Book().Cities[8].Spot, tycoon.City(c))
			}
		}
		b.ReportMetric(float64(len(s.Book().Cities)), "questions")
	})
}

// BenchmarkBuildsList is the whole list of a letter, and the answers to "moves build"
// and "moves build chicago".
func BenchmarkBuildsList(b *testing.B) {
	for _, l := range []struct {
		name            string
		prefix          string
		perFirst, limit int
	}{{"letter", "", 3, 48}, {"moves", "build", 0, 120}, {"city", "build chicago", 0, 120}} {
		b.Run(l.name, func(b *testing.B) {
			benchStages(b, func(b *testing.B, s *tycoon.State) {
				var list advise.Listing
				for b.Loop() {
					list = advise.List(New(), unlaid(b, s), s.Actor(), l.prefix, l.perFirst, l.limit)
				}
				b.ReportMetric(float64(len(list.Choices)+list.Left()), "lines")
			})
		})
	}
}

// BenchmarkLetter makes what letters of a game ask the title for: the short list with its
// remarks, the usual turn, the sheets; all is what one letter asks for, which shares what it
// finds on the track. Each iteration is one position of each stage.
func BenchmarkLetter(b *testing.B) {
	list := func(b *testing.B, p engine.Position, seat engine.Seat) {
		for _, c := range advise.Short(New(), p, seat, 1, 40).Choices {
			New().Remark(engine.Move{Before: p, After: c.After, Seat: seat, Acts: c.Acts, Reports: c.Reports})
		}
	}
	usual := func(b *testing.B, p engine.Position, seat engine.Seat) { New().Usual(p, seat) }
	sheets := func(b *testing.B, p engine.Position, seat engine.Seat) {
		for _, part := range New().Parts() {
			if part.InLetter {
				expect.Get(engine.Show(New(), p, seat, part.Name, "", false))(b)
			}
		}
	}
	type part = func(b *testing.B, p engine.Position, seat engine.Seat)
	steps := []*tycoon.State{atStage(b, 2), atStage(b, 6), atStage(b, 9)}
	for _, asked := range []struct {
		name  string
		parts []part
	}{{"list", []part{list}}, {"usual", []part{usual}}, {"sheets", []part{sheets}}, {"all", []part{list, usual, sheets}}} {
		b.Run(asked.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, s := range steps {
					seat := s.Actor()
					p := engine.Memo(unlaid(b, s).View(seat))
					for _, ask := range asked.parts {
						ask(b, p, seat)
					}
				}
			}
		})
	}
}
