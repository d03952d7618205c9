package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/cash"
)

// The timeline (IV.1, VIII.1, VIII.13, X).

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

// keepAll keeps all received trains that nothing was said about.
func keepAll(s *State, c Company) {
	for i := range s.Companies[c].Trains {
		s.Companies[c].Trains[i].Received = false
	}
}

// reorder sorts the players by cash; ties keep their order (VI, VII.2, R35).
func reorder(s *State, tx *engine.Tx, sign int) {
	slices.SortStableFunc(s.Players, func(a, b engine.Seat) int {
		return sign * (s.Cash.Of(SeatAccount(a)) - s.Cash.Of(SeatAccount(b)))
	})
	tx.Report(key.ReportOrder, seatList("seats", s.Players))
}
