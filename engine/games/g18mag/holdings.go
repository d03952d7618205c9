package g18mag

import (
	"slices"

	"railpost/engine"
	"railpost/engine/rail/stock"
)

// held is the percent of a major that a seat holds.
func (s *State) held(c Company, seat engine.Seat) int {
	return s.Shares.Of(c.share(), stock.Holder(seat))
}

// priceOf is the price of one share of 10 %.
func (s *State) priceOf(c Company) int { return s.Market.Price(s.edition().chart, c.share()) }

// worthOf is the cash of a seat and its shares at market price (IX.2).
func (s *State) worthOf(seat engine.Seat) int {
	sum := s.Cash.Of(wallet(seat))
	for _, c := range s.edition().majors {
		sum += s.held(c, seat) / book.cut.Share * s.priceOf(c)
	}
	return sum
}

// certificates of a seat that count for the limit (VII.3).
func (s *State) certificates(seat engine.Seat) int {
	sum := 0
	for _, c := range s.edition().majors {
		sum += s.Shares.Certificates(book.cut, c.share(), stock.Holder(seat))
	}
	return sum
}

// inOrder are the majors in the order of the operating round that is played, which
// is fixed at its start; between rounds in the order in which they stand now (VI.1).
func (s *State) inOrder() []Company {
	if s.Stage != operating {
		return s.majorsByPrice()
	}
	return slices.DeleteFunc(slices.Clone(s.Order), Company.minor)
}

// majorsByPrice are the majors as they stand on the chart, the first to operate
// first (VI.1).
func (s *State) majorsByPrice() []Company {
	list := slices.Clone(s.edition().majors)
	slices.SortFunc(list, func(a, b Company) int { return s.Market.Compare(a.share(), b.share()) })
	return list
}
