package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/rail/hex"
)

// origin is a city or an own open end where chains begin.
type origin struct {
	City tycoon.City // where the whole chain begins
	Open int         // index into State.Open, or NoOpen
	Spot tycoon.Spot
}

// origins returns all places where a player may begin a chain: the cities, then the own
// open ends.
func origins(s *tycoon.State, seat engine.Seat) []origin {
	list := make([]origin, 0, len(s.Book().Cities)+len(s.Open))
	for c := range s.Book().Cities {
		list = append(list, origin{tycoon.City(c), tycoon.NoOpen, s.Book().Cities[c].Spot})
	}
	for i := range s.Open {
		if l := &s.Open[i]; l.Owner == seat {
			list = append(list, origin{l.From, i, s.OpenAt(i)})
		}
	}
	return list
}

// originsAt returns the origins that an order may mean by its start.
func originsAt(s *tycoon.State, seat engine.Seat, start tycoon.Spot) []origin {
	city := s.Book().Hexes[start].City
	return slices.DeleteFunc(origins(s, seat), func(o origin) bool {
		return o.Spot != start && (city == tycoon.NoCity || o.City != city)
	})
}

// plan returns a plan from an origin.
func (o origin) plan(w tycoon.Way) tycoon.Plan {
	if o.Open == tycoon.NoOpen {
		return tycoon.FromCity(o.City, w)
	}
	return tycoon.FromEnd(o.Open, w)
}

// byHex lists the sides of a hex in the order of the hexes beyond them: row by row from
// north to south, west to east.
var byHex = [hex.Edges]hex.Edge{2, 3, 1, 4, 0, 5}

// sidesOut returns the sides over which a chain may leave an origin, in the order of
// the hexes beyond them.
func sidesOut(s *tycoon.State, o origin) []hex.Edge {
	if o.Open != tycoon.NoOpen {
		return []hex.Edge{s.Open[o.Open].Way.Last()}
	}
	return slices.DeleteFunc(slices.Clone(byHex[:]), func(e hex.Edge) bool { return !s.MayLeave(o.City, e) })
}

// walker visits all chains that one build action of a player may lay from a start, in
// the order of their hexes, a chain before those that continue it. A track has three
// shapes, so that four tracks from six exits are 6*3^4 chains at most: few enough to
// visit each, so that the cheapest is certain to be found. The rule is that of
// build_check.go, checked track by track.
type walker struct {
	s     *tycoon.State
	seat  engine.Seat
	use   tycoon.Use
	visit func(t tip)

	from tycoon.City   // where the whole chain begins
	seen []tycoon.Spot // hexes of the chain, including those of the incomplete link that it continues
}

// tip is the far end of a legal chain.
type tip struct {
	at   tycoon.Spot // the last new track
	side hex.Edge    // over which it leaves
	what tycoon.Ahead
	to   tycoon.City // of a complete link; NoCity
	cost int
	way  tycoon.Way
}

// walk visits the chains from an origin.
func (w *walker) walk(o origin) {
	w.from, w.seen = o.City, w.seen[:0]
	if o.Open != tycoon.NoOpen {
		w.seen = append(w.seen, w.s.Book().ChainSpots(&w.s.Open[o.Open])...)
	}
	for _, e := range sidesOut(w.s, o) {
		w.enter(tip{at: o.Spot, side: e, way: tycoon.Way("").Then(e)})
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
				at: next, side: out, to: tycoon.NoCity, way: t.way.Then(out),
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
		if slices.ContainsFunc(w.s.Book().ChainSpots(&w.s.Open[open]), func(at tycoon.Spot) bool { return slices.Contains(w.seen, at) }) {
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
	if what == tycoon.Country && t.way.Tracks() < w.s.MostTracks(w.use) {
		w.enter(t)
	}
}

// mayLink reports whether a player may own a further link between two cities (R6).
func mayLink(s *tycoon.State, seat engine.Seat, a, b tycoon.City) bool {
	return a != b && !s.Linked(seat, a, b)
}
