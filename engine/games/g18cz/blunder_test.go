package g18cz_test

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/level"
	"railpost/engine/enginetest/mistakes"
	"railpost/engine/games/g18cz"
	"railpost/engine/robot"
)

// rare is the most of some mistakes in a game of suggested turns: what somebody else's move makes worse is resold, and
// trains may rust sooner than a round before. The others never occur.
var rare = map[string]float64{overdrafted: 0, idles: 0, abandons: 0, handsOver: 0, resells: 1, starves: 0.1}

// Suggested turns avoid mistakes that a rule of thumb prevents, in games that begin in different ways.
func TestNoBlunders(t *testing.T) { few(t, robot.Normal, level.Of(4, 24, 100), level.Of(7, 8, 8)) }

// Hard robots avoid them, too.
func TestNoBlundersOfHard(t *testing.T) {
	level.NeedFull(t)
	few(t, robot.Hard, level.Of(1, 1, 12), level.Of(3, 3, 8))
}

// few counts the mistakes in games of robots of a level until a set is over; the first messages are as easy robots write
// them.
func few(t *testing.T, strength robot.Level, games, last int) {
	t.Helper()
	over := func(p engine.Position) bool { return p.(*g18cz.State).Round().Set > last }
	list := mistakes.Robots{Games: games, Seats: 3, Level: strength, Opening: opening, Until: over}.Play(t, wired)
	mistakes.Few(t, list, rare, func(k mistakes.Game) map[string]int { return blunders(t, k) })
}

// opening is the number of messages of easy robots, whose mistakes do not count.
const opening = 12

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
