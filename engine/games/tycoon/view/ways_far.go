package view

import (
	"cmp"
	"container/heap"
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/rail/hex"
)

// searchAcross returns the n cheapest ways to a city that take several actions, up to a
// limit; each has a different first part, which is the plan. Cards are used for the
// first part only. Ways of a single action are left out.
//
// The search is A*. A walker visits all chains of the first action; from their open ends
// the search goes track by track, always from the chain that promises the cheapest whole:
// its cost so far plus the least cost of the rest by homeward. homeward is exact but for
// one rule: it may use a hex that the chain uses already. So it never overestimates, and
// the first whole chain that comes up is the cheapest: every other one on the list costs
// at least what it promises.
func searchAcross(s *tycoon.State, seat engine.Seat, from []origin, to tycoon.City, u tycoon.Use, actions, n int) []way {
	later := (actions - 1) * tycoon.BuildTracks
	a := &journey{s: s, seat: seat, to: to, most: s.MostTracks(u) + later, home: newHomeward(s, seat, to, later)}
	for i, o := range from {
		if mayLink(s, seat, o.City, to) {
			a.begin(i, o, u)
		}
	}
	var list []way
	for len(a.queue) > 0 && len(list) < n {
		c := heap.Pop(&a.queue).(*reach)
		switch {
		case c.first.done:
		case c.home:
			c.first.done = true
			list = append(list, way{Plan: from[c.first.from].plan(c.first.trail.way()), To: to, Tracks: c.tracks, Cost: c.cost, Actions: actions})
		default:
			a.extend(c)
		}
	}
	return list
}

// journey is a search for ways of several actions.
type journey struct {
	s     *tycoon.State
	seat  engine.Seat
	to    tycoon.City
	most  int
	home  homeward
	queue reaches
}

// opening is a first part, with the hexes of the incomplete link that it continues.
type opening struct {
	from  int
	trail trail
	done  bool // a way that begins with it has been found
	spots []tycoon.Spot
}

// reach is a chain in progress: its last track and the ones before.
type reach struct {
	first    *opening
	before   *reach // nil: the first action ends here
	at       tycoon.Spot
	side     hex.Edge
	cost     int // so far
	tracks   int
	home     bool // the link is complete
	promised toll // of the whole
}

// begin adds all chains of the first action to the list.
func (a *journey) begin(i int, o origin, u tycoon.Use) {
	w := newWalker(a.s, a.seat, u, nil)
	w.visit = func(t tip) {
		if t.what == tycoon.Country && t.tracks == w.most {
			first := &opening{from: i, trail: t.trail}
			a.push(&reach{first: first, at: t.at, side: t.side, cost: t.cost, tracks: t.tracks})
		}
	}
	begun := len(a.queue)
	w.walk(o)
	for _, c := range a.queue[begun:] {
		c.first.spots = hexesOf(a.s, o, c.first.trail)
	}
}

// push adds a chain to the list unless it can no longer reach the city in time.
func (a *journey) push(c *reach) {
	c.promised = toll{c.cost, c.tracks}
	if !c.home {
		on, least := a.rest(c.at, c.side)
		if on.tracks == 0 || c.tracks+least > a.most {
			return
		}
		c.promised = toll{c.cost + on.cost, c.tracks + on.tracks}
	}
	heap.Push(&a.queue, c)
}

// extend lays each track in the hex ahead.
func (a *journey) extend(c *reach) {
	next := a.s.Book().Hexes[c.at].Next[c.side]
	if c.passes(next) {
		return
	}
	in := c.side.Opposite()
	for _, out := range byHex {
		if !a.s.MayLay(next, in, out) {
			continue
		}
		d := &reach{first: c.first, before: c, at: next, side: out, tracks: c.tracks + 1}
		d.cost = c.cost + a.s.Book().StepCost(c.at, c.side) + a.s.TrackCost(next, in, out, tycoon.Use{}).Total()
		switch what, there, open := a.s.Ahead(a.seat, next, out); what {
		case tycoon.Country:
			a.push(d)
		case tycoon.Gate:
			if a.s.Book().Hexes[there].City == a.to {
				a.arrive(d)
			}
		case tycoon.OwnEnd:
			if a.s.Open[open].From == a.to && !slices.ContainsFunc(a.s.Book().ChainSpots(&a.s.Open[open]), d.passes) {
				a.arrive(d)
			}
		}
	}
}

// rest returns what is at least missing from an open end to the city: the cost of the
// cheapest way, and the fewest tracks of any.
func (a *journey) rest(at tycoon.Spot, e hex.Edge) (cheapest toll, least int) {
	meets := sideIndex(a.s.Book().Hexes[at].Next[e], e.Opposite())
	cheapest = a.home.cheapest[meets]
	cheapest.cost += a.s.Book().StepCost(at, e)
	return cheapest, a.home.fewest[meets].tracks
}

// arrive adds a complete link to the list.
func (a *journey) arrive(c *reach) {
	c.home = true
	c.cost += a.s.Book().StepCost(c.at, c.side)
	if c.tracks <= a.most {
		a.push(c)
	}
}

// passes reports whether the chain has a track in a hex.
func (c *reach) passes(at tycoon.Spot) bool {
	for ; c.before != nil; c = c.before {
		if c.at == at {
			return true
		}
	}
	return slices.Contains(c.first.spots, at)
}

// reaches is a heap: the cheapest promise first, then fewer tracks, then by hexes.
type reaches []*reach

func (r reaches) Len() int      { return len(r) }
func (r reaches) Swap(i, j int) { r[i], r[j] = r[j], r[i] }
func (r reaches) Less(i, j int) bool {
	a, b := r[i], r[j]
	d := cmp.Or(cmp.Compare(a.promised.cost, b.promised.cost), cmp.Compare(a.promised.tracks, b.promised.tracks),
		cmp.Compare(a.first.from, b.first.from), cmp.Compare(a.first.trail, b.first.trail))
	return d < 0 || d == 0 && a.tracks > b.tracks
}
func (r *reaches) Push(c any) { *r = append(*r, c.(*reach)) }
func (r *reaches) Pop() any {
	last := len(*r) - 1
	c := (*r)[last]
	*r = (*r)[:last]
	return c
}
