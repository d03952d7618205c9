package track

import (
	"math/bits"
	"slices"

	"railpost/engine/rail/hex"
)

// Nearest returns the hexes that the shortest trails from one of the owner's stations enter
// by an edge that passes a test, and how many sides of hexes these trails cross; none if no
// trail enters so. Trails are those of Reach; the last hex need not have track at the edge.
func (b *Board) Nearest(w *World, owner Owner, from Place, test func(HexID, hex.Edge) bool) (list []HexID, distance int) {
	n := len(w.Map.Hexes)
	s := w.scratch.get(n)
	defer w.scratch.put(s)
	b.occupy(w, owner, s)
	s.search(b, w, []Place{from})
	if !s.enters(test) {
		return nil, 0
	}
	t := trails{world: w, kept: make([][]sides, n*hex.Edges)}
	t.leave(from.Hex, b.Shape(w, from.Hex).Edges[from.Stop], make(sides, (n*hex.Edges+63)/64))
	for distance = 1; len(t.ends) > 0 && list == nil; distance++ {
		ends := t.ends
		t.ends = nil
		for _, end := range ends {
			h, e := HexID(end.at/hex.Edges), hex.Edge(end.at%hex.Edges)
			if test(h, e) && !slices.Contains(list, h) {
				list = append(list, h)
			}
			t.leave(h, b.Shape(w, h).Joined(e, b.passable(w, h)&^s.block[h]), end.used)
		}
	}
	return list, distance - 1
}

// enters reports whether a search has entered a hex by an edge that passes the test.
func (s *scratch) enters(test func(HexID, hex.Edge) bool) bool {
	for v, mark := range s.mark {
		if mark == outer && test(HexID(v/hex.Edges), hex.Edge(v%hex.Edges)) {
			return true
		}
	}
	return false
}

// LeadsToCity reports whether the track at an edge of a hex leads to a city of the hex.
func (b *Board) LeadsToCity(w *World, h HexID, e hex.Edge) bool {
	for stops := b.Shape(w, h).Stops[e]; stops != 0; stops &= stops - 1 {
		if b.Stops(w, h)[bits.TrailingZeros8(stops)].Kind == City {
			return true
		}
	}
	return false
}

// trails grow side by side from one place, a side of a hex at a time.
type trails struct {
	world *World
	ends  []trail
	kept  [][]sides // by vertex: the sides of the trails that end there
}

type trail struct {
	at   int // the vertex where it enters a hex
	used sides
}

// leave continues a trail by some edges of a hex. A trail is dropped if its sides include all those of another
// trail to the same vertex: it can do no more than that one.
func (t *trails) leave(h HexID, edges uint8, used sides) {
	for ; edges != 0; edges &= edges - 1 {
		out := end(h, hex.Edge(bits.TrailingZeros8(edges)))
		in := int(t.world.across[out])
		if in < 0 || used.has(min(in, out)) {
			continue
		}
		more := used.with(min(in, out))
		if slices.ContainsFunc(t.kept[in], more.holds) {
			continue
		}
		t.kept[in] = append(t.kept[in], more)
		t.ends = append(t.ends, trail{in, more})
	}
}

// sides is a set of sides of the board, each named by the lower of its two vertices.
type sides []uint64

func (s sides) has(side int) bool { return s[side/64]&(1<<(side%64)) != 0 }

func (s sides) with(side int) sides {
	s = slices.Clone(s)
	s[side/64] |= 1 << (side % 64)
	return s
}

// holds reports whether all sides of another set are in this one.
func (s sides) holds(other sides) bool {
	for i := range s {
		if other[i]&^s[i] != 0 {
			return false
		}
	}
	return true
}
