package tycoon

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
)

// TestFinishedGames replays the games kept of every version that ever ran.
func TestFinishedGames(t *testing.T) {
	enginetest.Kept{
		Title: New(), Dir: "testdata/games/tycoon.v1", Seed: engine.Seed("a seed for the games kept, 32 b."), Line: keptLine,
	}.Test(t)
}

// keptLine is a usual line, or any legal one, or now and then a limit to bid up to,
// which no list has.
func keptLine(rng *rand.Rand, p engine.Position, seat engine.Seat) string {
	if p.(*State).Stage == StageAuction && rng.IntN(5) == 0 {
		return fmt.Sprintf("bid up to %d", rng.IntN(8))
	}
	return enginetest.UsualLine(New())(rng, p, seat)
}
