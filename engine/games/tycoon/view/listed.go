package view

import (
	"cmp"
	"math"
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/rail/hex"
)

// Lists chooses the entries of lists, and puts the likely useful ones first.
type Lists struct{}

// Limit is that of the usual bid, or a few dollars more than the lowest one.
func (Lists) Limit(s *tycoon.State, seat engine.Seat) int {
	u := newUsual(s, seat)
	defer u.view.free()
	u.weighAll()
	if n := u.limit(); n > 0 {
		return n
	}
	return s.LeastBid() + limitMore
}

// limitMore is how far a limit that is listed exceeds the lowest bid.
const limitMore = 2

// Growing sorts cities at the ends of own links first, then those near them.
func (Lists) Growing(s *tycoon.State, seat engine.Seat) (list []tycoon.City) {
	at := func(c tycoon.City) hex.Coord { return s.Book().Hexes[s.Book().Cities[c].Spot].At }
	steps := make([]int, len(s.Cities))
	for c := range s.Cities {
		list = append(list, tycoon.City(c))
		steps[c] = math.MaxInt
		for _, l := range s.Links {
			if l.Owner == seat {
				steps[c] = min(steps[c], at(l.From).Distance(at(tycoon.City(c))), at(l.To).Distance(at(tycoon.City(c))))
			}
		}
	}
	slices.SortStableFunc(list, func(a, b tycoon.City) int { return cmp.Compare(steps[a], steps[b]) })
	return list
}

// Wanted sorts the colours with most cubes in cities at the ends of own links first; in all cities if there are none.
func (Lists) Wanted(s *tycoon.State, seat engine.Seat) (list []tycoon.Colour) {
	var cubes [tycoon.Colours + 1]int
	none := s.Network(seat).Links() == 0
	for colour := tycoon.Red; colour <= tycoon.Colours; colour++ {
		list = append(list, colour)
		for c := range s.Cities {
			if none || s.Network(seat).From(tycoon.City(c)) > 0 {
				cubes[colour] += s.Cities[c].Cubes.Of(colour)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b tycoon.Colour) int { return cubes[b] - cubes[a] })
	return list
}
