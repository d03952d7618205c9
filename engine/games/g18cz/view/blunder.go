package view

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise/turns"
	"railpost/engine/games/g18cz"
)

// blunder reports whether a line of the draft or of a stock round is one of these mistakes: drafting away the
// money for the cheapest start, passing without a corporation although there is a good deal, and a sale without
// need, as of a corporation before it operates or of what was bought in this round.
func blunder(p engine.Position, seat engine.Seat, line string) bool {
	s := p.(*g18cz.State)
	try := turns.Begin(title, s, seat)
	if !try.Add(line) {
		return false
	}
	usually := func() bool { return slices.Contains(usual(s, seat, false).Lines, line) }
	switch verb, _, _ := strings.Cut(line, " "); verb {
	case "take":
		least := 2 * g18cz.Book.Sizes[g18cz.Small].Starts[0]
		return moneyOf(s, seat) >= least && moneyOf(try.Now(), seat) < least
	case "pass":
		return s.Stage == g18cz.Stocks && len(directed(s, seat)) == 0 && !usually()
	case "sell":
		return !s.OverLimit(seat) && !usually()
	}
	return false
}

func moneyOf(s *g18cz.State, seat engine.Seat) int { return s.Cash.Of(g18cz.SeatAccount(seat)) }
