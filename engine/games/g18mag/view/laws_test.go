package view

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/games/g18mag"
)

// TestLaws: most of its time goes into playing, so it looks at many positions of few games.
func TestLaws(t *testing.T) {
	enginetest.View(t, whole, enginetest.Options{Games: 2, Seats: []int{2, 3, 6}, Samples: 13, MaxMoves: 30000, Harm: losesDirector, Stated: stated, Pointless: func(p engine.Position, verb string) bool {
		s := p.(*g18mag.State)
		return verb == "run" && !s.CanRun(s.Company()) // the step is passed over
	}})
	bestRun.Enough(t, 50)
}

// The player alone, and the other tables.
func TestDefaults(t *testing.T) {
	enginetest.Defaults(t, whole, enginetest.Options{Games: 1, Seats: []int{1, 4, 5}, MaxMoves: 30000, Harm: losesDirector})
}

// losesDirector names a major that a seat no longer directs.
func losesDirector(before, after engine.Position, seat engine.Seat) string {
	was, is := before.(*g18mag.State), after.(*g18mag.State)
	for _, c := range was.Edition().Majors {
		if was.DirectorOf(c) == seat && is.DirectorOf(c) != seat {
			return "it no longer directs " + g18mag.Companies[c].Word
		}
	}
	return ""
}
