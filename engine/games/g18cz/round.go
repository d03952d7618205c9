package g18cz

import (
	"slices"

	"railpost/engine"
	"railpost/engine/rail/cash"
)

// The timeline (3, 7.1, 9.5, 11).

// nextRound begins the round that the timeline has next.
func (s *State) nextRound(tx *engine.Tx) error {
	s.Time++
	switch s.Stage = s.slot().stage; s.Stage {
	case stocks:
		return s.beginStock(tx)
	case operating:
		return s.beginRound(tx)
	}
	s.end(tx, "18cz.report.end")
	return nil
}

// beginRound: local railways pay, then the order of the round is fixed (7.1).
func (s *State) beginRound(tx *engine.Tx) error {
	s.Trader, s.At = engine.Nobody, 0
	tx.Report("18cz.report.operating", engine.Int("set", s.slot().set), engine.Int("round", s.slot().round), engine.Int("value", s.slot().value))
	if err := s.income(tx); err != nil {
		return err
	}
	s.Order = s.active()
	return s.beginTurn(tx)
}

// income of all local railways goes to their owners (3).
func (s *State) income(tx *engine.Tx) error {
	sum := make([]int, len(s.Cash.Held))
	for l, it := range s.Locals {
		if it.In && it.Owner != cash.Bank {
			sum[it.Owner] += book.locals[l].income
		}
	}
	for a, n := range sum {
		if n == 0 {
			continue
		}
		if err := s.pay(cash.Bank, cash.Account(a), n); err != nil {
			return err
		}
		if seat := s.seatOf(cash.Account(a)); seat != engine.Nobody {
			tx.Report("18cz.report.income", who(seat), engine.Int("n", n))
		} else {
			tx.Report("18cz.report.income-company", companySay("company", s.companyOf(cash.Account(a))), engine.Int("n", n))
		}
	}
	return nil
}

// endRound: a train is exported at the end of a set; with two players the neutral
// one's corporations take new trains instead (9.5, 12).
func (s *State) endRound(tx *engine.Tx) error {
	s.Order, s.At = nil, 0
	if s.slot().export {
		renew := s.export
		if s.two() {
			renew = s.neutralTrains
		}
		if err := renew(tx); err != nil {
			return err
		}
	}
	return s.nextRound(tx)
}

// end stops the game.
func (s *State) end(tx *engine.Tx, key string) {
	s.Stage, s.Trader = over, engine.Nobody
	s.Order, s.At, s.Turn, s.Trade, s.Draft = nil, 0, Turn{}, StockTurn{}, Draft{}
	s.Asking, s.Lifted, s.Merging = nil, nil, nil
	for c := range s.Companies {
		s.keepAll(Company(c))
	}
	tx.Report(key)
}

// keepAll ends what a take-over left to be said of its trains.
func (s *State) keepAll(c Company) {
	for i := range s.Companies[c].Trains {
		s.Companies[c].Trains[i].Received = false
	}
}

// reorder sorts the players by cash; ties keep their order (4, 5.1).
func (s *State) reorder(tx *engine.Tx, sign int) {
	slices.SortStableFunc(s.Players, func(a, b engine.Seat) int {
		return sign * (s.Cash.Of(wallet(a)) - s.Cash.Of(wallet(b)))
	})
	tx.Report("18cz.report.order", seatList("seats", s.Players))
}
