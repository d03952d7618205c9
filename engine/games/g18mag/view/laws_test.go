package view

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/games/g18mag"
)

func TestLaws(t *testing.T) {
	enginetest.View(t, whole, enginetest.Options{MaxMoves: 30000, Pointless: func(p engine.Position, verb string) bool {
		s := p.(*g18mag.State)
		return verb == "run" && !s.CanRun(s.Company()) // the step is passed over
	}})
}
