package track

import (
	"math/bits"

	"railpost/engine/rail/hex"
)

// Reach is the network of an owner: what trails from the owner's stations meet.
//
// A trail walks along track from a station; it uses no side of a hex and no stop
// twice, never turns back, and passes no blocked city and no area, though it may
// end there (18CZ VIII.5; 18Mag VI.2, VI.3.2 item 6). Towns and mines never block.
type Reach struct {
	// Edges are the sides that a trail crosses, by HexID, one bit each, seen from
	// both hexes; and all sides of a hex that holds a station of the owner.
	Edges []uint8
	// Stops are the stops on the trails, by HexID, one bit each, including the stations' own.
	Stops []uint8
	// Runs: a trail from at least one station meets another stop, so that a train has
	// somewhere to go.
	Runs bool

	crossed []uint8 // by HexID: the sides that a trail crosses
}

// Meets reports whether the network meets a stop.
func (r *Reach) Meets(p Place) bool { return r.Stops[p.Hex]&(1<<p.Stop) != 0 }

// Places lists the stops that the network meets, by hex.
func (r *Reach) Places() []Place {
	n := 0
	for _, stops := range r.Stops {
		n += bits.OnesCount8(stops)
	}
	list := make([]Place, 0, n)
	for h, stops := range r.Stops {
		for ; stops != 0; stops &= stops - 1 {
			list = append(list, Place{HexID(h), bits.TrailingZeros8(stops)})
		}
	}
	return list
}

// explore computes the network of an owner.
func (b *Board) explore(w *World, owner Owner) *Reach {
	n := len(w.Map.Hexes)
	masks := make([]uint8, 3*n)
	r := &Reach{Edges: masks[:n:n], Stops: masks[n : 2*n : 2*n], crossed: masks[2*n:]}
	s := w.scratch.get(n)
	defer w.scratch.put(s)
	b.occupy(w, owner, s)
	s.search(b, w, s.own)
	b.gather(w, s, r)
	r.Runs = b.runs(w, s, r)
	return r
}

// occupy finds the owner's stations and the cities that are blocked for the owner.
func (b *Board) occupy(w *World, owner Owner, s *scratch) {
	clear(s.held)
	clear(s.block)
	s.own = s.own[:0]
	for _, st := range b.Stations {
		if st.Owner == owner {
			s.own = append(s.own, st.Place())
		}
		s.held[int(st.Hex)*maxStops+st.Stop]++
	}
	for _, st := range b.Stations {
		stop := &b.Stops(w, st.Hex)[st.Stop]
		if stop.Kind == City && int(s.held[int(st.Hex)*maxStops+st.Stop]) >= stop.Slots {
			s.block[st.Hex] |= 1 << st.Stop
		}
	}
	for _, p := range s.own {
		s.block[p.Hex] &^= 1 << p.Stop
	}
}

// gather reads the network off the marks of the search.
func (b *Board) gather(w *World, s *scratch, r *Reach) {
	for v, mark := range s.mark {
		if mark != outer {
			continue
		}
		h, e, o := v/hex.Edges, v%hex.Edges, int(w.across[v])
		r.Stops[h] |= b.Shape(w, HexID(h)).Stops[e]
		r.crossed[h] |= 1 << e
		r.crossed[o/hex.Edges] |= 1 << (o % hex.Edges)
	}
	copy(r.Edges, r.crossed)
}

// runs adds the owner's stations to the network, and reports whether a trail leads
// from one of them to another stop.
func (b *Board) runs(w *World, s *scratch, r *Reach) bool {
	met := 0 // stops that trails meet
	for _, stops := range r.Stops {
		met += bits.OnesCount8(stops)
	}
	ends := 0 // own stations among them
	for _, p := range s.own {
		if r.Meets(p) {
			ends++
		}
	}
	for _, p := range s.own {
		r.Stops[p.Hex] |= 1 << p.Stop
		r.Edges[p.Hex] |= w.around[p.Hex]
	}
	if met > ends || ends == 0 {
		return met > ends
	}
	return b.joined(w, s)
}

// joined reports whether a trail leads from one of the owner's stations to another. It is called only if trails
// meet nothing else.
func (b *Board) joined(w *World, s *scratch) bool {
	for i := range s.own {
		s.search(b, w, s.own[i:i+1])
		for j, p := range s.own {
			edges := b.Shape(w, p.Hex).Edges[p.Stop]
			for ; j != i && edges != 0; edges &= edges - 1 {
				if s.mark[end(p.Hex, hex.Edge(bits.TrailingZeros8(edges)))] == outer {
					return true
				}
			}
		}
	}
	return false
}
