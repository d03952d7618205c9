package g18cz_test

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
)

// Games of all versions; kept are those of the newest.
var (
	kept       = keptOf(3, "testdata/games/18cz.v3")
	keptSecond = keptOf(2, "testdata/games/18cz.v2")
	keptFirst  = keptOf(1, "testdata/games/18cz.v1")
)

func keptOf(version int, dir string) enginetest.Kept {
	return enginetest.Kept{Title: wired, Version: version, Dir: dir, Seed: engine.Seed("a seed for the games kept, 32 b."), Line: enginetest.UsualLine(wired)}
}

// TestFinishedGames replays the games kept of every version that ever ran.
func TestFinishedGames(t *testing.T) {
	for _, k := range []enginetest.Kept{keptFirst, keptSecond, kept} {
		k.Test(t)
	}
}
