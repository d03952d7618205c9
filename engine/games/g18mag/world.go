package g18mag

import "railpost/engine/rail/track"

// ground is the map and the tiles of an edition, and what the data tells of them
// beside what all titles share.
type ground struct {
	*track.World
	logTiles []string // by HexID: the printed hex in public logs, "C12-0"; "" where no log names it
}

// grounds are the boards of the two editions, by edition.index.
var grounds = mustGrounds()

func mustGrounds() [2]*ground {
	g, err := readGrounds()
	if err != nil {
		panic(err) // the embedded data is part of the program; a test reads it too
	}
	return g
}

// ground of this game.
func (s *State) ground() *ground { return grounds[s.edition().index] }

// world is the map and the tiles of this game.
func (s *State) world() *track.World { return s.ground().World }
