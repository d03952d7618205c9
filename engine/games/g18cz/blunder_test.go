package g18cz_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/level"
	"railpost/engine/games/g18cz"
	"railpost/engine/robot"
	"railpost/engine/robot/arena"
)

// Robots and suggested turns avoid mistakes that a rule of thumb prevents: in the first sets of games that begin in
// different ways, and at the full level also if they are hard.
func TestNoBlunders(t *testing.T) {
	for seed := range uint64(level.Of(6, 24, 100)) {
		watch(t, robot.Normal, seed, 6)
	}
	if level.Full() {
		watch(t, robot.Hard, 0, 3)
	}
}

var errSeen = errors.New("seen enough")

// watch holds a game of robots to the rules of thumb until a set has begun; the first messages are as easy robots
// write them.
func watch(t *testing.T, strength robot.Level, seed uint64, last int) {
	t.Helper()
	const opening = 12
	d, mails := detector{t: t}, 0
	p := arena.Robot(wired, strength, 1)
	choose := p.Choose
	p.Choose = func(ctx context.Context, set engine.Setup, view engine.Position, seat engine.Seat, rng *rand.Rand) ([]string, error) {
		s := view.(*g18cz.State)
		if mails++; s.Round().Set > last {
			return nil, errSeen
		}
		lines, err := choose(ctx, set, view, seat, rng)
		for _, line := range lines {
			d.look(s, seat, line)
		}
		return lines, err
	}
	a := arena.Arena{Title: wired, Players: []arena.Player{p}, Seats: 3, Games: 1, Seed: seed, Opening: opening}
	if seed == 0 {
		a.Opening = 0
	}
	if _, err := a.Run(t.Context()); err != nil && !errors.Is(err, errSeen) || mails == 0 {
		t.Errorf("seed %d: %v after %d messages", seed, err, mails)
	}
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

// detector finds mistakes in the lines of a game.
type detector struct {
	t *testing.T
}

func (d *detector) look(s *g18cz.State, seat engine.Seat, line string) {
	d.t.Helper()
	words, money := strings.Fields(line), s.Cash.Of(g18cz.SeatAccount(seat))
	const cheapest = 100
	switch {
	case s.Stage == g18cz.Drafting && words[0] == "take":
		l := slices.IndexFunc(g18cz.Book.Locals[:], func(l g18cz.PrintedLocal) bool { return l.ID == words[1] })
		if left := money - g18cz.Book.Locals[l].Price; money >= cheapest && left < cheapest {
			d.t.Errorf("%s leaves %d K, and the cheapest start is %d K", line, left, cheapest)
		}
	case s.Stage != g18cz.Stocks:
	case words[0] == "pass":
		idle := !slices.ContainsFunc(s.InPlay(), func(c g18cz.Company) bool { return s.DirectorOf(c) == seat })
		if idle && money >= 2*cheapest && s.Round().Set < 5 {
			d.t.Errorf("set %d: seat %d passes with %d K and no corporation", s.Round().Set, seat, money)
		}
	case words[0] == "sell":
		c := g18cz.MustCompany(words[2])
		if s.DirectorOf(c) == seat && !s.Companies[c].Operated {
			d.t.Errorf("set %d: %s sells what has not operated", s.Round().Set, line)
		}
	}
}
