package tycoon

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
)

// TestFinishedGames replays the games kept of every version that ever ran, by the rules
// alone.
func TestFinishedGames(t *testing.T) {
	for version, dir := range map[int]string{1: "testdata/games/tycoon.v1", 2: "testdata/games/tycoon.v2"} {
		seed := engine.Seed("a seed for the games kept, 32 b.")
		enginetest.FinishedGames{Title: engine.Bare{Rules: Rules{}}, Version: version, Dir: dir, Seed: seed, Line: keptLine}.Test(t)
	}
}

// keptLine is a usual line, or any legal one, or now and then a limit to bid up to,
// which no list has.
func keptLine(rng *rand.Rand, p engine.Position, seat engine.Seat) string {
	if p.(*State).Stage == StageAuction && rng.IntN(5) == 0 {
		return fmt.Sprintf("bid up to %d", rng.IntN(8))
	}
	return enginetest.UsualLine(New())(rng, p, seat)
}

// TestRulesAlone: without a view the ways listed are all that are legal, and any can be
// built.
func TestRulesAlone(t *testing.T) {
	bare := engine.Bare{Rules: Rules{}}
	g, _, err := engine.Begin("bare", bare, engine.Setup{Seats: 2}, []string{"Ann", "Ben"}, engine.Seed("the rules alone"))
	expect.NoError(t, err)
	rng := rand.New(rand.NewPCG(1, 1))
	for g.Pos.(*State).Turn < 4 {
		s := g.Pos.(*State)
		seat, line := s.Actor(), "pass"
		if starts := (startNames{s, seat}).starts(); s.Stage == StageActions && len(starts) > 0 {
			at := starts[rng.IntN(len(starts))]
			ways := slices.Collect(wayList{wayNames{s: s, seat: seat, start: at}}.Members())
			if len(ways) > 0 {
				line = s.BuildLine(ways[rng.IntN(len(ways))].(reading).Plan, Use{})
			}
		}
		r, err := g.Try(seat, line, false)
		expect.NoError(t, err, line)
		g.Take(seat, r)
	}
	expect.True(t, len(g.Pos.(*State).Links) != 0, "nothing was built")
}
