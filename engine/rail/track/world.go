package track

import (
	"fmt"
	"math/bits"
	"slices"
	"sync/atomic"

	"railpost/engine/rail/hex"
)

// World is the constant part of a game: the map and the tiles. NewWorld makes it once for any number of games.
type World struct {
	Map *Map
	Set *Set
	// Rebuilt counts the computed networks, for benchmarks.
	Rebuilt atomic.Int64

	printed               []Shape            // by HexID
	tiles                 [][hex.Edges]Shape // by TileID and rotation
	twin                  [][hex.Edges]int   // the lowest rotation that looks the same
	across                []int16            // the other end of each side, by HexID*6+edge; -1: off the map
	around                []uint8            // by HexID: the edges with a neighbour
	passTile, passPrinted []uint8            // by TileID, by HexID: the stops that are no areas
	scratch               scratchPool
	linkers               linkerPool
}

// NewWorld checks the references of the data and prepares tables for fast queries.
// The error names the tile or hex at fault.
func NewWorld(m *Map, s *Set) (*World, error) {
	w := &World{Map: m, Set: s}
	for _, build := range []func() error{w.buildTiles, w.checkSet, w.buildHexes} {
		if err := build(); err != nil {
			return nil, err
		}
	}
	return w, nil
}

func (w *World) buildTiles() error {
	w.tiles = make([][hex.Edges]Shape, len(w.Set.Tiles))
	w.twin = make([][hex.Edges]int, len(w.Set.Tiles))
	w.passTile = make([]uint8, len(w.Set.Tiles))
	for i := range w.Set.Tiles {
		t := &w.Set.Tiles[i]
		shape, err := shapeOf(t)
		if err != nil {
			return fmt.Errorf("track: tile %s: %w", t.Number, err)
		}
		t.Exits = shape.Exits
		w.passTile[i] = passes(t)
		for turn := range hex.Edges {
			w.tiles[i][turn] = shape.turned(turn)
			for w.tiles[i][w.twin[i][turn]] != w.tiles[i][turn] {
				w.twin[i][turn]++
			}
		}
	}
	return nil
}

// checkSet checks stacks and upgrades.
func (w *World) checkSet() error {
	s := w.Set
	if len(s.Upgrades) != len(s.Tiles) {
		return fmt.Errorf("track: there are %d lists of upgrades for %d tiles", len(s.Upgrades), len(s.Tiles))
	}
	for i := range s.Tiles {
		t := &s.Tiles[i]
		if t.Group < 0 || t.Group >= len(s.Stacks) || !slices.Contains(s.Stacks[t.Group].Faces, TileID(i)) {
			return fmt.Errorf("track: tile %s is not in its stack %d", t.Number, t.Group)
		}
		if err := w.checkUpgrades(s.Upgrades[i]); err != nil {
			return fmt.Errorf("track: upgrades of tile %s: %w", t.Number, err)
		}
	}
	return nil
}

func (w *World) checkUpgrades(list []Upgrade) error {
	for _, u := range list {
		if u.To < 0 || int(u.To) >= len(w.Set.Tiles) {
			return fmt.Errorf("there is no tile %d", u.To)
		}
		for _, turn := range u.Turns {
			if turn < 0 || turn >= hex.Edges {
				return fmt.Errorf("tile %s cannot be turned by %d", w.Set.Tiles[u.To].Number, turn)
			}
		}
	}
	return nil
}

func (w *World) buildHexes() error {
	n := len(w.Map.Hexes)
	w.printed, w.around = make([]Shape, n), make([]uint8, n)
	w.across, w.passPrinted = make([]int16, n*hex.Edges), make([]uint8, n)
	for i := range w.Map.Hexes {
		h := &w.Map.Hexes[i]
		if err := w.buildHex(HexID(i), h); err != nil {
			return fmt.Errorf("track: hex %s: %w", h.Name, err)
		}
	}
	return nil
}

func (w *World) buildHex(id HexID, h *Hex) error {
	shape, err := shapeOf(&h.Printed)
	if err != nil {
		return err
	}
	h.Printed.Exits = shape.Exits
	w.printed[id], w.passPrinted[id] = shape, passes(&h.Printed)
	for e := range hex.Edge(hex.Edges) {
		v := end(id, e)
		w.across[v] = -1
		n := h.Neighbour[e]
		if n == NoHex {
			continue
		}
		if n < 0 || int(n) >= len(w.Map.Hexes) || w.Map.Hexes[n].Neighbour[e.Opposite()] != id {
			return fmt.Errorf("its neighbour at edge %d does not list it as a neighbour", e)
		}
		w.across[v] = int16(end(n, e.Opposite()))
		w.around[id] |= 1 << e
	}
	if off := (h.Allowed | shape.Exits) &^ w.around[id]; off != 0 {
		return fmt.Errorf("track would lead off the map at edge %d", bits.TrailingZeros8(off))
	}
	if err := w.checkUpgrades(h.First); err != nil {
		return err
	}
	for _, list := range h.Upgrades {
		if err := w.checkUpgrades(list); err != nil {
			return err
		}
	}
	return nil
}

// passes returns the stops of a tile that a network may pass, if they are not blocked.
func passes(t *Tile) (stops uint8) {
	for i := range t.Stops {
		if t.Stops[i].Kind != Area {
			stops |= 1 << i
		}
	}
	return stops
}

// end numbers the ends of sides: a side of the board has one in each of the two
// hexes that it separates.
func end(h HexID, e hex.Edge) int { return int(h)*hex.Edges + int(e) }

// TileShape is the track of a tile in a rotation.
func (w *World) TileShape(t TileID, turn int) *Shape { return &w.tiles[t][turn] }

// Printed is the track that is printed on a hex.
func (w *World) Printed(h HexID) *Shape { return &w.printed[h] }

// Exits are the edges of the tile of a lay that have track, one bit each.
func (w *World) Exits(l Lay) uint8 { return w.tiles[l.Tile][l.Turn].Exits }
