package fair_test

import (
	"math/rand/v2"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/fair"
)

func TestLaws(t *testing.T) {
	enginetest.Run(t, fair.Title{}, enginetest.Options{
		Games: 6,
		Conserved: func(p engine.Position) map[string]int {
			return map[string]int{"cubes": p.(*fair.Position).Total()}
		},
		Hide: func(p engine.Position, seat engine.Seat, rng *rand.Rand) engine.Position {
			return fair.Hide(p, seat, rng.IntN(6))
		},
	})
}
