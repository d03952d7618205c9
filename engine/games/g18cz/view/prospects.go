package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
)

// Estimates of a share's profit until the game ends: dividends, and the price, which each of them raises
// (IX.2). Rough, for usual turns and lists; no rule depends on it.

// earns estimates a corporation's earnings in a round: its last ones or, if it has not run, those usual for its
// size and capital.
func earns(s *g18cz.State, c g18cz.Company) int {
	switch {
	case lastRevenue(s, c) > 0:
		return lastRevenue(s, c)
	case s.OwnTrains(c) > 0:
		return s.BestRun(c).Revenue
	case s.Companies[c].Operated:
		return 0
	case c.Size() == g18cz.Large:
		return largeEarns
	}
	return [...]int{g18cz.Small: 50, g18cz.Medium: 80}[c.Size()]
}

// mayEarn gives the possible revenue of a corporation that has not run, with its trains or else as usual for
// its size, and a share's part of it; nothing if it earns nothing.
func mayEarn(s *g18cz.State, c g18cz.Company) []engine.Message {
	n := earns(s, c)
	if n == 0 {
		return nil
	}
	say := key.RemarkUsuallyRuns
	if s.OwnTrains(c) > 0 {
		say = key.RemarkCanRun
	}
	return []engine.Message{engine.Msg(say, g18cz.CompanySay("company", c), engine.Int("n", n), engine.Int("part", n*s.StructureOf(c).Share/100))}
}

// largeEarns is the usual revenue of two or three E trains.
const largeEarns = 200

// gain estimates the profit of a share beyond this price. A corporation that has not run earns nothing in its
// first turn.
func gain(s *g18cz.State, c g18cz.Company, price int) int {
	at, _ := slices.BinarySearch(g18cz.Book.Chart, price)
	rounds, n := runsAhead(s), earns(s, c)
	if !s.Companies[c].Operated {
		at, rounds = at-g18cz.Row, rounds-1
	}
	step := g18cz.Row * g18cz.Book.Sizes[c.Size()].Paid
	if n == 0 {
		step = -g18cz.Row
	}
	at = min(max(at+step*max(0, rounds), 0), len(g18cz.Book.Chart)-1)
	return g18cz.Book.Chart[at] - price + max(0, rounds)*n*s.StructureOf(c).Share/100
}
