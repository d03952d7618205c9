package track

import (
	"math/bits"
	"sync"

	"railpost/engine/rail/hex"
)

// The search for trails.
//
// A plain walk over track is not exact: it may come back through a switch and run
// along its own way in the other direction. That trails are met exactly follows
// from a graph whose vertices are the ends of sides, two for each side of the
// board, one in each hex. The two ends of a side are matched. Two ends in one hex
// are joined by an edge when track leads from one to the other, plainly or over a
// stop that may be passed; and a root, which is matched with nothing, is joined to
// the ends that track joins to own stations. Then:
//
//   - An alternating path from the root (an edge, a matched edge, an edge, ...) that
//     repeats no vertex crosses no side twice: it is a walk that fulfils the rule of
//     sides.
//   - If it meets a stop twice, in by x and out by y, later in by z and out by w, it
//     can go in by x and out by w: x and w are different sides, as none is used
//     twice. If it comes back to a station it can start there. So what it crosses
//     last is crossed by a trail too, and a trail is such a path.
//   - A side is hence crossed by a trail just if one of its ends can be reached by
//     an alternating path of even length. These are the outer vertices of the
//     search of Edmonds for a matching (1965): with one root and no other vertex
//     unmatched it finds no augmenting path and ends with all of them marked. A
//     loop of track is what he calls a blossom.
//
// Every vertex has at most five edges, so the search takes next to no time.

// Marks of a vertex.
const (
	unseen = iota
	inner  // a trail leaves the hex there
	outer  // a trail enters there
)

// scratch is the working memory of a search.
type scratch struct {
	own   []Place // stations of the owner
	held  []uint8 // by HexID*maxStops + stop: stations
	block []uint8 // by HexID: stops that are blocked for the owner

	mark  []uint8 // by vertex
	from  []int16 // by inner vertex: the outer vertex that found it, or the root
	base  []int16 // by vertex: of its blossom, by union-find
	seen  []int32 // by base: the last call of meet that passed it
	calls int32
	queue []int16
}

type scratchPool struct{ pool sync.Pool }

func (p *scratchPool) get(hexes int) *scratch {
	if s, ok := p.pool.Get().(*scratch); ok {
		return s
	}
	n := hexes * hex.Edges
	return &scratch{
		held: make([]uint8, hexes*maxStops), block: make([]uint8, hexes),
		mark: make([]uint8, n), from: make([]int16, n), base: make([]int16, n+1), seen: make([]int32, n+1),
		queue: make([]int16, 0, n),
	}
}

func (p *scratchPool) put(s *scratch) { p.pool.Put(s) }

// search marks every vertex that a trail from one of the places meets.
func (s *scratch) search(b *Board, w *World, places []Place) {
	clear(s.mark)
	s.queue = s.queue[:0]
	root := int16(len(s.mark))
	for i := range s.base {
		s.base[i] = int16(i)
	}
	for _, p := range places {
		edges := b.Shape(w, p.Hex).Edges[p.Stop]
		for ; edges != 0; edges &= edges - 1 {
			s.step(w, root, int16(end(p.Hex, hex.Edge(bits.TrailingZeros8(edges)))))
		}
	}
	for i := 0; i < len(s.queue); i++ {
		v := s.queue[i]
		h, e := HexID(v/hex.Edges), hex.Edge(v%hex.Edges)
		out := b.Shape(w, h).Joined(e, b.passable(w, h)&^s.block[h])
		for ; out != 0; out &= out - 1 {
			s.step(w, v, int16(end(h, hex.Edge(bits.TrailingZeros8(out)))))
		}
	}
}

// passable are the stops of a hex that a network may pass, blocked or not.
func (b *Board) passable(w *World, h HexID) uint8 {
	if t, ok := b.Laid[h].ID(); ok {
		return w.passTile[t]
	}
	return w.passPrinted[h]
}

// step follows an edge from an outer vertex, or from the root.
func (s *scratch) step(w *World, v, to int16) {
	switch s.mark[to] {
	case unseen:
		s.mark[to], s.from[to] = inner, v
		if m := w.across[to]; m >= 0 {
			s.grow(m)
		}
	case outer:
		if s.find(v) != s.find(to) {
			s.contract(w, v, to)
		}
	}
}

// grow makes a vertex outer.
func (s *scratch) grow(v int16) {
	s.mark[v] = outer
	s.queue = append(s.queue, v)
}

// find is the base of the blossom of a vertex; the root is its own.
func (s *scratch) find(v int16) int16 {
	for s.base[v] != v {
		s.base[v] = s.base[s.base[v]]
		v = s.base[v]
	}
	return v
}

// up is the base of the outer vertex before a base; the root is the last.
func (s *scratch) up(w *World, v int16) int16 { return s.find(s.from[w.across[v]]) }

// contract joins the blossom that an edge between two outer vertices closes: each
// inner vertex of it can be reached the other way round and becomes outer.
func (s *scratch) contract(w *World, v, to int16) {
	top := s.meet(w, s.find(v), s.find(to))
	for _, x := range [2]int16{v, to} {
		for x = s.find(x); x != top; x = s.find(x) {
			m := w.across[x]
			next := s.up(w, x)
			s.base[x], s.base[m] = top, top
			s.grow(m)
			x = next
		}
	}
}

// meet is the first base that the ways from two bases to the root have in common.
func (s *scratch) meet(w *World, x, y int16) int16 {
	s.calls++
	root := int16(len(s.mark))
	for {
		if s.seen[x] == s.calls {
			return x
		}
		s.seen[x] = s.calls
		if x != root {
			x = s.up(w, x)
		}
		x, y = y, x
	}
}
