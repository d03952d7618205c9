package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
)

// Plans returns the plans that lists show, by the hex where they begin: the cheapest way to each city; then the
// cheapest to cities that only Perfect Engineering reaches in one action; then, from cities with own links and
// own open ends, the first parts of ways of two actions to further cities. Any other legal chain may be
// written, too.
func (Lists) Plans(s *tycoon.State, seat engine.Seat) map[tycoon.Spot][]tycoon.Plan {
	plans, each := map[tycoon.Spot][]tycoon.Plan{}, waysFrom(s, seat, tycoon.Use{})
	one, more := each.one, each.further(s, seat, tycoon.Use{})
	var longer *eachOrigin
	if s.Hand(seat).Engineering() != 0 {
		longer = waysFrom(s, seat, tycoon.Use{Engineering: true})
	}
	for i, o := range each.from {
		list := plans[o.Spot]
		for _, w := range one[i] {
			list = append(list, eitherWay(s, seat, w, one))
		}
		if longer != nil {
			for _, w := range longer.one[i] {
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

// eitherWay returns the plan of a way. Of two equal ways between the same cities it is the one that the list
// also has from the first of them, so that the same effect is shown once.
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
