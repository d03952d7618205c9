package tycoon

import "sync"

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
