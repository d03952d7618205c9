package templates

import (
	"strings"
	"testing"
)

// TestRobotsAreNamedOnce: a letter that says who is at the table does not say at its end which of them are robots.
func TestRobotsAreNamedOnce(t *testing.T) {
	for _, kind := range []Kind{Invitation, Start, Handover, Turn, News} {
		l := &Letter{Kind: kind, Game: "winter", Title: "tycoon", Players: []string{"Ana", "Ben"}, Robots: []string{"", "hard"}, Seat: 0}
		if kind == Invitation {
			l.Invite = &Invite{}
		}
		text := strings.Join(strings.Fields(render(t, shipped(t), l).Text), " ")
		if n := strings.Count(text, "Ben (robot, hard)"); n != 1 {
			t.Errorf("%s names the robot %d times:\n%s", kind, n, text)
		}
	}
}
