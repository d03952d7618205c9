package g18cz

import (
	"railpost/engine"
	"railpost/engine/rail/cash"
)

// Emergency money and loans (10).

// payTrain pays the bank for a train. What the treasury lacks the director adds;
// what he lacks he borrows. Whether help is allowed is the caller's question.
func (s *State) payTrain(tx *engine.Tx, c Company, price int) error {
	if missing := price - s.purse(c); missing > 0 {
		if err := s.help(tx, c, missing); err != nil {
			return err
		}
	}
	return s.pay(s.account(c), cash.Bank, price)
}

// help: the director adds exactly what is missing (10.1, 10.2).
func (s *State) help(tx *engine.Tx, c Company, missing int) error {
	director := s.directorOf(c)
	if short := missing - s.Cash.Of(wallet(director)); short > 0 {
		if err := s.borrow(tx, director, short); err != nil {
			return err
		}
	}
	tx.Report("18cz.report.helped", who(director), companySay("company", c), engine.Int("n", missing))
	return s.pay(wallet(director), s.account(c), missing)
}

// borrow: the penalty is as high as the loan and is never paid off (10.2).
func (s *State) borrow(tx *engine.Tx, seat engine.Seat, n int) error {
	s.Loans[seat].Debt += n
	s.Loans[seat].Penalty += n
	tx.Report("18cz.report.loan", who(seat), engine.Int("n", n), engine.Int("debt", s.Loans[seat].Debt))
	return s.pay(cash.Bank, wallet(seat), n)
}

// repay pays off what the cash allows (10.3).
func (s *State) repay(tx *engine.Tx, seat engine.Seat) error {
	n := min(s.Cash.Of(wallet(seat)), s.Loans[seat].Debt)
	s.Loans[seat].Debt -= n
	tx.Report("18cz.report.repaid", who(seat), engine.Int("n", n), engine.Int("debt", s.Loans[seat].Debt))
	return s.pay(wallet(seat), cash.Bank, n)
}
