package g18cz

import (
	"math/rand/v2"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
)

func TestLaws(t *testing.T) {
	enginetest.Run(t, New(), enginetest.Options{MaxMoves: 30000, Conserved: conserved, Hide: hide})
}

// hide gives others something secret to have said (R31).
func hide(p engine.Position, seat engine.Seat, rng *rand.Rand) engine.Position {
	s := p.Clone().(*State)
	for other := range engine.Seat(s.Seats) {
		if other == seat {
			continue
		}
		s.Standing[other] = Answering{Never: rng.IntN(2) == 0}
		if !s.Standing[other].Never {
			s.Standing[other].Accept = []Accept{{For: wares[rng.IntN(len(wares))].Value, Least: 1 + rng.IntN(99)}}
		}
	}
	return s
}
