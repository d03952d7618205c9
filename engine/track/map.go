package track

import "railpost/engine/hex"

// HexID is the index of a hex in Map.Hexes.
type HexID int

// NoHex stands where there is no neighbour.
const NoHex HexID = -1

// Hex is one space of the map.
type Hex struct {
	Name      string
	At        hex.Coord
	Kind      string // the title's word: "open", "town", "city_oo", ...
	Place     string // name of the place, "" for none
	Printed   Tile   // what is printed on it
	Fixed     bool   // no tile may ever be laid here
	Allowed   uint8  // edges towards which track may lead, one bit each
	Neighbour [hex.Edges]HexID
	Barred    uint8 // edges that carry a barrier
	Cost      int   // terrain cost of the first tile
	// First and Upgrades are what may lie here: the first tiles, and instead of
	// Set.Upgrades those of this hex (nil: Set.Upgrades).
	First    []Upgrade
	Upgrades [][]Upgrade
	// Sides, when not nil, parts the edges: no single path may join two parts
	// (a lake). One mask of edges for each part.
	Sides []uint8
}

// Map is the printed board.
type Map struct {
	Hexes []Hex
	index map[string]HexID
}

// NewMap indexes the hexes by name.
func NewMap(hexes []Hex) *Map {
	m := &Map{Hexes: hexes, index: make(map[string]HexID, len(hexes))}
	for i := range hexes {
		m.index[hexes[i].Name] = HexID(i)
	}
	return m
}

// Find finds a hex by its exact name.
func (m *Map) Find(name string) (HexID, bool) {
	id, ok := m.index[name]
	return id, ok
}
