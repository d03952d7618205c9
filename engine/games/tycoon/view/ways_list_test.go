package view

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/tycoon"
)

// TestListBuilds: every listed build order is legal, occurs once, and is marked as a part of the legal ones; a
// letter shows no link from both ends.
func TestListBuilds(t *testing.T) {
	growths(t, func(t *testing.T, s *tycoon.State, _ *rand.Rand) {
		letter := advise.List(New(), s, s.Actor(), "", 3, 48)
		if !slices.Contains(letter.More, advise.More{What: advise.Part, Prefix: "build"}) {
			t.Errorf("the list says that these are listed in part: %v", letter.More)
		}
		leads := map[string]string{}
		for _, c := range letter.Choices {
			if !strings.HasPrefix(c.Line, "build ") {
				continue
			}
			after := string(engine.Encode(c.After))
			expect.Same(t, c.Line, leads[after], "")
			leads[after] = c.Line
		}
		seen := map[tycoon.Plan]bool{}
		for _, plans := range (Lists{}).Plans(s, s.Actor()) {
			for _, p := range plans {
				if _, err := s.Check(s.Actor(), p, tycoon.Use{}); err != nil {
					t.Errorf("%+v: %v", p, err)
				}
				seen[p] = true
			}
		}
		all := advise.List(New(), s, s.Actor(), "build", 0, 0)
		expect.Same(t, "choices", len(all.Choices), len(seen))
		expect.Same(t, "left", all.Left(), 0)
	})
}

// TestLongerWays: a player who holds Perfect Engineering is shown the cheapest ways to the
// cities that four tracks do not reach.
func TestLongerWays(t *testing.T) {
	growths(t, func(t *testing.T, s *tycoon.State, _ *rand.Rand) {
		holdBoth(s, 0)
		plans, n := Lists{}.Plans(s, 0), 0
		for _, o := range origins(s, 0) {
			for to, list := range plainWays(s, 0, o, tycoon.Use{Engineering: true}, s.Book().EngineeringTracks()) {
				if slices.ContainsFunc(list, func(w plainWay) bool { return w.tracks <= tycoon.BuildTracks }) {
					continue
				}
				if n++; !slices.Contains(plans[o.Spot], o.plan(list[0].way)) {
					t.Errorf("from %+v to %d: %+v is not listed", o, to, list[0])
				}
			}
		}
		expect.True(t, n != 0, "no way needs the card")
	})
}

// A letter is short: only the best tiles and cards on cities, and no two ways between the same cities.
func TestLetterIsShort(t *testing.T) {
	growths(t, func(t *testing.T, s *tycoon.State, _ *rand.Rand) {
		count, pairs := map[string]int{}, map[string]bool{}
		for _, c := range advise.List(New(), s, s.Actor(), "", 3, 48).Choices {
			words := strings.Fields(c.Line)
			count[words[0]]++
			if words[0] == "card" {
				count["card "+words[1]]++
			}
			after := c.After.(*tycoon.State)
			if words[0] == "build" && len(after.Links) > len(s.Links) {
				l := after.Links[len(after.Links)-1]
				pair := s.Book().Cities[l.From].Name + " - " + s.Book().Cities[l.To].Name
				if pairs[pair] && len(s.Open) == 0 {
					t.Errorf("two ways %s are listed", pair)
				}
				pairs[pair] = true
			}
		}
		for what, n := range count {
			most := 10
			switch {
			case what == "urbanize":
				most = 4
			case strings.HasPrefix(what, "card "):
				most = 2
			}
			if n > most && what != "card" {
				t.Errorf("%d lines %q are listed", n, what)
			}
		}
	})
}
