package route

import (
	"testing"

	"pgregory.net/rapid"

	"railpost/engine/enginetest/level"
)

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
