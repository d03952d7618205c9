package track

import (
	"math/bits"
	"slices"
)

// Place lays a tile that the caller has checked: a piece leaves the supply, the
// piece that lay there returns to it, the stations of the hex move to the new
// cities (18Mag VI.3.3 "Station transfer"). It returns what lay there. kept are
// circles of the new tile that stay free for a company: their Stop and Slot count.
func (b *Board) Place(w *World, l Lay, kept ...Station) (old Laid) {
	old = b.Laid[l.Hex]
	to := b.moves(w, l)
	b.Laid[l.Hex] = Laid{Tile: int(l.Tile) + 1, Turn: l.Turn}
	b.Left[w.Set.Tiles[l.Tile].Group]--
	if t, ok := old.ID(); ok {
		b.Left[w.Set.Tiles[t].Group]++
	}
	b.moveStations(l.Hex, to, kept)
	b.changed(change{l.Hex, nobody})
	return old
}

// moveStations gives every station of a hex its new city and there the lowest free circle that is not kept, in
// the order of the old cities and circles.
func (b *Board) moveStations(h HexID, to [maxStops]int, kept []Station) {
	var moved []*Station
	for i := range b.Stations {
		if b.Stations[i].Hex == h {
			moved = append(moved, &b.Stations[i])
		}
	}
	slices.SortStableFunc(moved, func(x, y *Station) int {
		if x.Stop != y.Stop {
			return x.Stop - y.Stop
		}
		return x.Slot - y.Slot
	})
	var used [maxStops]uint
	for _, k := range kept {
		used[k.Stop] |= 1 << k.Slot
	}
	for _, s := range moved {
		s.Stop = to[s.Stop]
		s.Slot = bits.TrailingZeros(^used[s.Stop])
		used[s.Stop] |= 1 << s.Slot
	}
}

// moves maps the stops of a hex to those of a new tile. A stop with track goes to the stop that has all its
// exits, so stops may merge. One without track keeps its index unless that is taken; then it takes the first
// free one.
func (b *Board) moves(w *World, l Lay) (to [maxStops]int) {
	old, shape := b.Stops(w, l.Hex), b.Shape(w, l.Hex)
	fresh := w.TileShape(l.Tile, l.Turn)
	free := uint8(1)<<len(w.Set.Tiles[l.Tile].Stops) - 1
	if shape.Exits == 0 && fresh.bare(free) != 0 {
		return b.movesToBare(l.Hex, len(old), fresh, free)
	}
	for i := range old {
		if shape.Edges[i] != 0 {
			to[i] = fresh.holder(shape.Edges[i])
			free &^= 1 << to[i]
		}
	}
	for i := range old {
		if shape.Edges[i] != 0 {
			continue
		}
		if to[i] = i; free&(1<<i) == 0 {
			to[i] = bits.TrailingZeros8(free) % maxStops
		}
		free &^= 1 << to[i]
	}
	return to
}

// movesToBare maps the stops of a hex without track to a tile with some trackless stops (L32 of 18Mag): stops
// with stations take those with track first, all in their order.
func (b *Board) movesToBare(h HexID, stops int, fresh *Shape, free uint8) (to [maxStops]int) {
	var held uint8
	for _, s := range b.Stations {
		if s.Hex == h {
			held |= 1 << s.Stop
		}
	}
	bare := fresh.bare(free)
	all := uint8(1)<<stops - 1
	for _, from := range [2]uint8{held, all &^ held} {
		for ; from != 0; from &= from - 1 {
			targets := free &^ bare
			if targets == 0 {
				targets = free
			}
			n := bits.TrailingZeros8(targets) % maxStops
			to[bits.TrailingZeros8(from)] = n
			free &^= 1 << n
		}
	}
	return to
}

// bare returns the trackless ones of some stops.
func (s *Shape) bare(stops uint8) uint8 {
	for i, edges := range s.Edges {
		if edges != 0 {
			stops &^= 1 << i
		}
	}
	return stops
}

// holder returns the stop that has all of some exits; 0 if there is none.
func (s *Shape) holder(exits uint8) int {
	for i, edges := range s.Edges {
		if exits&^edges == 0 {
			return i
		}
	}
	return 0
}
