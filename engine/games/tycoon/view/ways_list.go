package view

import (
	"slices"

	"railpost/engine/games/tycoon"
)

// plansOf returns the plans listed from an origin: the cheapest way to each city, then
// the cheapest to cities that only Perfect Engineering reaches in one action, then the
// first parts of the cheapest ways of two actions to further cities. Any other legal
// chain may be written, too.
func (v *survey) plansOf(i int) []tycoon.Plan {
	o := v.from[i]
	list := make([]tycoon.Plan, 0, 2*len(v.near[i])+8)
	for _, c := range v.near[i] {
		list = append(list, o.plan(v.eitherWay(i, c)))
	}
	for _, c := range v.longer(i) {
		list = append(list, o.plan(c.trail.way()))
	}
	for _, w := range v.far(i) {
		if !slices.Contains(list, w.Plan) { // a first part may lead to two cities
			list = append(list, w.Plan)
		}
	}
	return list
}

// eitherWay returns the way of a hop. Of equal ways between two cities it is the one
// that the list also has from the first of them: what has the same effect is shown
// once.
func (v *survey) eitherWay(i int, c hop) tycoon.Way {
	way, from := c.trail.way(), v.from[i]
	comes := func(l tycoon.Link) bool { return l.Owner == v.seat && (l.From == from.City || l.From == c.to) }
	if from.Open != tycoon.NoOpen || c.to > from.City || slices.ContainsFunc(v.s.Open, comes) {
		return way
	}
	for _, other := range v.near[c.to] {
		if other.to == from.City && other.cost == c.cost && other.tracks == c.tracks {
			back := other.trail.way()
			return tycoon.Way("").Then(back.Last().Opposite()) + back.Back()
		}
	}
	return way
}

// longer returns the cheapest ways from an origin that need Perfect Engineering, one to
// each city that is not reached without it.
func (v *survey) longer(i int) []hop {
	if v.s.EngineeringCard(v.seat) == 0 {
		return nil
	}
	top, open := newBest(len(v.s.Book().Cities), 1), v.open(i)
	newWalker(v.s, v.seat, tycoon.Use{Engineering: true}, func(t tip) {
		if t.to != tycoon.NoCity && open[t.to] {
			top.add(t)
		}
	}).walk(v.from[i])
	return top.appendTo(nil)
}
