package g18mag

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
)

// A game of usual turns alone comes to its end in the last phase; nothing is usual
// in the draft; every service that is bought pays, and what is built.
func TestUsualTurns(t *testing.T) {
	for _, seats := range []int{2, 4} {
		end := enginetest.PlayUsual(t, New(), seats, func(p engine.Position, _ engine.Seat, lines []string) {
			s := p.(*State)
			if s.Stage == drafting && lines != nil {
				t.Errorf("in the draft %q is usual", lines)
			}
			servicesPay(t, s, lines)
			buildingPays(t, s, lines)
			trainIsBought(t, s, lines)
		}, "lay", "token", "service", "run", "buy", "scrap", "pay", "pass", "done")
		if s := end.(*State); s.Phase != len(s.edition().phases)-1 {
			t.Errorf("%d seats: the game ends in phase %s", seats, s.phase().Name)
		}
	}
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

// behind plays lines and answers with the position behind those that begin with a
// verb.
func behind(t *testing.T, s *State, lines []string, verb string) *State {
	t.Helper()
	g := &engine.Game{Name: "try", Title: New(), Pos: s, Drawn: map[string]int{}}
	for _, l := range lines {
		if !strings.HasPrefix(l, verb) {
			break
		}
		r, err := g.Try(s.Actor, l, true)
		if err != nil {
			t.Fatalf("%q of %q: %v", l, lines, err)
		}
		g.Take(s.Actor, r)
	}
	return g.Pos.(*State)
}

// buildingPays holds tiles that cost something to: the minor runs for more. A
// terrain token is no small change.
func buildingPays(t *testing.T, s *State, lines []string) {
	t.Helper()
	if s.Stage != operating || !s.company().minor() {
		return
	}
	c, after := s.company(), behind(t, s, lines, "lay")
	if s.purse(c) == after.purse(c) && s.Minors[c].Tokens == after.Minors[c].Tokens {
		return
	}
	if was, is := s.withTrain(c).bestIncome(c), after.withTrain(c).bestIncome(c); is <= was {
		t.Errorf("%q costs %d Ft, and minor %d runs for %d instead of %d", lines, s.purse(c)-after.purse(c), c+1, is, was)
	}
	if saved := after.purse(sik) - s.purse(sik); after.Minors[c].Tokens < s.Minors[c].Tokens && s.EndSet == 0 && saved <= cheapTerrain && s.purse(c) >= extraTile+saved {
		t.Errorf("%q spends a terrain token for %d Ft", lines, saved)
	}
}

// trainIsBought holds a minor without train to buying one that it can pay, unless
// it cannot run any more.
func trainIsBought(t *testing.T, s *State, lines []string) {
	t.Helper()
	if s.Stage != operating || !s.company().minor() || len(s.Minors[s.company()].Trains) > 0 || s.Set == s.EndSet && s.Round == s.Rounds {
		return
	}
	buys := slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "buy") })
	if money := behind(t, s, lines, "lay").purse(s.company()); money >= s.goods().trains[0].price && !buys {
		t.Errorf("%q buys no train for %d Ft", lines, money)
	}
}

// Minors at their first turns, as a player would play them.
func TestUsualBeginnings(t *testing.T) {
	mine := laid(t, "57 B17 0", "57 C16 0")
	for _, c := range []struct {
		name string
		s    *State
		want string
	}{
		{"second tile for a longer run", turnOf(t, 3, 2), "lay L32 D19 E18; lay 57 E18 F17-D19; run best; done"},
		{"a terrain token for 20 Ft", turnOf(t, 3, 7), "lay L32 G10 F11; lay 9 F11 G10-E12 with token; run best; done"},
		{"money for 10 Ft, a mine", turnOf(t, 3, 6), "lay 57 B17 C16-A18; lay 6 C16 B17-D17; service snw; run best; done"},
		{"without a train", turnOf(t, 3, 6, owns(110)), "lay 57 B17 C16-A18; lay 6 C16 B17-D17; buy 2; done"},
		{"without a train, in the last round", turnOf(t, 3, 6, mine, owns(110), atStep(stepTrains), func(s *State) { s.EndSet = 1 }), "done"},
		{"a mine", turnOf(t, 3, 6, mine, owns(30, 2), atStep(stepRun)), "service snw; run best; done"},
	} {
		if got := strings.Join(c.s.Usual(c.s.Actor), "; "); got != c.want {
			t.Errorf("%s: %s, not %s", c.name, got, c.want)
		}
	}
}
