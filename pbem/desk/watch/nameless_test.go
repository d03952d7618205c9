package watch_test

import (
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestNamelessWatchers: a watcher must state a name first, as a person who opens a table does.
func TestNamelessWatchers(t *testing.T) {
	b := pbemtest.Lobby(t)
	b.Begin(t, admin.CreateGame{Game: "summer", Players: pbemtest.FromAll("Cleo", "Dan")})
	b.Unproven(t, "wanda@example.net", "w", "games")
	for _, c := range []struct{ lines, verdict, says string }{
		{"watch summer", "refused", "first say what you are called"},
		{"watch summer\nset name Wanda", "refused", "above this line"},
		{"profile nico", "refused", "alone shows yours"},
		{"set name Wanda\nwatch summer", "answered: watch", ""},
		{"set language es\nunwatch summer\nset name W", "refused", "message of its own: a line that begins or watches a game comes last"},
	} {
		expect.NoError(t, b.Answer("wanda@example.net", mailtest.Bare, strings.Split(c.lines, "\n")...))
		l, _ := b.Latest("wanda@example.net")
		expect.True(t, b.Verdict == c.verdict && strings.Contains(strings.Join(strings.Fields(l.Text), " "), c.says),
			"%q: %s\n%s", c.lines, b.Verdict, l.Text)
	}
	expect.Lacks(t, "a watcher without a name", b.Newest("Cleo").Text, "- watches")
}
