package g18mag_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/site"
	"railpost/engine/games/g18mag/view"
	"railpost/engine/rail/log18xx"
	"railpost/engine/rail/log18xx/log18xxtest"
	"railpost/engine/rail/track"
)

var keptSeed = engine.Seed("a seed for the games kept, 32 b.")

// keptBook are games by the book, the defaults since version 3.
var keptBook = enginetest.FinishedGames{
	Title: wired, Dir: "testdata/games/18mag.v3", Seed: keptSeed, Line: enginetest.UsualLine(wired), Version: 3, Seats: []int{2, 3, 4, 5, 6},
}

// kept are games under the default options of versions 1 and 2, in which these do not differ.
var kept = enginetest.FinishedGames{
	Title: wired, Dir: "testdata/games/18mag.v1", Seed: keptSeed, Line: enginetest.UsualLine(wired), Version: 1, Seats: []int{2, 3, 4, 5, 6},
}

// keptAlone are games against István (XI).
var keptAlone = []enginetest.FinishedGames{
	{Title: wired, Dir: "testdata/games/18mag.v2-short", Seed: keptSeed, Line: enginetest.UsualLine(wired), Version: 2, Seats: []int{1},
		Options: map[string]string{g18mag.OptLength: "short", g18mag.OptLevel: "easy"}},
	{Title: wired, Dir: "testdata/games/18mag.v2-long", Seed: keptSeed, Line: enginetest.UsualLine(wired), Version: 2, Seats: []int{1},
		Options: map[string]string{g18mag.OptLength: "long", g18mag.OptLevel: "hard"}},
}

// keptSite are games under the options of the public site. In those of version 1
// services are sold though no run is possible.
var keptSite = []enginetest.FinishedGames{
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

// wired is the whole title.
var wired = struct {
	g18mag.Rules
	view.View
	site.Exchange
}{}

var _ log18xx.Title = wired

// longest is the trace with the most actions.
const longest = "testdata/traces/18Mag-6p-1610.jsonl.gz"

func bench(b *testing.B) log18xxtest.Bench {
	return log18xxtest.Bench{Title: wired, Records: log18xxtest.Until(b, wired, longest, 0).Records, Rebuilt: (&g18mag.State{Seats: 3}).World().Rebuilt.Load}
}

func BenchmarkReplay(b *testing.B) { bench(b).Replay(b) }

func BenchmarkLateMove(b *testing.B) { bench(b).LateMove(b, 100, 900) }

func BenchmarkLoad(b *testing.B) { bench(b).Load(b) }

// BenchmarkTrackStep finds all legal lays of every track step of the game, from
// the bare board; and lists the lines that an order can give there, each carried
// out on a copy, as the answer to "moves lay" does.
func BenchmarkTrackStep(b *testing.B) {
	m := bench(b)
	g := expect.Get(engine.Replay(log18xxtest.Find(m.Title), m.Records[:1], nil))(b)
	var steps []*g18mag.State
	for _, r := range m.Records[1:] {
		if s := g.Pos.(*g18mag.State); s.Stage == g18mag.Operating && s.Turn.Step == g18mag.StepTrack {
			steps = append(steps, s.Clone().(*g18mag.State))
		}
		expect.NoError(b, g.Apply(r))
	}
	for _, c := range []struct {
		name string
		list func(*g18mag.State) int
	}{
		{"lays", func(s *g18mag.State) int { return len(s.Lays()) }},
		{"moves", func(s *g18mag.State) int { return len(advise.List(wired, s, s.Actor, "lay", 0, 0).Choices) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			var found int
			var worst time.Duration
			for b.Loop() {
				for _, s := range steps {
					s.Board = track.Board{Laid: s.Board.Laid, Stations: s.Board.Stations, Left: s.Board.Left}
					began := time.Now()
					found += c.list(s)
					worst = max(worst, time.Since(began))
				}
			}
			n := float64(b.N * len(steps))
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/n, "ns/step")
			b.ReportMetric(float64(worst.Nanoseconds()), "ns/worst")
			b.ReportMetric(float64(found)/n, "lines/step")
		})
	}
}
