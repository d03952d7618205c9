package route

import (
	"math/bits"
	"slices"
)

// survey is the count of some stops by a train.
type survey struct {
	value     int  // without services
	long      bool // the train must be lengthened
	extras    int
	lastExtra int
	areas     int
}

// survey counts a route for a train; ok is false if it is too long even with a service
// that lengthens the train.
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
		cities, towns = highest(append(cities, highest(towns, t.towns(len(cities)))...), t.Range), nil
	}
	for _, v := range append(cities, towns...) {
		s.value += v
	}
	return s, true
}

// towns returns how many towns an Express counts in addition to a number of cities.
func (t *Train) towns(cities int) int {
	if t.CitiesFirst {
		return min(t.Towns, t.Range-cities)
	}
	return t.Towns
}

// highest returns the n highest of some values.
func highest(values []int, n int) []int {
	slices.SortFunc(values, func(a, b int) int { return b - a })
	return values[:min(n, len(values))]
}

// extra returns the money of the Extras among the stops.
func (p *Problem) extra(stops []int) (money int) {
	for _, i := range stops {
		if p.Stops[i].Class == Extra {
			money += p.Stops[i].Value
		}
	}
	return money
}

func servicesOf(b uint8) (services []int) {
	for ; b != 0; b &= b - 1 {
		services = append(services, bits.TrailingZeros8(b))
	}
	return services
}
