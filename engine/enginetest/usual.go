package enginetest

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
)

// mostTurns is the maximum number of usual turns in a game.
const mostTurns = 3000

// PlayUsual plays a game of usual turns alone to its end: each as proposed, and only for
// the acting seat. If nothing is usual, it plays the first choice. look, if not nil, is
// called before each turn. PlayUsual returns the end, and how often each verb was usual; a
// verb of want that never is fails the test.
func PlayUsual(t *testing.T, title engine.Title, seats int, look func(p engine.Position, seat engine.Seat, lines []string), want ...string) engine.Position {
	t.Helper()
	g, _, err := engine.Begin("usual", title, engine.Setup{Seats: seats}, make([]string, seats), engine.Seed("usual turns"))
	expect.NoError(t, err)
	count := map[string]int{}
	for turns := 0; !g.Pos.Over(); turns++ {
		if turns > mostTurns {
			t.Fatalf("%d seats: not over after %d turns", seats, turns)
		}
		seat := g.Waiting()[0]
		lines := usualOf(t, g, seat)
		if look != nil {
			look(g.Pos, seat, lines)
		}
		for _, l := range lines {
			verb, _, _ := strings.Cut(l, " ")
			count[verb]++
		}
		if len(lines) == 0 {
			lines = []string{advise.List(title, g.Pos, seat, "", 1, 1).Choices[0].Line}
		}
		out, err := g.Play(seat, lines, engine.Mode{})
		if err != nil || out.Refused || len(out.Records) == 0 {
			t.Fatalf("%d seats, seat %d: the usual turn %q: refused %v, %v", seats, seat, lines, out.Refused, err)
		}
		g = out.Game
	}
	for _, verb := range want {
		if count[verb] == 0 {
			t.Errorf("%d seats: %q is never usual: %v", seats, verb, count)
		}
	}
	return g.Pos
}

// usualOf returns the usual turn of an acting seat; other seats have none.
func usualOf(t *testing.T, g *engine.Game, seat engine.Seat) (own []string) {
	t.Helper()
	for other := range engine.Seat(g.Setup.Seats) {
		lines := g.Title.Usual(g.Pos, other).Lines
		switch {
		case other == seat:
			own = lines
		case lines != nil && !slices.Contains(g.Waiting(), other):
			t.Fatalf("seat %d has the usual turn %q while seat %d acts", other, lines, seat)
		}
	}
	return own
}
