package tycoon

import (
	"math/bits"
	"slices"
	"sync"

	"railpost/engine"
	"railpost/engine/rail/hex"
)

// Piece is a track in a hex: it joins two sides.
type Piece struct {
	Owner engine.Seat
	A, B  hex.Edge
}

// layout is the track in each hex, computed from the links of a position when it is
// first needed. Positions with the same track share it, so it is never changed: code
// that changes Links or Open must call relay.
type layout struct {
	once sync.Once
	used []Sides // by Spot: sides that a track touches; in a city, sides that a link uses
	ends []Spot  // by index into State.Open: the hex of its open end

	filled sync.Once
	pieces []Piece // the pieces of a hex are adjacent
	from   []int16 // by Spot: index of its first piece; one more

	linked sync.Once
	roads  [][]road // see State.roads

	listing listing
	nearby  nearby
}

// relay drops the layout because the track has changed.
func (s *State) relay() { s.layout = &layout{nearby: nearby{before: s.layout.found()}} }

// laid returns the layout of the present track, without its pieces.
func (s *State) laid() *layout {
	s.layout.once.Do(func() { s.layout.use(s) })
	return s.layout
}

// Pieces returns the tracks in a hex, of complete and of incomplete links.
func (s *State) Pieces(at Spot) []Piece {
	l := s.layout
	l.filled.Do(func() { l.fill(s) })
	return l.pieces[l.from[at]:l.from[at+1]:l.from[at+1]]
}

// used returns the sides of a hex that a track touches; in a city, the sides that a
// link uses.
func (s *State) used(at Spot) Sides { return s.laid().used[at] }

// OpenAt returns the hex that holds the open end of an incomplete link.
func (s *State) OpenAt(open int) Spot { return s.laid().ends[open] }

// use notes the sides that all chains use, and their ends.
func (l *layout) use(s *State) {
	l.used, l.ends = make([]Sides, len(s.book.Hexes)), make([]Spot, len(s.Open))
	for i := range s.Links {
		l.useChain(s.book, &s.Links[i])
	}
	for i := range s.Open {
		l.ends[i] = l.useChain(s.book, &s.Open[i])
	}
}

// useChain notes the sides that a chain uses and returns its last hex.
func (l *layout) useChain(b *Book, link *Link) Spot {
	at := b.Cities[link.From].Spot
	l.used[at] = l.used[at].With(link.Way.Side(0))
	for k := range link.Way.Tracks() {
		in := link.Way.Side(k)
		at = b.Hexes[at].Next[in]
		l.used[at] = l.used[at].With(in.Opposite()).With(link.Way.Side(k + 1))
	}
	if link.To != NoCity {
		to := b.Cities[link.To].Spot
		l.used[to] = l.used[to].With(link.Way.Last().Opposite())
	}
	return at
}

// fill puts the tracks of all chains into their hexes.
func (l *layout) fill(s *State) {
	l.from = make([]int16, len(s.book.Hexes)+1)
	each(s, func(at Spot, _ Piece) { l.from[at]++ })
	n := int16(0)
	for at := range l.from {
		n += l.from[at]
		l.from[at] = n // the end of its pieces, until they are placed
	}
	l.pieces = make([]Piece, n)
	each(s, func(at Spot, p Piece) {
		l.from[at]--
		l.pieces[l.from[at]] = p
	})
	for at := range s.book.Hexes { // they were placed from the end
		slices.Reverse(l.pieces[l.from[at]:l.from[at+1]])
	}
}

// each passes on the tracks of all chains.
func each(s *State, piece func(at Spot, p Piece)) {
	for _, list := range [][]Link{s.Links, s.Open} {
		for i := range list {
			link := &list[i]
			at := s.book.Cities[link.From].Spot
			for k := range link.Way.Tracks() {
				in := link.Way.Side(k)
				at = s.book.Hexes[at].Next[in]
				piece(at, Piece{Owner: link.Owner, A: in.Opposite(), B: link.Way.Side(k + 1)})
			}
		}
	}
}

// Count returns the number of sides in the set.
func (s Sides) Count() int { return bits.OnesCount8(uint8(s)) }

// A link changes a few hexes of the board. Results about the track around one place are therefore cached from
// layout to layout, until the track there changes.

// nearby is such results for a layout.
type nearby struct {
	sync.Mutex
	before *layout // a former layout whose results are still to be copied; nil: none
	rules  Variant
	found  map[any]finding
}

type finding struct {
	what any
	in   Hexes
}

// Hexes is a set of hexes, a bit each.
type Hexes []uint64

const wordBits = 64

// NewHexes returns room for hexes of a board.
func NewHexes(b *Book) Hexes { return make(Hexes, (len(b.Hexes)+wordBits-1)/wordBits) }

// Add adds a hex.
func (h Hexes) Add(at Spot) { h[at/wordBits] |= 1 << (at % wordBits) }

func (h Hexes) meets(other Hexes) bool {
	for i := range h {
		if h[i]&other[i] != 0 {
			return true
		}
	}
	return false
}

// Near returns the result of find, which must depend only on the key, the options and the track in the hexes
// that find returns. It is shared and never changed.
func (s *State) Near(key any, find func() (any, Hexes)) any {
	l := s.laid()
	n := &l.nearby
	n.Lock()
	n.inherit(s)
	known, ok := n.found[key]
	n.Unlock()
	if ok {
		return known.what
	}
	what, in := find()
	n.Lock()
	defer n.Unlock()
	n.found[key] = finding{what, in}
	return what
}

// inherit copies results from the former layout in hexes that have not changed.
func (n *nearby) inherit(s *State) {
	before := n.before
	n.before = nil
	if n.found == nil || n.rules != s.Rules {
		n.rules, n.found = s.Rules, map[any]finding{}
	}
	if before == nil {
		return
	}
	changed := NewHexes(s.book)
	for at, used := range s.layout.used {
		if used != before.used[at] {
			changed.Add(Spot(at))
		}
	}
	before.nearby.Lock()
	defer before.nearby.Unlock()
	if before.nearby.rules != s.Rules {
		return
	}
	for key, f := range before.nearby.found {
		if !f.in.meets(changed) {
			n.found[key] = f
		}
	}
}

// found returns the last layout with results; nil if none is known.
func (l *layout) found() *layout {
	if l == nil {
		return nil
	}
	l.nearby.Lock()
	defer l.nearby.Unlock()
	if l.nearby.found == nil {
		return l.nearby.before
	}
	return l
}
