package view

import (
	"cmp"
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

// plan returns a plan from an origin.
func (o origin) plan(w tycoon.Way) tycoon.Plan {
	if o.Open == tycoon.NoOpen {
		return tycoon.FromCity(o.City, w)
	}
	return tycoon.FromEnd(o.Open, w)
}

// sidesOut returns the sides over which a chain may leave an origin, in the order of
// the hexes beyond them.
func sidesOut(s *tycoon.State, o origin) []hex.Edge {
	if o.Open != tycoon.NoOpen {
		return []hex.Edge{s.Open[o.Open].Way.Last()}
	}
	return slices.DeleteFunc(slices.Clone(byHex[:]), func(e hex.Edge) bool { return !s.MayLeave(o.City, e) })
}

// hop is a chain that completes a link in one action.
type hop struct {
	to     tycoon.City
	cost   int
	tracks int
	trail  trail
}

// compare sorts the cheaper first, then the one with fewer tracks, then by hexes. No
// two chains from one origin are equal.
func (a hop) compare(b hop) int {
	return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.tracks, b.tracks), cmp.Compare(a.trail, b.trail))
}

// way returns a chain from an origin as a proposal.
func (a hop) way(o origin) way {
	return way{Plan: o.plan(a.trail.way()), To: a.to, Tracks: a.tracks, Cost: a.cost, Actions: 1}
}

// best keeps the cheapest chains to each city.
type best struct {
	each int
	list []hop // by city, room for each chain
	n    []int // by city
}

func newBest(cities, each int) *best {
	return &best{each: each, list: make([]hop, cities*each), n: make([]int, cities)}
}

func (b *best) clear() { clear(b.n) }

// add adds a chain that is complete.
func (b *best) add(t tip) {
	c := hop{t.to, t.cost, t.tracks, t.trail}
	list := b.list[int(t.to)*b.each:][:b.each]
	n := &b.n[t.to]
	at := *n
	for at > 0 && c.compare(list[at-1]) < 0 {
		at--
	}
	if at == b.each {
		return
	}
	*n = min(*n+1, b.each)
	copy(list[at+1:*n], list[at:])
	list[at] = c
}

// to returns the chains to a city, the cheapest first.
func (b *best) to(c tycoon.City) []hop { return b.list[int(c)*b.each:][:b.n[c]] }

// appendTo appends what is kept: the cheapest to each city first, sorted by cost, then
// the second ones.
func (b *best) appendTo(list []hop) []hop {
	for i := range b.each {
		from := len(list)
		for c := range b.n {
			if i < b.n[c] {
				list = append(list, b.list[c*b.each+i])
			}
		}
		slices.SortFunc(list[from:], hop.compare)
	}
	return list
}

// route is the cheapest way to link two cities in one action.
type route struct {
	From, To tycoon.City // From < To
	Plan     tycoon.Plan // from either city
	Cost     int
	Tracks   int
}

// cheapest returns the cheapest way of one action to link each pair of cities that a
// player may link, in the order of the cities. It visits every legal chain and caches
// nothing.
func cheapest(s *tycoon.State, seat engine.Seat, u tycoon.Use) []route {
	n := len(s.Book().Cities)
	table := make([]route, n*n)
	var o origin
	w := newWalker(s, seat, u, func(t tip) {
		if t.to == tycoon.NoCity {
			return
		}
		a, b := min(o.City, t.to), max(o.City, t.to)
		r := &table[int(a)*n+int(b)]
		if r.Tracks == 0 || cmp.Or(cmp.Compare(t.cost, r.Cost), cmp.Compare(t.tracks, r.Tracks)) < 0 {
			*r = route{a, b, o.plan(t.trail.way()), t.cost, t.tracks}
		}
	})
	for _, o = range origins(s, seat) {
		w.walk(o)
	}
	return slices.DeleteFunc(table, func(r route) bool { return r.Tracks == 0 })
}
