package route

import (
	"math/bits"
	"slices"
)

// survey is what a train makes of some stops.
type survey struct {
	value     int  // without wagons
	long      bool // the train has to be lengthened
	extras    int
	lastExtra int
	areas     int
}

// survey looks at a route for a train; ok is false when it is too long even with
// a wagon that lengthens.
func (p *Problem) survey(stops []int, t Train) (s survey, ok bool) {
	var cities, towns []int
	for _, i := range stops {
		switch v := p.Stops[i].Value; p.Stops[i].Class {
		case Extra:
			s.extras++
			s.lastExtra = i
		case Town:
			towns = append(towns, v)
		case Area:
			s.areas++
			fallthrough
		case City:
			cities = append(cities, v)
		}
	}
	c := newClass(t)
	total := len(cities) + len(towns)
	if len(cities) > t.Range || total > c.long {
		return s, false
	}
	s.long = total > c.normal
	if t.Express {
		cities, towns = dearest(append(cities, dearest(towns, t.towns(len(cities)))...), t.Range), nil
	}
	for _, v := range append(cities, towns...) {
		s.value += v
	}
	return s, true
}

// towns is how many towns an Express counts beside so many cities.
func (t *Train) towns(cities int) int {
	if t.CitiesFirst {
		return min(t.Towns, t.Range-cities)
	}
	return t.Towns
}

// dearest are the n greatest of some values.
func dearest(values []int, n int) []int {
	slices.SortFunc(values, func(a, b int) int { return b - a })
	return values[:min(n, len(values))]
}

// extra is the money of the Extras among the stops.
func (p *Problem) extra(stops []int) (money int) {
	for _, i := range stops {
		if p.Stops[i].Class == Extra {
			money += p.Stops[i].Value
		}
	}
	return money
}

func bitsOf(wagons []int) (b uint8) {
	for _, w := range wagons {
		b |= 1 << w
	}
	return b
}

func wagonsOf(b uint8) (wagons []int) {
	for ; b != 0; b &= b - 1 {
		wagons = append(wagons, bits.TrailingZeros8(b))
	}
	return wagons
}
