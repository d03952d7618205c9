package enginetest

import (
	"math"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/tram"
)

// Somebody who never gives an order of their own is no better than others who do not.
func TestArenaOfEquals(t *testing.T) {
	tally := compete(t, tram.Title{}, Drawn, Drawn, []int{2, 3})
	if tally.Sure > 0 || tally.Games > arenaGames || math.Abs(tally.Wins-tally.Share) > tally.Share/2 {
		t.Errorf("%v", tally)
	}
}

func TestWon(t *testing.T) {
	scores := []engine.Score{{Seat: 0, Rank: 2}, {Seat: 1, Rank: 1}, {Seat: 2, Rank: 1}}
	if won(scores, 0) != 0 || won(scores, 1) != 0.5 {
		t.Errorf("%v, %v", won(scores, 0), won(scores, 1))
	}
}
