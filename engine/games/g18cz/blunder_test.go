package g18cz_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/level"
	"railpost/engine/games/g18cz"
	"railpost/engine/robot"
	"railpost/engine/robot/arena"
)

// rare is the most of some mistakes in a game of suggested turns: what somebody else's move makes worse is resold, and
// trains may rust sooner than a round before. The others never occur.
var rare = map[mistake]float64{resells: 1, starves: 0.1}

// Suggested turns avoid mistakes that a rule of thumb prevents, in games that begin in different ways.
func TestNoBlunders(t *testing.T) {
	games, last := level.Of(4, 24, 100), level.Of(7, 8, 8)
	var all []*detector
	for seed := range uint64(games) {
		all = append(all, watch(t, robot.Normal, seed+1, last))
	}
	t.Logf("mistakes of suggested turns in a game, of %d until set %d:\n%s", games, last, table(all))
	for _, m := range mistakes {
		if n := sum(all, m); float64(n) > rare[m]*float64(games) {
			t.Errorf("in %d games a suggested turn %s %d times: %+v", games, m, n, engine.Each(all, func(d *detector) []seen { return d.found }))
		}
	}
}

// Hard robots avoid them, too.
func TestNoBlundersOfHard(t *testing.T) {
	level.NeedFull(t)
	var all []*detector
	for seed := range uint64(level.Of(1, 1, 12)) {
		all = append(all, watch(t, robot.Hard, seed+1, level.Of(3, 3, 8)))
	}
	t.Logf("mistakes of hard robots in a game, of %d:\n%s", len(all), table(all))
	for _, m := range []mistake{overdrafted, idles, abandons, handsOver} {
		if n := sum(all, m); n > 0 {
			t.Errorf("%d times a hard robot %s", n, m)
		}
	}
}

var errSeen = errors.New("seen enough")

// watch returns the mistakes of a game of robots until a set is over; the first messages are as easy robots write them.
func watch(t *testing.T, strength robot.Level, seed uint64, last int) *detector {
	t.Helper()
	d, mails := newDetector(), 0
	p := arena.Robot(wired, strength, 1)
	choose := p.Choose
	p.Choose = func(ctx context.Context, set engine.Setup, view engine.Position, seat engine.Seat, rng *rand.Rand) ([]string, error) {
		s := view.(*g18cz.State)
		if mails++; s.Round().Set > last {
			return nil, errSeen
		}
		lines, err := choose(ctx, set, view, seat, rng)
		d.turn(&engine.Game{Name: "test", Title: wired, Setup: set, Pos: s}, seat, lines)
		return lines, err
	}
	a := arena.Arena{Title: wired, Players: []arena.Player{p}, Seats: 3, Games: 1, Seed: seed, Opening: 12}
	if _, err := a.Run(t.Context()); err != nil && !errors.Is(err, errSeen) || mails == 0 {
		t.Errorf("seed %d: %v after %d messages", seed, err, mails)
	}
	return d
}

// A hard robot does not consider such mistakes, but what looks like them and is sound.
func TestBlunders(t *testing.T) {
	idle := func(cash int) *g18cz.State { return g18cz.InStock(t, 3, 1, g18cz.Money(0, cash)) }
	started := g18cz.InStock(t, 3, 3, g18cz.InPhase("b"), g18cz.Founded(0, "BN", 60, 60), g18cz.Money(0, 10))
	for _, c := range []struct {
		name, line string
		s          *g18cz.State
		want       bool
	}{
		{"drafting below the cheapest start", "take S5", g18cz.NewGame(t, 3, g18cz.Money(0, 105)), true},
		{"drafting down to it", "take S1", g18cz.NewGame(t, 3, g18cz.Money(0, 125)), false},
		{"drafting without hope for a start", "take S1", g18cz.NewGame(t, 3, g18cz.Money(0, 99)), false},
		{"passing with the money for a start", "pass", idle(125), true},
		{"passing without it", "pass", idle(90), false},
		{"selling a corporation that has not operated", "sell 1 BN", started, true},
		{"passing as a director", "pass", started, false},
	} {
		got := wired.Foresight(c.s, 0).Blunder(c.s, 0, c.line)
		if _, refusal, err := g18cz.Try(c.s, c.line); refusal != nil || err != nil || got != c.want {
			t.Errorf("%s: a blunder: %v, want %v; %v, %v", c.name, got, c.want, refusal, err)
		}
	}
}
