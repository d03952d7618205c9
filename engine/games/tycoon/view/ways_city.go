package view

import (
	"math"
	"math/bits"
	"slices"
	"sync"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/rail/hex"
)

// The cheapest way to each city, which lists and usual turns are made of. A chain is followed
// only while a city may lie ahead of it to which no way is as cheap.

// eachOrigin is the cheapest ways of a seat to each city, by where they begin. Positions
// with the same track share it.
type eachOrigin struct {
	from []origin
	one  [][]way // of one action

	far  sync.Once
	more [][]way // of two, to other cities; see further
}

// waysFrom returns the cheapest ways of a seat with some cards.
func waysFrom(s *tycoon.State, seat engine.Seat, u tycoon.Use) *eachOrigin {
	return s.OnTrack(seat, u, func() any {
		e := &eachOrigin{from: origins(s, seat)}
		e.one = make([][]way, len(e.from))
		for i, o := range e.from {
			e.one[i] = fromOrigin(s, seat, o, u, 1, nil)
		}
		return e
	}).(*eachOrigin)
}

// fromOrigin is toCities. The ways from a city are the same for all seats, except those that may end at an own
// open end, or lead to a city to which the seat has a link.
func fromOrigin(s *tycoon.State, seat engine.Seat, o origin, u tycoon.Use, actions int, without []way) []way {
	if o.Open != tycoon.NoOpen || endsNear(s, seat, o, s.Book().MostTracks(u)+(actions-1)*tycoon.BuildTracks) {
		return toCities(s, seat, o, u, actions, without, nil)
	}
	linked := linkedTo(s, seat, o.City)
	all := near(s, cityKey{o.City, u, actions}, o).ways
	if !slices.ContainsFunc(all, func(w way) bool { return slices.Contains(linked, w.To) }) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(w way) bool { return slices.Contains(linked, w.To) })
}

// linkedTo returns the cities to which a seat has a link from one.
func linkedTo(s *tycoon.State, seat engine.Seat, from tycoon.City) (list []tycoon.City) {
	for i := range s.Links {
		if l := &s.Links[i]; l.Owner == seat && (l.From == from || l.To == from) {
			list = append(list, other(l, from))
		}
	}
	return list
}

// endsNear reports whether tracks from a city may reach an own open end.
func endsNear(s *tycoon.State, seat engine.Seat, o origin, tracks int) bool {
	at := s.Book().Hexes[o.Spot].At
	for i := range s.Open {
		if s.Open[i].Owner == seat && at.Distance(s.Book().Hexes[s.OpenAt(i)].At) <= tracks+1 {
			return true
		}
	}
	return false
}

// cityKey is the key of ways from a city.
type cityKey struct {
	from    tycoon.City
	use     tycoon.Use
	actions int
}

// cityWays is the result of near.
type cityWays struct {
	ways []way
	in   tycoon.Hexes // hexes that the search has examined
}

// near returns the ways of a seat without links, to cities that one of fewer actions does not reach.
func near(s *tycoon.State, k cityKey, o origin) cityWays {
	return s.Near(k, func() (any, tycoon.Hexes) {
		w := cityWays{in: tycoon.NewHexes(s.Book())}
		var without []way
		if k.actions > 1 {
			fewer := near(s, cityKey{k.from, k.use, k.actions - 1}, o)
			without = fewer.ways
			copy(w.in, fewer.in)
		}
		w.ways = toCities(s, engine.Nobody, o, k.use, k.actions, without, w.in)
		return w, w.in
	}).(cityWays)
}

// further returns the first parts of ways of two actions, from cities with own links and
// own open ends, and from every city before the first link.
func (e *eachOrigin) further(s *tycoon.State, seat engine.Seat, u tycoon.Use) [][]way {
	e.far.Do(func() {
		e.more = make([][]way, len(e.from))
		for i, o := range e.from {
			if o.Open != tycoon.NoOpen || s.Network(seat).From(o.City) > 0 || s.Network(seat).Links() == 0 {
				e.more[i] = fromOrigin(s, seat, o, u, 2, e.one[i])
			}
		}
	})
	return e.more
}

