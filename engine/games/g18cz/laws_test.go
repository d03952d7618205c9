package g18cz_test

import (
	"math/rand/v2"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/games/g18cz"
)

func TestLaws(t *testing.T) {
	enginetest.Run(t, wired, enginetest.Options{MaxMoves: 30000, Conserved: g18cz.Conserved, Hide: hide, Harm: harm, Stated: stated})
	bestRun.Enough(t, 30)
}

// hide gives other seats secret answers (R31).
func hide(p engine.Position, seat engine.Seat, rng *rand.Rand) engine.Position {
	s := p.Clone().(*g18cz.State)
	for other := range engine.Seat(s.Seats) {
		if other == seat {
			continue
		}
		s.Standing[other] = g18cz.Answering{Never: rng.IntN(2) == 0}
		if !s.Standing[other].Never {
			s.Standing[other].Accept = []g18cz.Accept{{For: g18cz.Wares[rng.IntN(len(g18cz.Wares))].Value, Least: 1 + rng.IntN(99)}}
		}
	}
	return s
}

// harm names a corporation that a seat no longer directs, or a loan for an optional purchase.
func harm(before, after engine.Position, seat engine.Seat) string {
	was, is := before.(*g18cz.State), after.(*g18cz.State)
	for _, c := range was.Active() {
		if was.DirectorOf(c) == seat && is.DirectorOf(c) != seat {
			return "it no longer directs " + c.ID()
		}
	}
	if c := was.Company(); is.Loans[seat].Debt > was.Loans[seat].Debt && (c == g18cz.NoCompany || was.OwnTrains(c) > 0) {
		return "it borrows"
	}
	return ""
}
