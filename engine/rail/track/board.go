package track

import "slices"

// Owner is the company that a station belongs to: the title's index, from 0.
type Owner int

// Laid is the tile laid on a hex; zero: none. Turn counts steps of 60 degrees clockwise.
type Laid struct {
	Tile int `json:"t,omitempty"` // TileID + 1
	Turn int `json:"r,omitempty"`
}

// ID is the tile on the hex; ok is false if none was laid.
func (l Laid) ID() (t TileID, ok bool) { return TileID(l.Tile - 1), l.Tile > 0 }

// Board is the state of the board as plain data: part of a title's position. Only its methods change track and
// stations.
//
// Results computed from it are kept with it until track or stations change, and shared by clones. A Board is
// for one goroutine at a time; clones may be used by others. Call Keep before goroutines share a decoded Board.
// Without these results, a Board takes about 5 kB.
type Board struct {
	Laid     []Laid    `json:"laid"`     // by HexID
	Stations []Station `json:"stations"` // in the order they were placed
	Left     []int     `json:"left"`     // pieces left, by stack

	kept  *kept
	ahead *ahead
}

// NewBoard returns the printed board with a full supply of tiles.
func NewBoard(w *World) Board {
	b := Board{Laid: make([]Laid, len(w.Map.Hexes)), Left: make([]int, len(w.Set.Stacks)), kept: new(kept)}
	for i, s := range w.Set.Stacks {
		b.Left[i] = s.Count
	}
	return b
}

// Clone returns an independent board that shares computed results.
func (b *Board) Clone() Board {
	return Board{Laid: slices.Clone(b.Laid), Stations: slices.Clone(b.Stations), Left: slices.Clone(b.Left), kept: b.kept, ahead: b.ahead}
}

// changed drops the computed results; clones keep them.
func (b *Board) changed(c change) {
	if b.ahead != nil {
		b.kept = b.ahead.of(b, c)
		return
	}
	b.kept = new(kept)
}

// Face returns the tile that shows on a hex, laid or printed, and its rotation.
func (b *Board) Face(w *World, h HexID) (t *Tile, turn int) {
	l := b.Laid[h]
	if id, ok := l.ID(); ok {
		return &w.Set.Tiles[id], l.Turn
	}
	return &w.Map.Hexes[h].Printed, 0
}

// Shape returns the track that shows on a hex.
func (b *Board) Shape(w *World, h HexID) *Shape {
	l := b.Laid[h]
	if id, ok := l.ID(); ok {
		return &w.tiles[id][l.Turn]
	}
	return &w.printed[h]
}

// Stops lists the stops of a hex.
func (b *Board) Stops(w *World, h HexID) []Stop {
	t, _ := b.Face(w, h)
	return t.Stops
}
