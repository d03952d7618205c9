package view

import (
	"railpost/engine/games/tycoon"
	"railpost/engine/rail/hex"
)

// byHex lists the sides of a hex in the order of the hexes beyond them: row by row from
// north to south, west to east. rankOf is the position of a side in it, from 1.
var (
	byHex  = [hex.Edges]hex.Edge{2, 3, 1, 4, 0, 5}
	rankOf = [hex.Edges]trail{5, 3, 1, 2, 4, 6}
)

// trail is the way of a chain of one action packed into a number, side by side from the
// highest bits down. Of two trails from one start the smaller one goes through the
// hexes that come first.
type trail uint64

const (
	trailBits = 4
	trailTop  = 64 - trailBits
	// trailTracks is how many tracks a trail can have.
	trailTracks = 64/trailBits - 1
)

// then returns the trail with the n-th side, counted from 0.
func (t trail) then(n int, e hex.Edge) trail { return t | rankOf[e]<<(trailTop-n*trailBits) }

// way unpacks a trail.
func (t trail) way() tycoon.Way {
	var sides [trailTracks + 1]byte
	n := 0
	for ; t != 0; t <<= trailBits {
		sides[n] = '0' + byte(byHex[t>>trailTop-1])
		n++
	}
	return tycoon.Way(sides[:n])
}
