package g18cz

import (
	"railpost/engine"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/cash"
)

// Emergency money and loans (VIII.11).

// payTrain pays the bank for a train. The director adds money missing in the treasury, and borrows the rest.
// The caller has checked that they may help.
func payTrain(s *State, tx *engine.Tx, c Company, price int) error {
	if missing := price - s.Treasury(c); missing > 0 {
		if err := directorHelps(s, tx, c, missing); err != nil {
			return err
		}
	}
	return s.pay(s.Account(c), cash.Bank, price)
}

// ownMeans refuses the director's help while a corporation has a local railway to sell or can pay for another train of
// its own size, where help is the last resort (VIII.11, R54).
func ownMeans(s *State, c Company) *engine.Refusal {
	if !s.Rules.LastResort {
		return nil
	}
	if locals := s.LocalsOf(s.Account(c)); len(locals) > 0 {
		return engine.Forbid("VIII.11", key.NoHelpLocals, CompanySay("company", c), localList("locals", locals))
	}
	for pile := range Book.Piles {
		card, ok := Flipped(c, Card{Pile: pile})
		sold := ok && !s.Rusted(card) && (s.Top() == pile || s.InReserve(card) >= 0)
		if sold && Face(card).Price <= s.Treasury(c) {
			return engine.Forbid("VIII.11", key.NoHelpPays, CompanySay("company", c), CardSay("train", card), engine.Int("price", Face(card).Price))
		}
	}
	return nil
}

// directorHelps makes the director add exactly the missing money (VIII.11, R54).
func directorHelps(s *State, tx *engine.Tx, c Company, missing int) error {
	director := s.DirectorOf(c)
	if short := missing - s.Cash.Of(SeatAccount(director)); short > 0 {
		if err := borrow(s, tx, director, short); err != nil {
			return err
		}
	}
	tx.Report(key.ReportHelped, PlayerSay(director), CompanySay("company", c), engine.Int("n", missing))
	return s.pay(SeatAccount(director), s.Account(c), missing)
}

// borrow gives a player a loan; the penalty equals it and is never paid off (VIII.11, R23).
func borrow(s *State, tx *engine.Tx, seat engine.Seat, n int) error {
	s.Loans[seat].Debt += n
	s.Loans[seat].Penalty += n
	tx.Report(key.ReportLoan, PlayerSay(seat), engine.Int("n", n), engine.Int("debt", s.Loans[seat].Debt))
	return s.pay(cash.Bank, SeatAccount(seat), n)
}

// repay pays off debt (VIII.11).
func repay(s *State, tx *engine.Tx, seat engine.Seat, n int) error {
	s.Loans[seat].Debt -= n
	tx.Report(key.ReportRepaid, PlayerSay(seat), engine.Int("n", n), engine.Int("debt", s.Loans[seat].Debt))
	return s.pay(SeatAccount(seat), cash.Bank, n)
}