// toCities returns the cheapest way of so many actions to each city, without some of them,
// the best first. It notes the hexes in which it looks, where they are wanted.
func toCities(s *tycoon.State, seat engine.Seat, o origin, u tycoon.Use, actions int, without []way, looked tycoon.Hexes) []way {
	x := newSearch(s, seat, []origin{o}, u, actions, 1)
	x.looksAround(o, looked)
	if x.most <= waysMost {
		x.aim = newAim(s, seat, o, u, without)
	}
	return firstToEach(x.ways(), actions > 1, without)
}

// aim is the cities to which a way is still wanted.
type aim struct {
	*reach
	wanted []int // by city: the highest cost wanted; -1: none
	least  int   // cost of a track
	ends   []openEnd
}

// openEnd is an own open end, where a link may be completed, too.
type openEnd struct {
	at hex.Coord
	to tycoon.City
}

// newAim wants a way to all cities to which an origin may be linked, without some.
func newAim(s *tycoon.State, seat engine.Seat, o origin, u tycoon.Use, without []way) *aim {
	if len(s.Cities) > reachMost {
		return nil
	}
	a := &aim{reach: reachOn(s.Book()), wanted: make([]int, len(s.Cities)), least: tycoon.LeastCost(u)}
	for c := range a.wanted {
		a.wanted[c] = math.MaxInt
	}
	for _, c := range append(linkedTo(s, seat, o.City), o.City) {
		a.wanted[c] = -1
	}
	for _, w := range without {
		a.wanted[w.To] = -1
	}
	for i := range s.Open {
		if l := &s.Open[i]; l.Owner == seat && i != o.Open {
			a.ends = append(a.ends, openEnd{s.Book().Hexes[s.OpenAt(i)].At, l.From})
		}
	}
	return a
}

// reached narrows the search to ways to a city that are as cheap as one already found; none if it takes several
// actions, of which the first is kept.
func (a *aim) reached(c *chain, first int) {
	switch {
	case a == nil:
	case c.tracks > first:
		a.wanted[c.to] = -1
	default:
		a.wanted[c.to] = c.cost
	}
}

// wants reports whether a way of some cost to a city is wanted.
func (a *aim) wants(c tycoon.City, cost int) bool { return a == nil || cost <= a.wanted[c] }

// ahead reports whether a chain of some cost may continue in a hex, with so many tracks left, to a city to
// which a way is wanted.
func (a *aim) ahead(b *tycoon.Book, at tycoon.Spot, left, cost int) bool {
	if a == nil || at == tycoon.NoSpot {
		return a == nil
	}
	for near := a.within[at][left]; near != 0; near &= near - 1 {
		if c := bits.TrailingZeros64(near); a.wanted[c] >= cost+a.least*int(a.tracks[at][c]) {
			return true
		}
	}
	return slices.ContainsFunc(a.ends, func(e openEnd) bool {
		return a.wanted[e.to] >= cost && b.Hexes[at].At.Distance(e.at) <= left
	})
}

// reach is the hexes that tracks can reach from each hex of a board, if the first is laid there, ignoring
// present track.
type reach struct {
	within [][waysMost + 1]uint64 // cities by number of tracks, a bit each
	tracks [][reachMost]uint8     // least number by city
}

const (
	waysMost  = 2*tycoon.BuildTracks + 1 // tracks of a way
	reachMost = 64                       // cities of a board
)

func reachOn(b *tycoon.Book) *reach {
	if known, ok := reaches.Load(b); ok {
		return known.(*reach)
	}
	r := &reach{make([][waysMost + 1]uint64, len(b.Hexes)), make([][reachMost]uint8, len(b.Hexes))}
	for n := 1; n <= waysMost; n++ {
		for at := range b.Hexes {
			if b.Hexes[at].Track() {
				r.add(b, tycoon.Spot(at), n)
			}
		}
	}
	reaches.Store(b, r)
	return r
}

// add adds the reach of n tracks from a hex, if that of n-1 is known.
func (r *reach) add(b *tycoon.Book, at tycoon.Spot, n int) {
	set := &r.within[at][n]
	for _, next := range b.Hexes[at].Next {
		switch {
		case next == tycoon.NoSpot:
		case b.Hexes[next].City != tycoon.NoCity:
			*set |= 1 << b.Hexes[next].City
		default:
			*set |= r.within[next][n-1]
		}
	}
	for c := range b.Cities {
		if *set>>c&1 != 0 && r.tracks[at][c] == 0 {
			r.tracks[at][c] = uint8(n)
		}
	}
}

// reaches are the reach by board.
var reaches sync.Map
