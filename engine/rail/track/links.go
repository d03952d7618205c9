package track

import (
	"math/bits"
	"slices"
	"sync"

	"railpost/engine/rail/hex"
)

// Graph is the network of an owner as stops and the track between them. It holds
// every link that can be part of a route through one of the owner's stations.
type Graph struct {
	Stops []Place // by hex, then by stop
	Links []Link
	// Sides are the elements that links use: sides of hexes, each crossed once in
	// a turn of a company (18Mag VI.2, 18CZ VIII.5). Every piece of track ends at a
	// side, so two links that share track, or the side of a switch, share a side.
	Sides []Side

	memos memos
}

// Link is track from stop to stop without another stop between them.
type Link struct {
	A, B  int     // indexes into Graph.Stops; A < B
	Hexes []HexID // from the hex of A to that of B
	Uses  []int   // indexes into Graph.Sides, from A to B
}

// Side is a side of the board, named from one of its two hexes.
type Side struct {
	Hex  HexID
	Edge hex.Edge
}

// Find returns the index of a stop.
func (g *Graph) Find(p Place) (int, bool) { return find(g.Stops, p) }

func find(stops []Place, p Place) (int, bool) {
	return slices.BinarySearchFunc(stops, p, func(x, y Place) int {
		if x.Hex != y.Hex {
			return int(x.Hex - y.Hex)
		}
		return x.Stop - y.Stop
	})
}

// linker walks from stop to stop.
type linker struct {
	board *Board
	world *World
	reach *Reach
	index []int16 // by vertex: index of its side, plus 1

	from  int     // stop the walk began at
	hexes []HexID // passed so far
	sides []int   // crossed so far, by their first vertex

	stops   []Place
	links   []Link
	ends    []Side
	hexSlab []HexID // content of the links, consecutively
	useSlab []int
}

type linkerPool struct{ pool sync.Pool }

// get returns an empty linker.
func (p *linkerPool) get() *linker {
	l, ok := p.pool.Get().(*linker)
	if !ok {
		return new(linker)
	}
	clear(l.index)
	*l = linker{
		index: l.index, hexes: l.hexes[:0], sides: l.sides[:0],
		links: l.links[:0], ends: l.ends[:0], hexSlab: l.hexSlab[:0], useSlab: l.useSlab[:0],
	}
	return l
}

// link computes the links of a network. A route with a station of the owner reaches each of its ends by a trail
// from there, so it crosses only sides of the network; other track is left out.
func (b *Board) link(w *World, r *Reach) *Graph {
	l := w.linkers.get()
	defer w.linkers.pool.Put(l)
	l.board, l.world, l.reach, l.stops = b, w, r, r.Places()
	if l.index == nil {
		l.index = make([]int16, len(w.across))
	}
	for i, p := range l.stops {
		l.from, l.hexes = i, append(l.hexes, p.Hex)
		l.leave(p.Hex, b.Shape(w, p.Hex).Edges[p.Stop])
		l.hexes = l.hexes[:0]
	}
	return l.graph()
}

// graph copies the result into memory of exactly its size.
func (l *linker) graph() *Graph {
	g := &Graph{Stops: l.stops, Links: slices.Clone(l.links), Sides: slices.Clone(l.ends)}
	hexes, uses := slices.Clone(l.hexSlab), slices.Clone(l.useSlab)
	for i := range g.Links {
		link := &g.Links[i]
		link.Hexes, hexes = cut(hexes, len(link.Hexes))
		link.Uses, uses = cut(uses, len(link.Uses))
	}
	return g
}

func cut[T any](list []T, n int) (head, rest []T) { return list[:n:n], list[n:] }

// leave walks on over each of some edges of a hex.
func (l *linker) leave(h HexID, edges uint8) {
	edges &= l.reach.crossed[h]
	for ; edges != 0; edges &= edges - 1 {
		v := end(h, hex.Edge(bits.TrailingZeros8(edges)))
		to := int(l.world.across[v])
		if to < 0 || slices.Contains(l.sides, min(v, to)) {
			continue
		}
		l.sides = append(l.sides, min(v, to))
		l.enter(to)
		l.sides = l.sides[:len(l.sides)-1]
	}
}

// enter enters a hex at a vertex: to its stops, or on over plain track.
func (l *linker) enter(v int) {
	h, e := HexID(v/hex.Edges), v%hex.Edges
	shape := l.board.Shape(l.world, h)
	l.hexes = append(l.hexes, h)
	for stops := shape.Stops[e]; stops != 0; stops &= stops - 1 {
		to, met := find(l.stops, Place{h, bits.TrailingZeros8(stops)})
		if met && to > l.from {
			l.links = append(l.links, Link{A: l.from, B: to, Hexes: carve(&l.hexSlab, l.hexes), Uses: l.uses()})
		}
	}
	l.leave(h, shape.Plain[e])
	l.hexes = l.hexes[:len(l.hexes)-1]
}

// uses numbers the sides crossed so far.
func (l *linker) uses() []int {
	list := carve(&l.useSlab, l.sides)
	for i, v := range list {
		if l.index[v] == 0 {
			l.ends = append(l.ends, Side{HexID(v / hex.Edges), hex.Edge(v % hex.Edges)})
			l.index[v] = int16(len(l.ends))
		}
		list[i] = int(l.index[v]) - 1
	}
	return list
}

// carve appends a copy of a list to a slab, and returns the copy.
func carve[T any](slab *[]T, list []T) []T {
	n := len(*slab)
	*slab = append(*slab, list...)
	return (*slab)[n:]
}
