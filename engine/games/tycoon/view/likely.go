package view

import (
	"cmp"
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
)

// If lines are equal by all that is known before cubes are drawn, lists keep the order
// of the domain: first the cities that the seat reaches, then those nearby.

// likelyCities returns all cities, in the order of what random cubes there promise the
// seat.
func likelyCities(s *tycoon.State, seat engine.Seat) []tycoon.City {
	o, level := newOutlook(s, seat), s.Player(seat).Engine
	o.fore, o.most = min(level+1, foreMost), briefSteps
	list, worth := make([]tycoon.City, len(s.Cities)), make([]int, len(s.Cities))
	for i := range list {
		c := tycoon.City(i)
		list[i], worth[i] = c, nearby(s, c, o, 0)
		if o.own(c) {
			o.lookFrom(c)
			worth[i] += nearFirst + nearFirst*o.anyCube(c, level)
		}
	}
	slices.SortStableFunc(list, func(a, b tycoon.City) int { return cmp.Compare(worth[b], worth[a]) })
	return list
}

const (
	nearSteps = 10      // hexes that count as near
	nearFirst = 100_000 // more than everything nearby
)

// nearby counts the cubes of a colour around a city, giving more weight to nearer ones:
// in cities of the seat's own links, or in all if there are none. Colour 0 means all
// colours.
func nearby(s *tycoon.State, c tycoon.City, o *outlook, colour tycoon.Colour) (sum int) {
	none := s.OwnLinks(o.seat) == 0
	for x := range s.Cities {
		if cubes := &s.Cities[x].Cubes; none || o.own(tycoon.City(x)) {
			n := cubes.Total()
			if colour != tycoon.Gray {
				n = cubes.Of(colour)
			}
			sum += max(0, nearSteps-stepsTo(s, c, tycoon.City(x))) * n
		}
	}
	return sum
}

// wanted returns the colours of cubes, those with most cubes around a city first.
func wanted(s *tycoon.State, seat engine.Seat, c tycoon.City) []tycoon.Colour {
	o := newOutlook(s, seat)
	var list []tycoon.Colour
	for colour := tycoon.Red; colour <= tycoon.Colours; colour++ {
		list = append(list, colour)
	}
	slices.SortStableFunc(list, func(a, b tycoon.Colour) int { return cmp.Compare(nearby(s, c, o, b), nearby(s, c, o, a)) })
	return list
}
