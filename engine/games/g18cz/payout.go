package g18cz

import (
	"railpost/engine"
	"railpost/engine/games/g18cz/key"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/stock"
)

// The dividend (VIII.8): "pay" or "hold" the earnings of the trains.

var (
	payHead  = engine.Verb{Name: "pay", Also: []string{"payout", "dividend"}, Gloss: key.VerbPay}
	holdHead = engine.Verb{Name: "hold", Also: []string{"withhold"}, Gloss: key.VerbHold}
)

func dividendVerb(s *State, v engine.Verb, pay bool) engine.Verb {
	v.Do = func(tx *engine.Tx, _ engine.Args) error { return payOut(state(tx), tx, pay) }
	if s.Turn.Step != StepPayout {
		v.Not = func() *engine.Refusal {
			return engine.Forbid("VIII.8", key.NoRunFirst, CompanySay("company", s.Company()))
		}
	}
	return v
}

// payOut pays or withholds the revenue of the turn, and moves the marker.
func payOut(s *State, tx *engine.Tx, pay bool) error {
	c, revenue := s.Company(), s.Turn.Revenue
	s.Turn.Revenue = 0
	if !pay {
		return withhold(s, tx, c, revenue)
	}
	for h := range stock.Holder(s.Holders()) {
		n := s.Dividend(c, h, revenue)
		if n == 0 {
			continue
		}
		if err := payHolder(s, h, n); err != nil {
			return err
		}
		tx.Report(key.ReportDividend, s.HolderSay("seat", h), engine.Int("n", n), CompanySay("company", c))
	}
	s.move(c, Row, Book.Sizes[c.Size()].Paid)
	tx.Report(key.ReportPaid, CompanySay("company", c), engine.Int("n", revenue), engine.Int("price", s.PriceOf(c)))
	return nil
}

// withhold puts the revenue into the treasury. Without revenue the marker falls just
// the same, even in the first turn (R29).
func withhold(s *State, tx *engine.Tx, c Company, revenue int) error {
	if err := s.pay(cash.Bank, s.Account(c), revenue); err != nil {
		return err
	}
	s.move(c, -Row, 1)
	report := key.ReportHeld
	if revenue == 0 {
		report = key.ReportNoRevenue
	}
	tx.Report(report, CompanySay("company", c), engine.Int("n", revenue), engine.Int("price", s.PriceOf(c)))
	return nil
}

// Dividend returns the part of a holder, rounded up in their favour (VIII.8).
func (s *State) Dividend(c Company, h stock.Holder, revenue int) int {
	return (revenue*s.Shares.Of(c.Stock(), h) + 99) / 100
}
