package tycoon

import (
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
)

// stages are positions of a game that robots play, four of them: the first to act in
// the first round of a turn.
var stages = []struct {
	name string
	turn int
}{{"early", 2}, {"middle", 6}, {"late", 9}}

// atStage plays usual turns up to an action.
func atStage(b *testing.B, turn int) *State {
	b.Helper()
	g, _, err := engine.Begin("bench", New(), engine.Setup{Seats: 4}, make([]string, 4), engine.Seed("usual turns"))
	for err == nil {
		s := g.Pos.(*State)
		if (s.Turn == turn || s.Turn == s.Last) && s.Stage == StageActions { // the last turn where the game is shorter
			return s
		}
		var out *engine.Outcome
		if out, err = g.Play(s.actor(), s.Usual(s.actor()), engine.Mode{}); err == nil {
			g = out.Game
		}
	}
	b.Fatal(err)
	return nil
}

// benchStages runs a benchmark in the position of each stage.
func benchStages(b *testing.B, run func(b *testing.B, s *State)) {
	for _, g := range stages {
		s := atStage(b, g.turn)
		b.Run(g.name, func(b *testing.B) {
			run(b, s)
			b.ReportMetric(float64(len(s.Links)), "links")
		})
	}
}

// BenchmarkBuilds is all that is generated for lists of legal build orders: every
// start of a seat.
func BenchmarkBuilds(b *testing.B) {
	benchStages(b, func(b *testing.B, s *State) {
		n := 0
		for b.Loop() {
			v := s.survey(s.actor(), Use{}, waysEach)
			n = 0
			for i := range v.from {
				n += len(v.plansOf(i))
			}
		}
		b.ReportMetric(float64(n), "plans")
	})
}

// BenchmarkBuildsEngineering is the same for a seat that holds Perfect Engineering,
// whose lists show ways of five tracks, too.
func BenchmarkBuildsEngineering(b *testing.B) {
	benchStages(b, func(b *testing.B, s *State) {
		s = s.Clone().(*State)
		seat := s.actor()
		id := slices.IndexFunc(s.book.Cards, func(c Card) bool { return c.Kind == PerfectEngineering })
		s.player(seat).Cards, s.player(seat).Used = []int{id}, nil
		n := 0
		for b.Loop() {
			s.relay() // else the plans listed last are at hand
			n = 0
			for _, plans := range s.listedPlans(seat) {
				n += len(plans)
			}
		}
		b.ReportMetric(float64(n), "plans")
	})
}

// BenchmarkBuildsCheapest is the summary for robots.
func BenchmarkBuildsCheapest(b *testing.B) {
	benchStages(b, func(b *testing.B, s *State) {
		n := 0
		for b.Loop() {
			n = len(s.cheapest(s.actor(), Use{}))
		}
		b.ReportMetric(float64(n), "pairs")
	})
}

// BenchmarkBuildsAsked is the answer to "build Chicago > ..." for each city, together.
func BenchmarkBuildsAsked(b *testing.B) {
	benchStages(b, func(b *testing.B, s *State) {
		for b.Loop() {
			for c := range s.book.Cities {
				s.ways(s.actor(), s.book.Cities[8].Spot, City(c))
			}
		}
		b.ReportMetric(float64(len(s.book.Cities)), "questions")
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
			benchStages(b, func(b *testing.B, s *State) {
				var list advise.Listing
				for b.Loop() {
					list = advise.List(New(), s, s.actor(), l.prefix, l.perFirst, l.limit)
				}
				b.ReportMetric(float64(len(list.Choices)+list.More), "lines")
			})
		})
	}
}
