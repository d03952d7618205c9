package route

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
)

// TestRankingIsBruteForce: for one train the ranking is that of all its routes; for several it begins with the
// best set, and all sets are legal, different and sorted.
func TestRankingIsBruteForce(t *testing.T) {
	level.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		p.Services = nil
		for i := range p.Stops {
			p.Stops[i].Value += 10
		}
		for i := range p.Trains { // stops that an Express does not count are another matter
			p.Trains[i].Express = false
		}
		list := Ranking(p, 5)
		if best := Best(p); best.Total > 0 != (len(list) > 0) || len(list) > 0 && list[0].Total != best.Total {
			t.Fatalf("the best is %d, the ranking %v", best.Total, list)
		}
		for i, a := range list {
			expect.NoError(t, Check(p, a.Routes), i)
			if i > 0 && a.Total > list[i-1].Total || slices.ContainsFunc(list[:i], func(b Answer) bool { return within(a, b) }) {
				t.Fatalf("rank %d: %v", i, list)
			}
		}
		if len(p.Trains) > 1 {
			return
		}
		var want []Answer
		for _, r := range lines(p) {
			r.Train = 0
			if s, ok := p.survey(r.Stops, p.Trains[0]); ok && !s.long && s.extras == 0 && Check(p, []Route{r}) == nil {
				want = append(want, Answer{Routes: []Route{r}, Total: s.value})
			}
		}
		slices.SortStableFunc(want, func(a, b Answer) int { return cmp.Compare(b.Total, a.Total) })
		var kept []Answer
		for _, a := range want {
			if !slices.ContainsFunc(kept, func(b Answer) bool { return within(a, b) }) {
				kept = append(kept, a)
			}
		}
		for i, a := range kept[:min(5, len(kept))] {
			if i >= len(list) || list[i].Total != a.Total {
				t.Fatalf("rank %d is worth %d, not as in %v", i, a.Total, list)
			}
		}
	})
}

// TestClaimsAreWorthTheRest: the trains' claims in turn are together worth the maximum that rest promises, no
// service is claimed twice, and mandatory services are used. The search is exact with any claims, but slower
// with worse ones.
func TestClaimsAreWorthTheRest(t *testing.T) {
	level.Check(t, func(t *rapid.T) {
		var services []Service
		for range rapid.IntRange(0, 3).Draw(t, "services") {
			services = append(services, Service{Longer: rapid.Bool().Draw(t, "longer"), Extra: rapid.Bool().Draw(t, "extra")})
		}
		s := &sharing{ways: waysOf(services), all: 1<<len(services) - 1}
		s.must = s.all & rapid.IntRange(0, 7).Draw(t, "must")
		worth := make([][]int, 2)
		for k := range worth {
			for range s.ways {
				worth[k] = append(worth[k], rapid.SampledFrom([]int{never, 0, 1, 2, 5, 8, 13}).Draw(t, "worth"))
			}
		}
		s.kinds = rapid.SliceOfN(rapid.IntRange(0, 1), 1, 4).Draw(t, "kinds")
		most := s.rest(worth, 0, -1)[s.all]
		if most < 0 { // mandatory services cannot be used
			return
		}
		sum, left := 0, s.all
		for i, k := range s.kinds {
			y := s.claim(worth[k], s.rest(worth, i+1, -1), left)
			if y < 0 {
				continue
			}
			uses := int(s.ways[y].services)
			if uses&^left != 0 {
				t.Fatalf("train %d claims %b of %b", i, uses, left)
			}
			sum, left = sum+worth[k][y], left&^uses
		}
		if sum != most || left&s.must != 0 {
			t.Fatalf("claims are worth %d, want %d; %b of %b is left", sum, most, left, s.must)
		}
	})
}
