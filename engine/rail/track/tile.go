// Package track is the board of an 18xx game: tiles and their supply, the map,
// what has been laid, stations, and the network that a company reaches.
//
// A title reads its data into a World once (data18xx does that), and holds a Board in
// its position. A Board is plain data; what follows from it (networks, links) is
// computed when needed and kept until track or stations change.
package track

import "railpost/engine/rail/hex"

// Kind is the kind of a revenue location.
type Kind int

// Kinds of stops.
const (
	City Kind = iota // blocked when every circle holds a station of others
	Town             // never blocks
	Area             // a red area: a route and a network end there
	Mine             // does not count as a location and never blocks (18Mag R-16)
)

// Stop is a revenue location on a tile or a printed hex.
type Stop struct {
	Kind   Kind
	Slots  int            // station circles
	Value  int            // printed value
	Values map[string]int // by colour of the phase; nil: Value
	Group  int            // above 0: a route visits at most one of the stops with the same Group
}

// Worth returns the value of the stop in a phase of the given colour.
func (s *Stop) Worth(colour string) int {
	if s.Values == nil {
		return s.Value
	}
	return s.Values[colour]
}

// End is an end of a Path: an edge (0 to 5), or a stop of the tile (StopEnd).
type End int

// StopEnd is the end of a path at stop i of its tile.
func StopEnd(i int) End { return End(hex.Edges + i) }

// Stop is the index of the stop at e; ok is false for an edge.
func (e End) Stop() (i int, ok bool) { return int(e) - hex.Edges, e >= hex.Edges }

// Path is a piece of track of a tile. At least one end is an edge.
type Path struct{ A, B End }

// Tile is one face of a tile, or the print on a hex (Number "").
type Tile struct {
	Number string
	Colour string // "yellow", "green", "brown", "gray"; printed hexes: their background
	Label  string // "OO", "B", ...
	Stops  []Stop // cities first, in the order of the data
	Paths  []Path
	Exits  uint8 // the edges that have track, one bit each; NewWorld fills it in
	Group  int   // index of its stack in Set.Stacks
}

// TileID is the index of a tile in Set.Tiles.
type TileID int

// Stack is a pile of equal pieces; a double-sided piece has two faces.
type Stack struct {
	Faces []TileID
	Count int
}

// Upgrade is a tile that may replace another, and the rotations that keep the
// old track when the old tile has rotation 0.
type Upgrade struct {
	To    TileID
	Turns []int
}

// Set is all tiles of a title.
type Set struct {
	Tiles    []Tile
	Stacks   []Stack
	Upgrades [][]Upgrade // by TileID
}

// Find finds a tile by its number.
func (s *Set) Find(number string) (TileID, bool) {
	for i := range s.Tiles {
		if s.Tiles[i].Number == number {
			return TileID(i), true
		}
	}
	return 0, false
}
