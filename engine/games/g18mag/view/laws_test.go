package view

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/games/g18mag"
)

// TestLaws: most of its time goes into playing, so it looks at many positions of few games.
func TestLaws(t *testing.T) {
	enginetest.View(t, whole, enginetest.Options{Games: 2, Seats: []int{2, 3, 6}, Samples: 13, MaxMoves: 30000, Pointless: func(p engine.Position, verb string) bool {
		s := p.(*g18mag.State)
		return verb == "run" && !s.CanRun(s.Company()) // the step is passed over
	}})
}
