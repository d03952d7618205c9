package g18cz

import "railpost/engine/rail/track"

// ground is a map and the tiles, and what the data tells of them beside what all
// titles share. Purple tiles have the colours "purple green" ..., red home tiles
// the colour "red": no phase makes them available.
type ground struct {
	*track.World
	logTiles []string                    // by HexID: the printed hex in public logs, "C12-0"
	terrain  []string                    // by HexID: "water", "hill", "mountain"; "" none
	reds     [companiesMost]track.TileID // the red home tiles of large corporations
}

// Colours of tiles that no phase makes available.
const (
	purple = "purple " // and a colour
	red    = "red"
)

// homeBonus is what a red tile is worth more to the corporation whose home it is
// (7.7).
const homeBonus = 50

// grounds are the boards: for three to six players, for two.
var grounds = mustGrounds()

func mustGrounds() [2]*ground {
	g, err := readGrounds()
	if err != nil {
		panic(err) // the embedded data is part of the program; a test reads it too
	}
	return g
}

// ground of this game.
func (s *State) ground() *ground {
	if s.two() {
		return grounds[1]
	}
	return grounds[0]
}

// world is the map and the tiles of this game.
func (s *State) world() *track.World { return s.ground().World }
