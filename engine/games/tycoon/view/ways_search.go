package view

import (
	"cmp"
	"slices"
	"sync"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/rail/hex"
)

// explore returns ways of at most this many actions from some origins, the best first: all of a
// single action, and of more the n cheapest to each city that differ in their first part. The
// plan of such a way is its first part; cards are used for that alone.
//
// It is Dijkstra's search, track by track. A track has three shapes, so that the four of an
// action are 6*3^4 chains at most: all are followed, and the ways of one action are all that
// there are. Beyond them it follows over each side of a hex the n cheapest chains with as few
// tracks. None uses a hex twice, so it may miss a cheapest way that has to avoid itself; what it
// finds is legal by the rule of build_check.go.
func explore(s *tycoon.State, seat engine.Seat, from []origin, u tycoon.Use, actions, n int) []way {
	return newSearch(s, seat, from, u, actions, n).ways()
}

// ways searches, the best first, and recycles the search.
func (x *search) ways() (list []way) {
	defer x.free()
	found := make([]int, len(x.s.Cities))
	x.each(func(c *chain) {
		if c.to == tycoon.NoCity || !x.aim.wants(c.to, c.cost) {
			return
		}
		w := way{From: c.from.City, To: c.to, Plan: c.plan(x.first), Tracks: c.tracks, Cost: c.cost, Actions: 1}
		if c.tracks > x.first {
			w.Actions = x.actions
			same := func(o way) bool { return o.To == w.To && o.Plan == w.Plan && o.Actions > 1 }
			if found[c.to] == x.n || slices.ContainsFunc(list, same) {
				return
			}
			found[c.to]++
		}
		x.aim.reached(c, x.first)
		list = append(list, w)
	})
	slices.SortFunc(list, inOrder)
	return list
}

// inOrder sorts ways like compareWays, then by where they begin, then by their hexes.
func inOrder(a, b way) int {
	if c := cmp.Or(compareWays(a, b), cmp.Compare(a.Plan.Open, b.Plan.Open), cmp.Compare(a.Plan.From, b.Plan.From)); c != 0 {
		return c
	}
	for k := range min(len(a.Plan.Way), len(b.Plan.Way)) {
		if c := cmp.Compare(slices.Index(byHex[:], a.Plan.Way.Side(k)), slices.Index(byHex[:], b.Plan.Way.Side(k))); c != 0 {
			return c
		}
	}
	return cmp.Compare(a.To, b.To)
}

// search is a search for ways.
type search struct {
	s           *tycoon.State
	seat        engine.Seat
	use         tycoon.Use
	first, most int // tracks of the first action, and of all
	actions, n  int
	aim         *aim         // nil: all cities
	looked      tycoon.Hexes // examined hexes; nil: not wanted
	followed    []int16      // how many chains beyond the first action, by hex, side and number of tracks
	byCost      []queue
	slabs       [][]chain
	used        int // of slabs
}

// queue is the chains of one cost, in the order in which they were found.
type queue struct{ head, tail *chain }

// chain is a chain in progress: its last track and the ones before.
type chain struct {
	last   *chain // the chain without its last track; nil: no track yet
	next   *chain // of the same cost
	from   *origin
	at     tycoon.Spot
	side   hex.Edge
	cost   int
	tracks int
	to     tycoon.City // of a complete link; NoCity
}

// newSearch begins with the sides over which a chain may leave some origins.
func newSearch(s *tycoon.State, seat engine.Seat, from []origin, u tycoon.Use, actions, n int) *search {
	x := searches.Get().(*search)
	x.s, x.seat, x.use, x.first, x.actions, x.n = s, seat, u, s.Book().MostTracks(u), actions, n
	x.most = x.first + (actions-1)*tycoon.BuildTracks
	if actions > 1 {
		size := len(s.Book().Hexes) * hex.Edges * (x.most + 1)
		x.followed = slices.Grow(x.followed[:0], size)[:size]
		clear(x.followed)
	}
	for i := range from {
		o := &from[i]
		for _, e := range sidesOut(s, *o) {
			x.push(chain{from: o, at: o.Spot, side: e, to: tycoon.NoCity})
		}
	}
	return x
}

// looksAround notes a city and the hexes around it, and from then on those in which track may be laid.
func (x *search) looksAround(o origin, looked tycoon.Hexes) {
	if looked == nil {
		return
	}
	x.looked = looked
	looked.Add(o.Spot)
	for _, at := range x.s.Book().Hexes[o.Spot].Next {
		if at != tycoon.NoSpot {
			looked.Add(at)
		}
	}
}

