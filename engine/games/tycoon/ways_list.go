package tycoon

import (
	"iter"
	"slices"
	"sync"

	"railpost/engine"
)

// wayList is the domain of ways with those that lists of legal lines show. It is an
// engine.Recorder, which says that any other legal way may be written, too.
type wayList struct{ wayNames }

// Members are the ways that are worth listing: not nearly all that are legal.
func (d wayList) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		for _, p := range d.s.listedPlans(d.seat)[d.start] {
			if !yield(reading{Plan: p}) {
				return
			}
		}
	}
}

// listing is what lists of legal lines show of the ways on a layout. One look serves
// every start and every copy of a position; that of the seat asked for last is kept.
type listing struct {
	sync.Mutex
	seat   engine.Seat
	longer bool // with Perfect Engineering
	rules  Variant
	plans  map[Spot][]Plan // by start; nil before the first look
}

// listedPlans are the plans that lists of legal lines show to a seat, by their start.
// They are shared and never changed.
func (s *State) listedPlans(seat engine.Seat) map[Spot][]Plan {
	l, longer := &s.laid().listing, s.engineeringCard(seat) != 0
	l.Lock()
	defer l.Unlock()
	if l.plans == nil || l.seat != seat || l.longer != longer || l.rules != s.Rules {
		v := s.survey(seat, Use{}, waysEach)
		l.seat, l.longer, l.rules, l.plans = seat, longer, s.Rules, map[Spot][]Plan{}
		for i, o := range v.from {
			l.plans[o.Spot] = append(l.plans[o.Spot], v.plansOf(i)...)
		}
	}
	return l.plans
}

// plansOf are the plans listed from an origin: the cheapest way to each city, then the
// cheapest to cities that only Perfect Engineering reaches
// in one action, then the first parts of the cheapest ways of two actions to further
// cities. Any other legal chain may be written, too.
func (v *survey) plansOf(i int) []Plan {
	o := v.from[i]
	list := make([]Plan, 0, 2*len(v.near[i])+8)
	for _, c := range v.near[i] {
		list = append(list, o.plan(v.eitherWay(i, c)))
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

// eitherWay is the way of a hop. Of equal ways between two cities that is the one which
// the list has from the first of them too: what does the same is shown once.
func (v *survey) eitherWay(i int, c hop) Way {
	way, from := c.trail.way(), v.from[i]
	comes := func(l Link) bool { return l.Owner == v.seat && (l.From == from.City || l.From == c.to) }
	if from.Open != noOpen || c.to > from.City || slices.ContainsFunc(v.s.Open, comes) {
		return way
	}
	for _, other := range v.near[c.to] {
		if other.to == from.City && other.cost == c.cost && other.tracks == c.tracks {
			back := other.trail.way()
			return Way("").Then(back.Last().Opposite()) + back.back()
		}
	}
	return way
}

// longer are the cheapest ways from an origin that need Perfect Engineering, one to
// each city that is not reached without.
func (v *survey) longer(i int) []hop {
	if v.s.engineeringCard(v.seat) == 0 {
		return nil
	}
	top, open := newBest(len(v.s.book.Cities), 1), v.open(i)
	v.s.walker(v.seat, Use{Engineering: true}, func(t tip) {
		if t.to != NoCity && open[t.to] {
			top.add(t)
		}
	}).walk(v.from[i])
	return top.appendTo(nil)
}
