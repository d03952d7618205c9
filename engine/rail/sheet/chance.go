package sheet

import (
	"math/bits"

	"railpost/engine/rail/track"
)

// near is the weight, in sixteenths, of a place that this many more tiles would reach.
var near = [...]int{8, 4, 2, 1}

// roomy is enough for the hexes of most maps.
const roomy = 128

// Chances rates roughly what the track of an owner approaches, and what it has reached for longer trains: it
// sorts lists. No rule depends on it. colour determines the values of stops.
func Chances(w *track.World, b *track.Board, o track.Owner, colour string) int {
	r := b.Reach(w, o)
	var farRoom [roomy]int8
	var queueRoom [roomy]track.HexID
	far, queue := append(farRoom[:0], make([]int8, len(w.Map.Hexes))...), queueRoom[:0]
	for h := range far {
		far[h] = -1
		if r.Edges[h] != 0 {
			far[h], queue = 0, append(queue, track.HexID(h))
		}
	}
	sum := 0
	for i := 0; i < len(queue); i++ {
		h := queue[i]
		sum += chance(w, b, r, h, int(far[h]), colour)
		if int(far[h])+1 == len(near) || w.Map.Hexes[h].Fixed {
			continue
		}
		for allowed := w.Map.Hexes[h].Allowed; allowed != 0; allowed &= allowed - 1 {
			to := w.Map.Hexes[h].Neighbour[bits.TrailingZeros8(allowed)]
			if to != track.NoHex && far[to] < 0 {
				far[to], queue = far[h]+1, append(queue, to)
			}
		}
	}
	return sum
}

// chance is the weighted value of the stops of a hex that this many tiles would reach.
func chance(w *track.World, b *track.Board, r *track.Reach, h track.HexID, tiles int, colour string) int {
	sum := 0
	for i, stop := range b.Stops(w, h) {
		value := stop.Worth(colour)
		switch {
		case stop.Kind == track.Mine:
			continue
		case r.Meets(track.Place{Hex: h, Stop: i}):
			sum += value / 2
			continue
		case stop.Kind == track.City:
			value = max(value, 20)
		case stop.Kind == track.Town:
			value = max(value, 10)
		}
		sum += value * near[tiles] / 16
	}
	return sum
}