// searches are used again: a list needs dozens.
var searches = sync.Pool{New: func() any { return &search{} }}

// free gives a search back.
func (x *search) free() {
	x.s, x.aim, x.looked, x.used = nil, nil, nil, 0
	clear(x.byCost)
	searches.Put(x)
}

// each extends each chain, the cheapest first, and shows it.
func (x *search) each(visit func(c *chain)) {
	for cost := 0; cost < len(x.byCost); cost++ {
		for c := x.byCost[cost].head; c != nil; c = c.next { // more come
			if c.to == tycoon.NoCity {
				x.extend(c)
			}
			visit(c)
		}
	}
}

func (x *search) push(c chain) {
	for len(x.byCost) <= c.cost {
		x.byCost = append(x.byCost, queue{})
	}
	if x.used == len(x.slabs)*slabChains {
		x.slabs = append(x.slabs, make([]chain, slabChains))
	}
	d := &x.slabs[x.used/slabChains][x.used%slabChains]
	x.used++
	*d = c
	if q := &x.byCost[c.cost]; q.head == nil {
		q.head, q.tail = d, d
	} else {
		q.tail.next, q.tail = d, d
	}
}

// slabChains is the number of chains allocated together.
const slabChains = 256

// extend lays each track in the hex ahead.
func (x *search) extend(c *chain) {
	book := x.s.Book()
	next, in := book.Hexes[c.at].Next[c.side], c.side.Opposite()
	if c.tracks == x.most || !x.aim.ahead(book, next, x.most-c.tracks, c.cost) || c.passes(x.s, next) || c.tracks >= x.first && !x.follow(c) {
		return
	}
	use := x.use
	if c.tracks >= x.first {
		use = tycoon.Use{}
	}
	if x.looked != nil && next != tycoon.NoSpot {
		x.looked.Add(next)
	}
	step := c.cost + book.StepCost(c.at, c.side)
	for _, out := range byHex {
		if !x.s.MayLay(next, in, out) {
			continue
		}
		d := chain{last: c, from: c.from, at: next, side: out, tracks: c.tracks + 1, to: tycoon.NoCity}
		d.cost = step + x.s.TrackCost(next, in, out, use).Total()
		switch what, there, open := x.s.Ahead(x.seat, next, out); what {
		case tycoon.Country, tycoon.Blocked:
			x.push(d)
		case tycoon.Gate:
			x.arrive(d, book.Hexes[there].City)
		case tycoon.OwnEnd:
			if !slices.ContainsFunc(book.ChainSpots(&x.s.Open[open]), func(at tycoon.Spot) bool { return d.passes(x.s, at) }) {
				x.arrive(d, x.s.Open[open].From)
			}
		}
	}
}

// follow reports whether fewer than n chains with as few tracks have been followed over
// the same side.
func (x *search) follow(c *chain) bool {
	counts := x.followed[(int(c.at)*hex.Edges+int(c.side))*(x.most+1):][:c.tracks+1]
	n := 0
	for _, k := range counts {
		n += int(k)
	}
	counts[c.tracks]++
	return n < x.n
}

// arrive adds a complete link.
func (x *search) arrive(c chain, to tycoon.City) {
	c.to = to
	c.cost += x.s.Book().StepCost(c.at, c.side)
	if x.aim.wants(to, c.cost) && (x.aim != nil || mayLink(x.s, x.seat, c.from.City, to)) {
		x.push(c)
	}
}

// mayLink reports whether a player may own a further link between two cities (R6).
func mayLink(s *tycoon.State, seat engine.Seat, a, b tycoon.City) bool {
	return a != b && !s.Linked(seat, a, b)
}

// passes reports whether the chain has a track in a hex, or the incomplete link that it
// continues.
func (c *chain) passes(s *tycoon.State, at tycoon.Spot) bool {
	for ; c.last != nil; c = c.last {
		if c.at == at {
			return true
		}
	}
	return c.from.Open != tycoon.NoOpen && slices.Contains(s.Book().ChainSpots(&s.Open[c.from.Open]), at)
}

// plan returns the plan of at most this many tracks that a chain begins with.
func (c *chain) plan(most int) tycoon.Plan {
	for c.tracks > most {
		c = c.last
	}
	from, back := c.from, make([]hex.Edge, 0, 1+c.tracks)
	for ; c != nil; c = c.last {
		back = append(back, c.side)
	}
	return from.plan(tycoon.WayBack(back))
}
