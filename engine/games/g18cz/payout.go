package g18cz

import (
	"railpost/engine"
	"railpost/engine/rail/cash"
	"railpost/engine/rail/stock"
)

// The dividend (7.8): "pay" or "hold" what the trains earned.

var payHeads = []engine.Verb{payHead, holdHead}

var (
	payHead  = engine.Verb{Name: "pay", Also: []string{"payout", "dividend"}, Gloss: "18cz.verb.pay"}
	holdHead = engine.Verb{Name: "hold", Also: []string{"withhold"}, Gloss: "18cz.verb.hold"}
)

func (s *State) payVerb() engine.Verb { return s.dividendVerb(payHead, true) }

func (s *State) holdVerb() engine.Verb { return s.dividendVerb(holdHead, false) }

func (s *State) dividendVerb(v engine.Verb, pay bool) engine.Verb {
	v.Do = func(tx *engine.Tx, _ engine.Args) error {
		s := state(tx)
		if err := s.payOut(tx, pay); err != nil {
			return err
		}
		return s.advance(tx)
	}
	if s.Turn.Step != stepPayout {
		v.Not = func() *engine.Refusal {
			return engine.Forbid("7.8", "18cz.no.run-first", companySay("company", s.company()))
		}
	}
	return v
}

// payOut pays or withholds the revenue of the turn, and moves the marker.
func (s *State) payOut(tx *engine.Tx, pay bool) error {
	c, revenue := s.company(), s.Turn.Revenue
	s.Turn.Revenue = 0
	if !pay {
		return s.withhold(tx, c, revenue)
	}
	for h := range stock.Holder(s.holders()) {
		n := s.dividend(c, h, revenue)
		if n == 0 {
			continue
		}
		if err := s.earn(h, n); err != nil {
			return err
		}
		tx.Report("18cz.report.dividend", s.holder("seat", h), engine.Int("n", n), companySay("company", c))
	}
	s.move(c, row, book.sizes[companies[c].size].paid)
	tx.Report("18cz.report.paid", companySay("company", c), engine.Int("n", revenue), engine.Int("price", s.priceOf(c)))
	return nil
}

// withhold puts the revenue into the treasury. Where there was none the marker
// falls just so, on the first turn too (R29).
func (s *State) withhold(tx *engine.Tx, c Company, revenue int) error {
	if err := s.pay(cash.Bank, s.account(c), revenue); err != nil {
		return err
	}
	s.move(c, -row, 1)
	key := "18cz.report.held"
	if revenue == 0 {
		key = "18cz.report.no-revenue"
	}
	tx.Report(key, companySay("company", c), engine.Int("n", revenue), engine.Int("price", s.priceOf(c)))
	return nil
}

// dividend is the part of a holder, rounded up for himself (7.8).
func (s *State) dividend(c Company, h stock.Holder, revenue int) int {
	return (revenue*s.Shares.Of(c.share(), h) + 99) / 100
}
