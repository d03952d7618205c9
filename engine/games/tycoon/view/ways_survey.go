package view

import (
	"cmp"
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/rail/hex"
)

// survey finds everything that a player can build in one action, from all cities and all
// own open ends, and what can be completed in two.
//
// One action: a walker visits every legal chain, and the cheapest are kept.
//
// Two actions: a way of more tracks than one action may lay is a first part, which
// lays all it may and leaves an open end over a side between two hexes, and a second
// part. Seen from its far end the second part is a chain from a city or from another
// own open end that leaves an open end over the same side, out of the other hex.
// What a track or a ridge costs does not depend on the direction, the ridge between
// the parts is paid once, and the hexes and sides that must be free are the same
// in both directions. So every way of two actions is a pair of parts that meet over
// a side. Of the first parts over a side the cheapest alone is kept, and of the
// second parts the cheapest of each origin, since any other pair with the same side
// costs at least as much. The cheapest pair of all is therefore the cheapest way,
// unless a hex is in both parts; where it is (a way that crosses itself), the search
// of ways_far.go looks again, hex by hex.
type survey struct {
	s      *tycoon.State
	seat   engine.Seat
	use    tycoon.Use
	most   int // tracks of the first part
	from   []origin
	near   [][]hop  // by origin: the cheapest of one action
	first  [][]part // by origin: first parts
	second []part
	over   []int // by hex and side: the last second part that was found, or none
}

// part is a chain with an open end: a part of a longer one.
type part struct {
	from   int // index of survey.from
	next   int // another one over the same side, or none
	at     tycoon.Spot
	side   hex.Edge
	tracks int
	cost   int
	trail  trail
}

const none = -1

// newSurvey looks at a position and keeps at most each ways to the same city. Cards are
// used for the present action, not for the one after it.
func newSurvey(s *tycoon.State, seat engine.Seat, u tycoon.Use, each int) *survey {
	v := &survey{s: s, seat: seat, use: u, most: s.MostTracks(u), from: origins(s, seat)}
	v.near, v.first = make([][]hop, len(v.from)), make([][]part, len(v.from))
	v.over = slices.Repeat([]int{none}, len(s.Book().Hexes)*hex.Edges)
	v.second = make([]part, 0, 8192)
	alike := u == tycoon.Use{} // first and second parts come from one walk
	v.walkFirst(each, alike)
	if !alike {
		v.walkSecond()
	}
	return v
}

// walkFirst visits all chains of the present action.
func (v *survey) walkFirst(each int, alike bool) {
	top := newBest(len(v.s.Book().Cities), each)
	over := slices.Clone(v.over)
	firsts := make([]part, 0, 4096)
	from, begun, begunSecond := 0, 0, 0
	w := newWalker(v.s, v.seat, v.use, func(t tip) {
		switch {
		case t.to != tycoon.NoCity:
			top.add(t)
			return
		case t.what != tycoon.Country:
			return
		case t.tracks == v.most:
			firsts = keepPart(firsts, &over[sideIndex(t.at, t.side)], begun, from, t)
		}
		if alike {
			v.second = keepPart(v.second, &v.over[sideIndex(t.at, t.side)], begunSecond, from, t)
		}
	})
	for i, o := range v.from {
		from, begun, begunSecond = i, len(firsts), len(v.second)
		top.clear()
		w.walk(o)
		v.near[i] = top.appendTo(nil)
		v.first[i] = firsts[begun:len(firsts):len(firsts)]
	}
}

// walkSecond visits all chains of a later action, from the far end.
func (v *survey) walkSecond() {
	from, begun := 0, 0
	w := newWalker(v.s, v.seat, tycoon.Use{}, func(t tip) {
		if t.what == tycoon.Country {
			v.second = keepPart(v.second, &v.over[sideIndex(t.at, t.side)], begun, from, t)
		}
	})
	for i, o := range v.from {
		from, begun = i, len(v.second)
		w.walk(o)
	}
}

// sideIndex numbers the sides of all hexes.
func sideIndex(at tycoon.Spot, e hex.Edge) int { return int(at)*hex.Edges + int(e) }

