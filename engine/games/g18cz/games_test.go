package g18cz_test

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
)

// kept are games of version 2, keptFirst of version 1.
var (
	kept      = keptOf(2, "testdata/games/18cz.v2")
	keptFirst = keptOf(1, "testdata/games/18cz.v1")
)

func keptOf(version int, dir string) enginetest.Kept {
	return enginetest.Kept{Title: wired, Version: version, Dir: dir, Seed: engine.Seed("a seed for the games kept, 32 b."), Line: enginetest.UsualLine(wired)}
}

// TestFinishedGames replays the games kept of every version that ever ran.
func TestFinishedGames(t *testing.T) {
	keptFirst.Test(t)
	kept.Test(t)
}
