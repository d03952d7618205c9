package view

import (
	"slices"

	"railpost/engine/games/g18cz"
)

// What a share may bring until the game ends: dividends, and a price that each of them
// raises (IX.2). Rough, for usual turns and lists; no rule depends on it.

// earns estimates what a corporation will earn in a round: what it earned last or, if
// it has not run, what is usual for its size and capital.
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

// largeEarns is what two or three E trains usually earn.
const largeEarns = 200

// gain estimates what a share that costs this much brings beyond its price. A corporation
// that has not run earns nothing in its first turn.
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
