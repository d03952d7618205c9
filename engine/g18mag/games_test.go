package g18mag

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
)

var kept = enginetest.Kept{
	Title: New(), Dir: "testdata/games/18mag.v1", Seed: engine.Seed("a seed for the games kept, 32 b."), Line: enginetest.UsualLine,
}

// TestFinishedGames replays the games kept of every version that ever ran.
func TestFinishedGames(t *testing.T) { kept.Test(t) }
