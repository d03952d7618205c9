package templates

import (
	"slices"
	"strings"
	"testing"
)

// TestRobotsAreNamedOnce: a letter says once which of the players are robots, whether or not the game waits for them;
// later turn letters, receipts and news do not.
func TestRobotsAreNamedOnce(t *testing.T) {
	for _, versed := range []bool{false, true} {
		namesRobots(t, versed)
	}
}

func namesRobots(t *testing.T, versed bool) {
	news := &Letter{Kind: News, Game: "winter", Title: "tycoon", Step: 2, Players: []string{"Ana", "Ben", "Cleo"}, Seat: 0}
	for _, waiting := range [][]Waiting{nil, {{Seat: 0}}, {{Seat: 1}}, {{Seat: 1}, {Seat: 2, Until: noon}}} {
		for _, kind := range []Kind{Invitation, Start, Handover, Turn, Reminder, News, Late, Receipt, Refusal, Answer, Stale, Ended} {
			for _, lang := range []string{"en", "es", "ca"} {
				l := *news
				l.Kind, l.Lang, l.Waiting, l.Robots, l.Now = kind, lang, waiting, []string{"", "hard", "easy"}, noon
				switch kind {
				case Invitation:
					l.Invite = &Invite{}
				case Receipt, Answer, Stale:
					in := l
					in.Kind = News
					l.Enclosed = &in
				}
				named := 1
				if l.Versed = versed; versed && slices.Contains([]Kind{Turn, News, Receipt}, kind) {
					named = 0
				}
				if l.Enclosed != nil {
					l.Enclosed.Versed = versed
				}
				text := strings.Join(strings.Fields(render(t, shipped(t), &l).Text), " ")
				for _, robot := range []string{"Ben (robot", "Cleo (robot"} {
					if n := strings.Count(text, robot); n != named {
						t.Errorf("%s, %s, waiting for %v: %q %d times:\n%s", kind, lang, waiting, robot, n, text)
					}
				}
			}
		}
	}
}
