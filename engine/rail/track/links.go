package track

import (
	"math/bits"
	"slices"

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
func (g *Graph) Find(p Place) (int, bool) {
	return slices.BinarySearchFunc(g.Stops, p, func(x, y Place) int {
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
	graph *Graph
	index []int16 // by vertex: index of its side, plus 1

	from  int     // stop the walk began at
	hexes []HexID // passed so far
	sides []int   // crossed so far, by their first vertex

	hexSlab []HexID // what the links hold, in few pieces of memory
	useSlab []int
}

// link computes the links of a network. A route that has a station of the owner
// leads from there to each of its ends along a trail; so it crosses only sides
// that the network does, and other track is left out.
func (b *Board) link(w *World, r *Reach) *Graph {
	g := &Graph{Stops: r.Places(), Links: make([]Link, 0, 64), Sides: make([]Side, 0, 128)}
	l := linker{board: b, world: w, reach: r, graph: g, index: make([]int16, len(w.across))}
	for i, p := range g.Stops {
		l.from, l.hexes = i, append(l.hexes, p.Hex)
		l.leave(p.Hex, b.Shape(w, p.Hex).Edges[p.Stop])
		l.hexes = l.hexes[:0]
	}
	return g
}

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

// enter comes into a hex at a vertex: to its stops, or on over plain track.
func (l *linker) enter(v int) {
	h, e := HexID(v/hex.Edges), v%hex.Edges
	shape := l.board.Shape(l.world, h)
	l.hexes = append(l.hexes, h)
	for stops := shape.Stops[e]; stops != 0; stops &= stops - 1 {
		to, met := l.graph.Find(Place{h, bits.TrailingZeros8(stops)})
		if met && to > l.from {
			l.graph.Links = append(l.graph.Links, Link{A: l.from, B: to, Hexes: carve(&l.hexSlab, l.hexes), Uses: l.uses()})
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
			l.graph.Sides = append(l.graph.Sides, Side{HexID(v / hex.Edges), hex.Edge(v % hex.Edges)})
			l.index[v] = int16(len(l.graph.Sides))
		}
		list[i] = int(l.index[v]) - 1
	}
	return list
}

// slabSize is enough for the links of most networks.
const slabSize = 256

// carve copies a list into a slab.
func carve[T any](slab *[]T, list []T) []T {
	if cap(*slab)-len(*slab) < len(list) {
		*slab = make([]T, 0, slabSize+len(list))
	}
	n := len(*slab)
	*slab = append(*slab, list...)
	return (*slab)[n:len(*slab):len(*slab)]
}
