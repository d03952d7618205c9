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
	one, more := make([][]way, len(from)), make([][]way, len(from))
	for i, o := range from {
		actions := 2
		if o.Open == tycoon.NoOpen && s.LinksFrom(seat, o.City) == 0 && s.OwnLinks(seat) > 0 {
			actions = 1
		}
		one[i], more[i] = eachCity(explore(s, seat, from[i:i+1], tycoon.Use{}, actions, 1))
	}
	for i, o := range from {
		list := plans[o.Spot]
		for _, w := range one[i] {
			list = append(list, eitherWay(s, seat, w, one))
		}
		if s.EngineeringCard(seat) != 0 {
			longer, _ := eachCity(near(s, seat, o, tycoon.Use{Engineering: true}))
			for _, w := range longer {
				if !slices.ContainsFunc(one[i], func(r way) bool { return r.To == w.To }) {
					list = append(list, w.Plan)
				}
			}
		}
		for _, w := range more[i] {
			if !slices.Contains(list, w.Plan) { // a first part may lead to two cities
				list = append(list, w.Plan)
			}
		}
		plans[o.Spot] = list
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
