package g18mag

import (
	"slices"

	"railpost/engine"
	"railpost/engine/rail/stock"
)

// Held returns the percentage of a major that a seat holds.
func (s *State) Held(c Company, seat engine.Seat) int {
	return s.Shares.Of(c.Share(), stock.Holder(seat))
}

// PriceOf returns the price of one share of 10 %.
func (s *State) PriceOf(c Company) int { return s.Market.Price(s.Edition().Chart, c.Share()) }

// WorthOf returns the cash of a seat plus its shares at market price (IX.2).
func (s *State) WorthOf(seat engine.Seat) int {
	sum := s.Cash.Of(Wallet(seat))
	for _, c := range s.Edition().Majors {
		sum += s.Held(c, seat) / Book.Structure.Share * s.PriceOf(c)
	}
	return sum
}

// Certificates returns how many certificates of a seat count for the limit (VII.3).
func (s *State) Certificates(seat engine.Seat) int {
	sum := 0
	for _, c := range s.Edition().Majors {
		sum += s.Shares.Certificates(Book.Structure, c.Share(), stock.Holder(seat))
	}
	return sum
}

// InOrder returns the majors in the order of the present operating round, which is
// fixed at its start; between rounds, in the order of their present prices (VI.1).
func (s *State) InOrder() []Company {
	if s.Stage != Operating {
		return s.majorsByPrice()
	}
	return slices.DeleteFunc(slices.Clone(s.Order), Company.Minor)
}

// majorsByPrice returns the majors in the order of the chart, the first to operate
// first (VI.1).
func (s *State) majorsByPrice() []Company {
	list := slices.Clone(s.Edition().Majors)
	slices.SortFunc(list, func(a, b Company) int { return s.Market.Compare(a.Share(), b.Share()) })
	return list
}
