package tycoon

import (
	"iter"
	"slices"

	"railpost/engine"
)

// wayList is the domain of ways with those that lists of legal lines show. It is an
// engine.Recorder, which says that any other legal way may be written, too.
type wayList struct {
	wayNames
	look func() *survey // one look for all starts
}

// Members are the ways that are worth listing: not nearly all that are legal.
func (d wayList) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		for _, p := range d.look().plans(d.start) {
			if !yield(reading{Plan: p}) {
				return
			}
		}
	}
}

// plans are those that lists of legal lines show from a start: the cheapest way to
// each city, then other cheap ones, then the cheapest to cities that only Perfect
// Engineering reaches in one action, then the first parts of the cheapest ways of two
// actions to further cities. Any other legal chain may be written, too.
func (v *survey) plans(start Spot) (list []Plan) {
	for i, o := range v.from {
		if o.Spot == start {
			list = append(list, v.plansOf(i)...)
		}
	}
	return list
}

// plansOf are those from an origin.
func (v *survey) plansOf(i int) []Plan {
	o := v.from[i]
	list := make([]Plan, 0, 2*len(v.near[i])+8)
	for _, c := range v.near[i] {
		list = append(list, o.plan(c.trail.way()))
	}
	for _, c := range v.longer(i) {
		list = append(list, o.plan(c.trail.way()))
	}
	for _, w := range v.far(i) {
		if !slices.Contains(list, w.Plan) { // one first part may lead to two cities
			list = append(list, w.Plan)
		}
	}
	return list
}

// longer are the cheapest ways from an origin that need Perfect Engineering, one to
// each city that is not reached without.
func (v *survey) longer(i int) []hop {
	if v.engineeringCard(v.seat) == 0 {
		return nil
	}
	top, open := newBest(len(v.book.Cities), 1), v.open(i)
	v.walker(v.seat, Use{Engineering: true}, func(t tip) {
		if t.to != NoCity && open[t.to] {
			top.add(t)
		}
	}).walk(v.from[i])
	return top.appendTo(nil)
}
