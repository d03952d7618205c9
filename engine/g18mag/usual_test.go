package g18mag

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine"
)

// A game of usual turns alone comes to its end in the last phase; every turn is
// played as it is proposed, and every service that is bought pays.
func TestUsualTurns(t *testing.T) {
	for _, seats := range []int{2, 4} {
		g, _, err := engine.Begin("usual", New(), engine.Setup{Seats: seats}, make([]string, seats), engine.Seed("usual turns"))
		if err != nil {
			t.Fatal(err)
		}
		count := map[string]int{}
		for turns := 0; !g.Pos.Over(); turns++ {
			if turns > 2000 {
				t.Fatalf("%d seats: not over after %d turns", seats, turns)
			}
			g = playUsual(t, g, count)
		}
		s := g.Pos.(*State)
		if s.Phase != len(s.edition().phases)-1 {
			t.Errorf("%d seats: the game ends in phase %s", seats, s.phase().Name)
		}
		for _, verb := range []string{"lay", "service", "run", "buy", "scrap", "pay", "pass", "done"} {
			if count[verb] == 0 {
				t.Errorf("%d seats: %q is never usual: %v", seats, verb, count)
			}
		}
	}
}

// playUsual plays one usual turn; in the draft, where none is known, the first
// choice.
func playUsual(t *testing.T, g *engine.Game, count map[string]int) *engine.Game {
	t.Helper()
	s, seat := g.Pos.(*State), g.Waiting()[0]
	for other := range engine.Seat(s.Seats) {
		if lines := s.Usual(other); other != seat && lines != nil {
			t.Fatalf("seat %d has the usual turn %q while seat %d acts", other, lines, seat)
		}
	}
	lines := s.Usual(seat)
	if s.Stage == drafting {
		if lines != nil {
			t.Fatalf("in the draft %q is usual", lines)
		}
		lines = []string{engine.List(s, seat, "", 1, 1).Choices[0].Line}
	}
	servicesPay(t, s, lines)
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

// servicesPay holds a turn with services to: the run without them brings less,
// after their price.
func servicesPay(t *testing.T, s *State, lines []string) {
	t.Helper()
	first := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "service") })
	if first < 0 {
		return
	}
	c, seat := s.company(), s.Actor
	total := func(lines []string) int {
		g := &engine.Game{Name: "try", Title: New(), Pos: s, Drawn: map[string]int{}}
		for _, l := range lines {
			r, err := g.Try(seat, l, true)
			if err != nil {
				t.Fatalf("%q of %q: %v", l, lines, err)
			}
			g.Take(seat, r)
			if strings.HasPrefix(l, "run") {
				break
			}
		}
		after := g.Pos.(*State)
		return after.purse(c) + after.Cash.Of(wallet(seat))
	}
	without := slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return strings.HasPrefix(l, "service") })
	if with, plain := total(lines), total(without); with <= plain {
		t.Errorf("%q brings minor and owner to %d, without services %d", lines, with, plain)
	}
}
