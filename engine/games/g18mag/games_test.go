package g18mag_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18mag"
)

var keptSeed = engine.Seed("a seed for the games kept, 32 b.")

// keptBook are games by the book, the defaults since version 3.
var keptBook = enginetest.Kept{
	Title: wired, Dir: "testdata/games/18mag.v3", Seed: keptSeed, Line: enginetest.UsualLine(wired), Version: 3, Seats: []int{2, 3, 4, 5, 6},
}

// kept are games under the default options of versions 1 and 2, in which these do not differ.
var kept = enginetest.Kept{
	Title: wired, Dir: "testdata/games/18mag.v1", Seed: keptSeed, Line: enginetest.UsualLine(wired), Version: 1, Seats: []int{2, 3, 4, 5, 6},
}

// keptAlone are games against István (XI).
var keptAlone = []enginetest.Kept{
	{Title: wired, Dir: "testdata/games/18mag.v2-short", Seed: keptSeed, Line: enginetest.UsualLine(wired), Version: 2, Seats: []int{1},
		Options: map[string]string{g18mag.OptLength: "short", g18mag.OptLevel: "easy"}},
	{Title: wired, Dir: "testdata/games/18mag.v2-long", Seed: keptSeed, Line: enginetest.UsualLine(wired), Version: 2, Seats: []int{1},
		Options: map[string]string{g18mag.OptLength: "long", g18mag.OptLevel: "hard"}},
}

// keptSite are games under the options of the public site. In those of version 1
// services are sold though no run is possible.
var keptSite = []enginetest.Kept{
	{Title: wired, Dir: "testdata/games/18mag.v2", Seed: keptSeed, Line: onward, Version: 2, Options: siteOptions(), Seats: []int{2, 3, 4, 5, 6}},
	{Title: wired, Dir: "testdata/games/18mag.v1-site", Seed: keptSeed, Line: onward, Version: 1, Options: siteOptions(), Seats: []int{2, 3}},
}

func siteOptions() map[string]string { return wired.Profiles()["18xx.games"] }

// TestFinishedGames replays the games kept of every version that ever ran.
func TestFinishedGames(t *testing.T) {
	kept.Test(t)
	keptBook.Test(t)
	for _, k := range append(keptSite, keptAlone...) {
		k.Test(t)
	}
}

// onward is a line that does not end the game by agreement.
func onward(rng *rand.Rand, p engine.Position, seat engine.Seat) string {
	for {
		if line := enginetest.UsualLine(wired)(rng, p, seat); line != g18mag.EndVerb.Name {
			return line
		}
	}
}

// TestRunningGameUpgraded: a running game of version 1 continues under the old rule when a newer version of the
// title comes, from its log and from its snapshot; a new game uses the new rule.
func TestRunningGameUpgraded(t *testing.T) {
	old := keptSite[1]
	records := old.Read(t, 3)
	sold := 0
	for i, r := range records[1:] {
		if !strings.HasPrefix(r.Line, "service") {
			continue
		}
		g, err := engine.Replay(old.Find, records[:i+1], old.Seed)
		expect.NoError(t, err)
		s := g.Pos.(*g18mag.State)
		if s.CanRun(s.Company()) {
			continue
		}
		sold++
		g.Pos, err = wired.Decode(g.Setup, engine.Encode(s))
		expect.NoError(t, err)
		if _, err := g.Try(r.Seat, r.Line, false); err != nil || g.Setup.Version != 1 {
			t.Errorf("version %d, %q: %v", g.Setup.Version, r.Line, err)
		}
		g18mag.Mend(&s.Rules, 2)
		g.Pos = s
		expect.Fails(t, r.Line, expect.Err(g.Try(r.Seat, r.Line, false)), "")
	}
	expect.True(t, sold != 0, "no service is sold without a run: the game shows nothing")
}
