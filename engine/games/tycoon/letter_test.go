package tycoon

import (
	"math/rand/v2"
	"railpost/engine/advise"
	"strings"
	"testing"
)

// A letter is short: of tiles and of cards on cities the best alone, and no two ways
// between the same cities.
func TestLetterIsShort(t *testing.T) {
	growths(t, func(t *testing.T, s *State, _ *rand.Rand) {
		count, pairs := map[string]int{}, map[string]bool{}
		for _, c := range advise.List(New(), s, s.actor(), "", 3, 48).Choices {
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

// A link that may be written from either end stands in a list once, also where a card
// is turned up behind it: the last action of a turn.
func TestLastActionListsLinksOnce(t *testing.T) {
	c := sceneAt(t, 2)
	c.passUntil(func(s *State) bool { return s.Round == Rounds && s.Moved == s.Seats-1 })
	links := map[Link]string{}
	for _, choice := range advise.List(New(), c.pos(), c.pos().actor(), "", 3, 48).Choices {
		after := choice.After.(*State)
		if len(after.Links) == 0 {
			continue
		}
		if !choice.Stopped {
			t.Errorf("%s: no card is turned up", choice.Line)
		}
		if other := links[after.Links[0]]; other != "" {
			t.Errorf("%s is listed, and %s, too", choice.Line, other)
		}
		links[after.Links[0]] = choice.Line
	}
	if len(links) < 2 {
		t.Errorf("%d links are listed", len(links))
	}
}
