package tycoon

import (
	"testing"

	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
)

// A link that may be written from either end is listed once, even if a card is turned up after it: the last
// action of a turn.
func TestLastActionListsLinksOnce(t *testing.T) {
	c := sceneAt(t, 2)
	c.passUntil(func(s *State) bool { return s.Round == Rounds && s.Moved == s.Seats-1 })
	links := map[Link]string{}
	for _, choice := range advise.List(New(), c.pos(), c.pos().Actor(), "", 3, 48).Choices {
		after := choice.After.(*State)
		if len(after.Links) == 0 {
			continue
		}
		expect.True(t, choice.Stopped, "%s: no card is turned up", choice.Line)
		expect.Same(t, choice.Line, links[after.Links[0]], "")
		links[after.Links[0]] = choice.Line
	}
	expect.True(t, len(links) >= 2, "%d links are listed", len(links))
}
