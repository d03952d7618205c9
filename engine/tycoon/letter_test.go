package tycoon

import (
	"math/rand/v2"
	"strings"
	"testing"

	"railpost/engine"
)

// A letter is short: of tiles and of cards on cities the best alone, and no two ways
// between the same cities.
func TestLetterIsShort(t *testing.T) {
	growths(t, func(t *testing.T, s *State, _ *rand.Rand) {
		count, pairs := map[string]int{}, map[string]bool{}
		for _, c := range engine.List(s, s.actor(), "", 3, 48).Choices {
			words := strings.Fields(c.Line)
			count[words[0]]++
			if words[0] == "card" {
				count["card "+words[1]]++
			}
			after := c.After.(*State)
			if words[0] == "build" && len(after.Links) > len(s.Links) {
				l := after.Links[len(after.Links)-1]
				pair := s.book.Cities[l.From].Name + " - " + s.book.Cities[l.To].Name
				if pairs[pair] && len(s.Open) == 0 {
					t.Errorf("two ways %s are listed", pair)
				}
				pairs[pair] = true
			}
		}
		for what, n := range count {
			most := fewBuilds + 2
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
