package track

import (
	"maps"
	"strings"

	"railpost/engine/rail/hex"
)

// HexID is the index of a hex in Map.Hexes.
type HexID int

// NoHex is the neighbour of a side at the edge of the map.
const NoHex HexID = -1

// Hex is one space of the map.
type Hex struct {
	Name      string
	At        hex.Coord
	Kind      string // the title's word: "open", "town", "city_oo", ...
	Place     string // name of the place, "" for none
	Printed   Tile   // the track printed on it
	Fixed     bool   // no tile may ever be laid here
	Allowed   uint8  // edges that may have track, one bit each
	Neighbour [hex.Edges]HexID
	Barred    uint8  // edges that carry a barrier
	Cost      int    // terrain cost of the first tile
	Terrain   string // its sorts of terrain: "water", "mountain river"
	LogID     string // name of the printed hex in public logs, "" where they have none
	// First are the first tiles that may be laid here and their rotations.
	First []Upgrade
	// Upgrades replace Set.Upgrades for some tiles when they lie here.
	Upgrades map[TileID][]Upgrade
	// Sides divides the edges if it is not nil: no single path may join two parts (a
	// lake). One mask of edges for each part.
	Sides []uint8
}

// Map is the printed board.
type Map struct {
	Hexes []Hex
	index map[string]HexID
}

// Join fills in the neighbours of hexes from their coordinates.
func Join(hexes []Hex) {
	at := make(map[hex.Coord]HexID, len(hexes))
	for i := range hexes {
		at[hexes[i].At] = HexID(i)
	}
	for i := range hexes {
		for e := range hex.Edge(hex.Edges) {
			n, ok := at[hexes[i].At.Neighbour(e)]
			if !ok {
				n = NoHex
			}
			hexes[i].Neighbour[e] = n
		}
	}
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

// Neighbours lists the neighbours of a hex at the edges of a mask, in the order of
// the edges, without those off the map.
func (m *Map) Neighbours(h HexID, edges uint8) []HexID {
	var list []HexID
	for e := range hex.Edges {
		if n := m.Hexes[h].Neighbour[e]; edges&(1<<e) != 0 && n != NoHex {
			list = append(list, n)
		}
	}
	return list
}

// Places returns the hexes by the names of what is on them, each name of "Pécs & Mohács" alone, too; names of several hexes
// are left out.
func (m *Map) Places() map[string]string {
	hexes := map[string]string{}
	for i := range m.Hexes {
		h := &m.Hexes[i]
		names := strings.Split(h.Place, " & ")
		if len(names) > 1 {
			names = append(names, strings.Join(names, " "))
		}
		for _, name := range names {
			if hexes[name] != "" {
				hexes[name] = several
			} else {
				hexes[name] = h.Name
			}
		}
	}
	maps.DeleteFunc(hexes, func(name, hex string) bool { return name == "" || hex == several })
	return hexes
}

const several = "?"
