package g18cz

import (
	"strings"
	"testing"

	"railpost/engine"
)

// A game of usual turns alone comes to its end; every turn is played as it is
// proposed, and only whoever acts is proposed one.
func TestUsualTurns(t *testing.T) {
	for _, seats := range []int{2, 3, 6} {
		g, _, err := engine.Begin("usual", New(), engine.Setup{Seats: seats}, make([]string, seats), engine.Seed("usual turns"))
		if err != nil {
			t.Fatal(err)
		}
		count := map[string]int{}
		for turns := 0; !g.Pos.Over(); turns++ {
			if turns > 3000 {
				t.Fatalf("%d seats: not over after %d turns", seats, turns)
			}
			g = playUsual(t, g, count)
		}
		for _, verb := range []string{"take", "start", "lay", "token", "run", "pay", "buy", "pass", "done"} {
			if count[verb] == 0 {
				t.Errorf("%d seats: %q is never usual: %v", seats, verb, count)
			}
		}
	}
}

// playUsual plays one usual turn.
func playUsual(t *testing.T, g *engine.Game, count map[string]int) *engine.Game {
	t.Helper()
	s, seat := g.Pos.(*State), g.Waiting()[0]
	for other := range engine.Seat(s.Seats) {
		if lines := s.Usual(other); other != seat && lines != nil {
			t.Fatalf("seat %d has the usual turn %q while seat %d acts", other, lines, seat)
		}
	}
	lines := s.Usual(seat)
	out, err := g.Play(seat, lines, engine.Mode{})
	if err != nil || out.Refused || len(out.Records) == 0 {
		t.Fatalf("seat %d: the usual turn %q: refused %v, %v", seat, lines, out.Refused, err)
	}
	for _, l := range lines {
		verb, _, _ := strings.Cut(l, " ")
		count[verb]++
	}
	return out.Game
}
