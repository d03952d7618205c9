package view

import (
	"fmt"
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/stock"
)

// Foresight is how hard robots look ahead: where it is about shares and pay-outs, to the end of
// the game, since a shorter look takes sales for progress. What minors do in their turns hardly
// depends on these, so it is worked out once for many playouts (recurs). In the draft it
// does, and a playout costs too much. Against two normal robots, one won 12 games of 12, at
// 53 s of processor time a game (lab arena 18mag hard normal --seed 101).
func (View) Foresight(p engine.Position, _ engine.Seat) engine.Foresight {
	s := p.(*g18mag.State)
	f := engine.Foresight{Lines: 1, Point: 1, Recurs: recurs}
	if s.Alone == nil && s.Asking == nil && (s.Stage == g18mag.Stocks || s.Stage == g18mag.Operating && !s.Company().Minor()) {
		f.Lines, f.Playouts = 6, 6
	}
	return f
}

// recurs returns the facts on which the turn of a minor depends: without its owner, their property and the
// holders of shares, except for the owner's gain from a train in the last rounds.
func recurs(p engine.Position, seat engine.Seat) []byte {
	s := p.(*g18mag.State)
	if s.Alone != nil || s.Asking != nil || s.Stage != g18mag.Operating || !s.Company().Minor() || s.Actor != seat {
		return nil
	}
	c, part := s.Company(), *s
	part.Priority, part.Actor, part.Table, part.Order, part.At = 0, 0, nil, []g18mag.Company{c}, 0
	part.Cash, part.Shares, part.Market, part.Trade, part.Draft = cash.Ledger{}, stock.Book{}, stock.Market{}, g18mag.StockTurn{}, g18mag.Draft{}
	part.Minors = slices.Clone(s.Minors)
	for i := range part.Minors {
		part.Minors[i].Owner = 0
	}
	var fees []int
	if lastRounds(s) {
		for _, t := range s.Goods().Trains {
			fees = append(fees, lead(s, c, t.Seller, t.Share))
		}
	}
	return fmt.Appendf(engine.Encode(&part), " %d %d", s.Purse(c), fees)
}
