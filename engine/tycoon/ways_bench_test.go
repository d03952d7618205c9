package tycoon

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"railpost/engine"
)

// stages are positions as they come in a game of four: links on the board, of all.
var stages = []struct {
	name  string
	tries int
}{{"early", 12}, {"middle", 60}, {"late", 200}}

// BenchmarkBuilds is all that is generated for lists of legal build orders: every
// start of a seat.
func BenchmarkBuilds(b *testing.B) {
	for _, g := range stages {
		s := grown(b, 4, g.tries, rand.New(rand.NewPCG(1, 1)))
		s.Rules.CrossingCost = 0
		name := fmt.Sprintf("%s/%d-links", g.name, len(s.Links))
		b.Run(name, func(b *testing.B) {
			n := 0
			for b.Loop() {
				v := s.survey(0, Use{}, waysEach)
				n = 0
				for i := range v.from {
					n += len(v.plansOf(i))
				}
			}
			b.ReportMetric(float64(n), "plans")
		})
	}
}

// BenchmarkCheapest is the summary for robots.
func BenchmarkCheapest(b *testing.B) {
	for _, g := range stages {
		s := grown(b, 4, g.tries, rand.New(rand.NewPCG(1, 1)))
		b.Run(g.name, func(b *testing.B) {
			n := 0
			for b.Loop() {
				n = len(s.cheapest(0, Use{}))
			}
			b.ReportMetric(float64(n), "pairs")
		})
	}
}

// BenchmarkListBuilds is the build orders of a letter, and the list that "moves build"
// answers.
func BenchmarkListBuilds(b *testing.B) {
	for _, g := range stages {
		s := grown(b, 4, g.tries, rand.New(rand.NewPCG(1, 1)))
		for _, l := range []struct {
			name            string
			prefix          string
			perFirst, limit int
		}{{"letter", "", 3, 48}, {"moves", "build", 0, 120}, {"city", "build chicago", 0, 120}} {
			b.Run(g.name+"/"+l.name, func(b *testing.B) {
				var list engine.Listing
				for b.Loop() {
					list = engine.List(s, s.actor(), l.prefix, l.perFirst, l.limit)
				}
				b.ReportMetric(float64(len(list.Choices)+list.More), "lines")
			})
		}
	}
}
