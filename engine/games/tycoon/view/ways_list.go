package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
)

// Plans returns the plans that lists show, by the hex where they begin: the cheapest way
// to each city, then the cheapest to cities that only Perfect Engineering reaches in one
// action, then, from cities with own links and own open ends, the first parts of ways of
// two actions to further cities. Any other legal chain may be written, too.
func (Lists) Plans(s *tycoon.State, seat engine.Seat) map[tycoon.Spot][]tycoon.Plan {
	from, plans := origins(s, seat), map[tycoon.Spot][]tycoon.Plan{}
	one := make([][]way, len(from))
	for i, o := range from {
		one[i] = eachCity(near(s, seat, o, tycoon.Use{}), nil)
	}
	for i, o := range from {
		list, reached := plans[o.Spot], one[i]
		for _, w := range one[i] {
			list = append(list, eitherWay(s, seat, w, one))
		}
		if s.EngineeringCard(seat) != 0 {
			longer := eachCity(near(s, seat, o, tycoon.Use{Engineering: true}), reached)
			for _, w := range longer {
				list = append(list, w.Plan)
			}
		}
		plans[o.Spot] = list
		if o.Open == tycoon.NoOpen && s.LinksFrom(seat, o.City) == 0 && s.OwnLinks(seat) > 0 {
			continue
		}
		further := func(c tycoon.City) bool { return !slices.ContainsFunc(reached, func(w way) bool { return w.To == c }) }
		for _, w := range far(s, seat, from[i:i+1], tycoon.Use{}, 2, 1, further) {
			if !slices.Contains(plans[o.Spot], w.Plan) { // a first part may lead to two cities
				plans[o.Spot] = append(plans[o.Spot], w.Plan)
			}
		}
	}
	return plans
}

// eitherWay returns the plan of a way. Of equal ways between two cities it is the one
// that the list also has from the first of them: what has the same effect is shown once.
func eitherWay(s *tycoon.State, seat engine.Seat, w way, one [][]way) tycoon.Plan {
	comes := func(l tycoon.Link) bool { return l.Owner == seat && (l.From == w.From || l.From == w.To) }
	if w.Plan.Open != tycoon.NoOpen || w.To > w.From || slices.ContainsFunc(s.Open, comes) {
		return w.Plan
	}
	for _, other := range one[w.To] {
		if other.To == w.From && compareWays(other, w) == 0 {
			return backwards(other)
		}
	}
	return w.Plan
}

// backwards returns the plan of a way between two cities from its other end.
func backwards(w way) tycoon.Plan {
	return tycoon.FromCity(w.To, tycoon.Way("").Then(w.Plan.Way.Last().Opposite())+w.Plan.Way.Back())
}
