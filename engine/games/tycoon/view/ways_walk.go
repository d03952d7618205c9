package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/rail/hex"
)

// walker visits all chains that one build action of a player may lay from a start, in
// the order of their hexes, a chain before those that continue it. A track has three
// shapes, so that four tracks from six exits are 6*3^4 chains at most: few enough to
// visit each, so that the cheapest is certain to be found. The rule is that of
// build_check.go, checked track by track.
type walker struct {
	s     *tycoon.State
	seat  engine.Seat
	use   tycoon.Use
	most  int
	visit func(t tip)

	from tycoon.City   // where the whole chain begins
	seen []tycoon.Spot // hexes of the chain, including those of the incomplete link that it continues
}

// tip is the far end of a legal chain.
type tip struct {
	at     tycoon.Spot // the last new track
	side   hex.Edge    // over which it leaves
	what   tycoon.Ahead
	to     tycoon.City // of a complete link; NoCity
	tracks int
	cost   int
	trail  trail
}

// newWalker returns a walker that calls visit for every legal chain.
func newWalker(s *tycoon.State, seat engine.Seat, u tycoon.Use, visit func(t tip)) *walker {
	return &walker{s: s, seat: seat, use: u, most: min(s.MostTracks(u), trailTracks), visit: visit}
}

// walk visits the chains from an origin.
func (w *walker) walk(o origin) {
	w.from, w.seen = o.City, w.seen[:0]
	if o.Open != tycoon.NoOpen {
		w.seen = append(w.seen, w.s.Book().ChainSpots(&w.s.Open[o.Open])...)
	}
	for _, e := range sidesOut(w.s, o) {
		w.enter(tip{at: o.Spot, side: e, trail: trail(0).then(0, e)})
	}
}

// enter extends a chain into the next hex and lays each track there.
func (w *walker) enter(t tip) {
	next := w.s.Book().Hexes[t.at].Next[t.side]
	if slices.Contains(w.seen, next) {
		return
	}
	w.seen = append(w.seen, next)
	in := t.side.Opposite()
	for _, out := range byHex {
		if w.s.MayLay(next, in, out) {
			w.arrive(tip{
				at: next, side: out, to: tycoon.NoCity, tracks: t.tracks + 1, trail: t.trail.then(t.tracks+1, out),
				cost: t.cost + w.s.Book().StepCost(t.at, t.side) + w.s.TrackCost(next, in, out, w.use).Total(),
			})
		}
	}
	w.seen = w.seen[:len(w.seen)-1]
}

// arrive checks where the last track leads, and goes on.
func (w *walker) arrive(t tip) {
	what, next, open := w.s.Ahead(w.seat, t.at, t.side)
	switch what {
	case tycoon.Nowhere:
		return
	case tycoon.Gate:
		t.to = w.s.Book().Hexes[next].City
	case tycoon.OwnEnd:
		if w.meets(open) {
			return
		}
		t.to = w.s.Open[open].From
	}
	t.what = what
	if t.to != tycoon.NoCity {
		if !mayLink(w.s, w.seat, w.from, t.to) {
			return
		}
		t.cost += w.s.Book().StepCost(t.at, t.side)
	}
	w.visit(t)
	if what == tycoon.Country && t.tracks < w.most {
		w.enter(t)
	}
}

// meets reports whether the chain goes through a hex of an incomplete link.
func (w *walker) meets(open int) bool {
	return slices.ContainsFunc(w.s.Book().ChainSpots(&w.s.Open[open]), func(at tycoon.Spot) bool { return slices.Contains(w.seen, at) })
}

// mayLink reports whether a player may own a further link between two cities (R6).
func mayLink(s *tycoon.State, seat engine.Seat, a, b tycoon.City) bool {
	return a != b && !s.Linked(seat, a, b)
}
