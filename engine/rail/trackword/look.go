package trackword

import (
	"slices"
	"strings"

	"railpost/engine/rail/hex"
	"railpost/engine/rail/track"
)

// Look names the orientation of a tile: its exits in the order of the edges; if that is ambiguous, its pieces
// of track.
func (g *Ground) Look(l track.Lay) string {
	if !g.ambiguous(l.Tile) {
		return g.exitNames(l.Hex, g.World.Exits(l))
	}
	var parts []string
	for _, piece := range g.pieces(l.Tile, l.Turn) {
		parts = append(parts, g.exitNames(l.Hex, piece))
	}
	return strings.Join(parts, "+")
}

// exitNames lists the hexes that exits lead to.
func (g *Ground) exitNames(h track.HexID, exits uint8) string {
	return strings.Join(g.Edges(h, exits), "-")
}

// pieces lists the connections of a tile in a rotation, sorted: the two exits of
// each plain path, all exits of each stop.
func (g *Ground) pieces(id track.TileID, turn int) []uint8 {
	shape := g.World.TileShape(id, turn)
	var list []uint8
	for e := range hex.Edges {
		for to := range e {
			if shape.Plain[e]&(1<<to) != 0 {
				list = append(list, 1<<e|1<<to)
			}
		}
	}
	for _, edges := range shape.Edges {
		if edges != 0 {
			list = append(list, edges)
		}
	}
	slices.Sort(list)
	return list
}

// alike reports whether a tile looks the same in two rotations. The order of its cities makes no difference.
func (g *Ground) alike(id track.TileID, one, two int) bool {
	return one == two || slices.Equal(g.pieces(id, one), g.pieces(id, two))
}

// ambiguous reports whether a tile has different track with the same exits in two
// rotations: then its exits alone do not say how it lies (tile 25).
func (g *Ground) ambiguous(id track.TileID) bool {
	for turn := 1; turn < hex.Edges; turn++ {
		if g.exits(id, turn) == g.exits(id, 0) && !g.alike(id, 0, turn) {
			return true
		}
	}
	return false
}

func (g *Ground) exits(id track.TileID, turn int) uint8 { return g.World.TileShape(id, turn).Exits }