// keepPart adds a part unless the same origin has a cheaper one over the same side.
// Those of the origin start at begun, and last is the last one found over the side.
// Parts come in the order of their hexes, so that the first of equals is kept.
func keepPart(list []part, last *int, begun, from int, t tip) []part {
	h := part{from, *last, t.at, t.side, t.tracks, t.cost, t.trail}
	if *last < begun {
		*last = len(list)
		return append(list, h)
	}
	if old := &list[*last]; cmp.Or(cmp.Compare(h.cost, old.cost), cmp.Compare(h.tracks, old.tracks)) < 0 {
		h.next = old.next
		*old = h
	}
	return list
}

// pair is a first part and a second one that continues it.
type pair struct {
	first, second *part
	to            tycoon.City
	cost, tracks  int
}

// compare sorts like that of hop. Equals with the same first part are interchangeable.
func (a pair) compare(b pair) int {
	return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.tracks, b.tracks), cmp.Compare(a.first.trail, b.first.trail))
}

// pairs returns the cheapest pairs from an origin to each city that cannot be reached
// in one action, by city; first is nil if there is none.
func (v *survey) pairs(i int) []pair {
	list := make([]pair, len(v.s.Book().Cities))
	open := v.open(i)
	for f := range v.first[i] {
		a := &v.first[i][f]
		next := v.s.Book().Hexes[a.at].Next[a.side]
		for k := v.over[sideIndex(next, a.side.Opposite())]; k != none; k = v.second[k].next {
			b := &v.second[k]
			to := v.from[b.from].City
			p := pair{a, b, to, a.cost + b.cost + v.s.Book().StepCost(a.at, a.side), a.tracks + b.tracks}
			if open[to] && (list[to].first == nil || p.compare(list[to]) < 0) {
				list[to] = p
			}
		}
	}
	return list
}

// open returns the cities that a link from an origin may go to and that it does not
// reach in one action.
func (v *survey) open(i int) []bool {
	list := slices.Repeat([]bool{true}, len(v.s.Book().Cities))
	list[v.from[i].City] = false
	for k := range v.s.Links {
		switch l := &v.s.Links[k]; {
		case l.Owner != v.seat:
		case l.From == v.from[i].City:
			list[l.To] = false
		case l.To == v.from[i].City:
			list[l.From] = false
		}
	}
	for _, n := range v.near[i] {
		list[n.to] = false
	}
	return list
}

// far returns the cheapest ways of two actions from an origin, one to each city that
// cannot be reached in one; the cheapest first.
func (v *survey) far(i int) []way {
	var list []way
	for to, p := range v.pairs(i) {
		switch {
		case p.first == nil:
		case !v.crosses(p):
			list = append(list, way{Plan: v.from[i].plan(p.first.trail.way()), To: p.to, Tracks: p.tracks, Cost: p.cost, Actions: 2})
		default:
			list = append(list, searchAcross(v.s, v.seat, v.from[i:i+1], tycoon.City(to), v.use, 2, 1)...)
		}
	}
	slices.SortStableFunc(list, compareWays)
	return list
}

// crosses reports whether a hex is in both parts.
func (v *survey) crosses(p pair) bool {
	first := hexesOf(v.s, v.from[p.first.from], p.first.trail)
	return slices.ContainsFunc(hexesOf(v.s, v.from[p.second.from], p.second.trail), func(at tycoon.Spot) bool { return slices.Contains(first, at) })
}

// hexesOf returns the hexes of a chain, including those of the incomplete link that it
// continues.
func hexesOf(s *tycoon.State, o origin, t trail) []tycoon.Spot {
	var list []tycoon.Spot
	if o.Open != tycoon.NoOpen {
		list = s.Book().ChainSpots(&s.Open[o.Open])
	}
	at, w := o.Spot, t.way()
	for k := range w.Tracks() {
		at = s.Book().Hexes[at].Next[w.Side(k)]
		list = append(list, at)
	}
	return list
}
