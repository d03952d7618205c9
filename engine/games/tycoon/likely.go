package tycoon

import (
	"cmp"
	"iter"
	"slices"

	"railpost/engine"
)

// Where lines are equal by all that is known before cubes are drawn, lists show first
// what a domain lists first: the cities that the seat reaches, then those near by.

// likely is a domain whose values are listed in another order.
type likely[T any] struct {
	engine.Domain
	order func() []T
}

func (d likely[T]) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		for _, v := range d.order() {
			if !yield(v) {
				return
			}
		}
	}
}

// growing are all cities, in the order of what random cubes there promise the seat.
func (s *State) growing(seat engine.Seat) []City {
	o, level := s.outlook(seat), s.player(seat).Engine
	o.fore, o.most = min(level+1, foreMost), briefSteps
	list, worth := make([]City, len(s.Cities)), make([]int, len(s.Cities))
	for i := range list {
		c := City(i)
		list[i], worth[i] = c, s.nearby(c, o, 0)
		if o.own(c) {
			o.lookFrom(c)
			worth[i] += nearFirst + nearFirst*o.anyCube(c, level)
		}
	}
	slices.SortStableFunc(list, func(a, b City) int { return cmp.Compare(worth[b], worth[a]) })
	return list
}

const (
	nearSteps = 10      // hexes that are near
	nearFirst = 100_000 // more than all that lies around
)

// nearby is how many cubes of a colour lie around a city, the nearer the more: in
// cities of the seat's own links, or in all as long as there are none. 0 stands for
// all colours.
func (s *State) nearby(c City, o *outlook, colour Colour) (sum int) {
	none := s.ownLinks(o.seat) == 0
	for x := range s.Cities {
		if cubes := &s.Cities[x].Cubes; none || o.own(City(x)) {
			n := cubes.Total()
			if colour != Gray {
				n = cubes.Of(colour)
			}
			sum += max(0, nearSteps-s.stepsTo(c, City(x))) * n
		}
	}
	return sum
}

// wanted are the colours of cubes, those first that lie around a city most.
func (s *State) wanted(seat engine.Seat, c City) []Colour {
	o := s.outlook(seat)
	var list []Colour
	for colour := Red; colour <= Colours; colour++ {
		list = append(list, colour)
	}
	slices.SortStableFunc(list, func(a, b Colour) int { return cmp.Compare(s.nearby(c, o, b), s.nearby(c, o, a)) })
	return list
}

// tileCity is the domain of gray cities, and tileColour that of the colours that one
// may get.
func (s *State) tileCity(seat engine.Seat) engine.Domain {
	return likely[City]{s.cityDomain(s.mustBeGray), func() []City { return s.growing(seat) }}
}

func (s *State) tileColour(seat engine.Seat, c City) engine.Domain {
	return likely[Colour]{colourDomain(s.mustBeTile), func() []Colour { return s.wanted(seat, c) }}
}
