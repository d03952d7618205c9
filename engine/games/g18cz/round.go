package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/cash"
)

// The rounds of the timeline (IV.1, VII.2, VIII.1, VIII.13, X), and the turns in them
// (VIII.3).

// nextRound begins the next round of the timeline.
func nextRound(s *State, tx *engine.Tx) error {
	s.Time++
	switch s.Stage = s.Round().Stage; s.Stage {
	case Stocks:
		return beginStock(s, tx)
	case Operating:
		return beginRound(s, tx)
	}
	endGame(s, tx, key.ReportEnd)
	return nil
}

// beginRound pays the local railways, then fixes the order of the round (VIII.1).
func beginRound(s *State, tx *engine.Tx) error {
	s.Trader, s.At = engine.Nobody, 0
	tx.Report(key.ReportOperating, engine.Int("set", s.Round().Set), engine.Int("round", s.Round().Number), engine.Int("value", s.Round().Value))
	if err := payIncome(s, tx); err != nil {
		return err
	}
	s.Order = s.Active()
	return beginTurn(s, tx)
}

// payIncome pays the income of all local railways to their owners (IV.1).
func payIncome(s *State, tx *engine.Tx) error {
	sum := make([]int, len(s.Cash.Held))
	for l, it := range s.Locals {
		if it.In && it.Owner != cash.Bank {
			sum[it.Owner] += Book.Locals[l].Income
		}
	}
	for a, n := range sum {
		if n == 0 {
			continue
		}
		if err := s.pay(cash.Bank, cash.Account(a), n); err != nil {
			return err
		}
		if seat := s.SeatOf(cash.Account(a)); seat != engine.Nobody {
			tx.Report(key.ReportIncome, PlayerSay(seat), engine.Int("n", n))
		} else {
			tx.Report(key.ReportIncomeCompany, CompanySay("company", s.CompanyOf(cash.Account(a))), engine.Int("n", n))
		}
	}
	return nil
}

// endRound ends an operating round; at the end of a set the top card of the depot is
// exported (VIII.13).
func endRound(s *State, tx *engine.Tx) error {
	s.Order, s.At = nil, 0
	if s.Round().Export {
		if err := renew(s, tx); err != nil {
			return err
		}
	}
	return nextRound(s, tx)
}

// renew takes the top card of the depot out of the game; for two players the neutral
// one gets new trains instead (VIII.13, Two players).
func renew(s *State, tx *engine.Tx) error {
	if s.Two() {
		return neutralTrains(s, tx)
	}
	return exportCard(s, tx)
}

// endGame stops the game.
func endGame(s *State, tx *engine.Tx, report string) {
	s.Stage, s.Trader = Over, engine.Nobody
	s.Order, s.At, s.Turn, s.Trade, s.Draft = nil, 0, Turn{}, StockTurn{}, Draft{}
	s.Asking, s.Lifted, s.Merging = nil, nil, nil
	for c := range s.Companies {
		keepAll(s, Company(c))
	}
	tx.Report(report)
}

// reorder sorts the players by cash; ties keep their order (VI, VII.2, R35).
func reorder(s *State, tx *engine.Tx, sign int) {
	slices.SortStableFunc(s.Players, func(a, b engine.Seat) int {
		return sign * (s.Cash.Of(SeatAccount(a)) - s.Cash.Of(SeatAccount(b)))
	})
	tx.Report(key.ReportOrder, seatList("seats", s.Players))
}

// beginTurn opens the turn of the corporation that operates, at its first step
// that is possible. One that was taken over before does not act (VIII.2).
func beginTurn(s *State, tx *engine.Tx) error {
	for s.At < len(s.Order) && s.Companies[s.Order[s.At]].Gone {
		s.At++
	}
	if s.At == len(s.Order) {
		return endRound(s, tx)
	}
	c := &s.Companies[s.Company()]
	s.Turn = Turn{Step: TurnSteps[0], First: !c.Operated}
	c.Operated = true
	if s.Turn.First {
		if err := placeHome(s, tx); err != nil {
			return err
		}
	}
	return proceed(s, tx)
}

// proceed continues after an order: at the question that it left open, at the present step
// if that can ask again, or else at the next possible step or turn.
func proceed(s *State, tx *engine.Tx) error {
	if q, _ := s.Question(); q != NoQuestion {
		return nil
	}
	switch {
	case s.Stage == Stocks:
		return askTrader(s, tx)
	case s.Stage != Operating || s.Can(s.Turn.Step):
		return nil
	}
	if err := passOver(s, tx, s.Turn.Step); err != nil {
		return err
	}
	return advance(s, tx)
}

// advance moves from the present step to the next possible one; after the last it ends
// the turn.
func advance(s *State, tx *engine.Tx) error {
	if more, err := s.Walk(tx).Advance(s.Turn.Step); more || err != nil {
		return err
	}
	return endTurn(s, tx)
}

// endTurn moves to the next corporation of the round, or ends the round.
func endTurn(s *State, tx *engine.Tx) error {
	s.Turn = Turn{}
	s.At++
	return beginTurn(s, tx)
}

// beginStock begins a stock round: excess trains of an export go first (VII.2), then the
// first in order begins.
func beginStock(s *State, tx *engine.Tx) error {
	s.Trade, s.Trader = StockTurn{}, s.Players[0]
	tx.Report(key.ReportStock, engine.Int("set", s.Round().Set))
	return proceed(s, tx)
}

// askTrader asks the player whose turn it is, or the next one who has a choice. A
// player who has none is skipped and counts as passing. The round ends when all have
// passed in a row.
func askTrader(s *State, tx *engine.Tx) error {
	for s.Trade.Passed < s.Seats {
		if canTrade(s, s.Trader) {
			return nil
		}
		if !s.Trade.Acted {
			s.Trade.Passed++
			tx.Report(key.ReportNoTrade, PlayerSay(s.Trader))
		}
		nextSeat(s)
	}
	return endStock(s, tx)
}

func nextSeat(s *State) {
	i := slices.Index(s.Players, s.Trader)
	s.Trade.Acted, s.Trader = false, s.Players[(i+1)%s.Seats]
}

// endTrade ends the turn of the trader.
func endTrade(s *State, tx *engine.Tx) error {
	nextSeat(s)
	return askTrader(s, tx)
}

// endStock ends a stock round: corporations that are sold out rise, in operating order
// (R42); the richest player comes first in the next stock round (VII.2).
func endStock(s *State, tx *engine.Tx) error {
	s.Trade = StockTurn{}
	tx.Report(key.ReportStockEnds)
	for _, c := range s.Active() {
		if s.Shares.Sold(c.Stock()) < 100 {
			continue
		}
		s.move(c, diagonal, 1)
		tx.Report(key.ReportSoldOut, CompanySay("company", c), engine.Int("price", s.PriceOf(c)))
	}
	reorder(s, tx, -1)
	return nextRound(s, tx)
}
