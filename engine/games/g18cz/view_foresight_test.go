package g18cz_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18cz"
	"railpost/engine/robot"
)

// A sketch is legal, and equals the usual turn without track: it lays none for corporations that earn late in
// the game, and no purple tile.
func TestSketch(t *testing.T) {
	laid, left := 0, 0
	enginetest.PlayUsual(t, wired, 4, func(p engine.Position, seat engine.Seat, lines []string) {
		s := p.(*g18cz.State)
		sketch := wired.Foresight(s, s.Actor()).Sketch(s, seat).Lines
		if s.Stage != g18cz.Operating {
			expect.Same(t, "usual is", sketch, lines)
			return
		}
		g := engine.Supposed(wired, engine.Setup{Seats: 3}, s, engine.Seed("sketch"))
		if out, err := g.Play(seat, sketch, engine.Mode{}); err != nil || out.Refused || len(out.Records) != len(sketch) || len(sketch) == 0 {
			t.Fatalf("%q: %v, %+v", sketch, err, out)
		}
		lays := func(line string) bool { return strings.HasPrefix(line, "lay ") }
		last := s.RunOf(s.Company())
		late := s.Round().Set >= 5 && last != nil && last.Revenue > 0
		switch drawn := slices.DeleteFunc(slices.Clone(sketch), func(line string) bool { return !lays(line) }); {
		case late && len(drawn) > 0, strings.Contains(strings.Join(drawn, "\n"), " with "):
			t.Errorf("set %d, %s: the sketch lays %q", s.Round().Set, s.Company().ID(), drawn)
		case len(drawn) > 0:
			laid++
		case late && slices.ContainsFunc(lines, lays):
			left++
		}
	}, usualVerbs...)
	if laid == 0 || left == 0 {
		t.Errorf("%d turns have track in the sketch, of %d it was left out", laid, left)
	}
}

// TestExcessOfAnother: if a train makes another corporation of the buyer give one away, that needs a head or an
// answer of its own.
func TestExcessOfAnother(t *testing.T) {
	s := g18cz.Buyer(t, "SX", g18cz.Reaches("e"), g18cz.Treasury("SX", 900), g18cz.Founded(0, "EKJ", 50, 75), g18cz.Owns("EKJ", "2a 3c 3d"))
	s.Depot.Left[s.Top()] = 4
	for _, c := range []struct {
		lines []string
		code  engine.Code
	}{
		{[]string{"buy 3Ee", "discard 3c"}, engine.OtherTurn},
		{[]string{"buy 3Ee", "BN: discard 3c"}, engine.OtherHead},
		{[]string{"buy 3Ee", "SX: discard 3c"}, engine.OtherHead},
		{[]string{"buy 3Ee", "EKJ: discard 3c", "done"}, engine.OtherTurn},
		{[]string{"buy 3Ee", "EKJ: discard 3c", "SX: done"}, ""},
		{wired.Usual(s, 0).Lines, ""},
		{wired.Foresight(s, s.Actor()).Sketch(s, 0).Lines, ""},
	} {
		out, err := engine.Supposed(wired, engine.Setup{Seats: 4}, s, engine.Seed("excess")).Play(0, c.lines, engine.Mode{Preview: true})
		if err != nil || len(out.Verdicts) == 0 {
			t.Fatalf("%q: %v", c.lines, err)
		}
		if last := out.Verdicts[len(out.Verdicts)-1]; (last.Refusal == nil) != (c.code == "") || last.Refusal != nil && last.Refusal.Code != c.code {
			t.Errorf("%q: %v", c.lines, last.Refusal)
		}
	}
	if lines := wired.Usual(g18cz.After(t, s, "buy 3Ee"), 0).Lines; len(lines) != 1 || !strings.HasPrefix(lines[0], "discard ") {
		t.Errorf("EKJ is asked, and %q is usual", lines)
	}
}

// A hard robot does not give away what it can keep.
func TestHardRefuses(t *testing.T) {
	s := g18cz.InRound(t, 3, 3, 1, g18cz.InPhase("c"), g18cz.Founded(0, "BN", 100, 60), g18cz.Founded(1, "EKJ", 50, 50), g18cz.Owns("EKJ", "2b 2b"), g18cz.Drafted(1, "M1"), g18cz.Treasury("EKJ", 900))
	s = g18cz.After(t, s, "buy M1 for 1")
	lines, err := robot.Choose(t.Context(), wired, engine.Setup{Seats: 3}, s.View(1), 1, robot.Hard, rand.New(rand.NewPCG(1, 1)))
	if err != nil || !slices.Equal(lines, []string{"refuse"}) {
		t.Errorf("what will be worth 120 is sold for 1: %q, %v", lines, err)
	}
}
