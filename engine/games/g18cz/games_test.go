package g18cz_test

import (
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/site"
	"railpost/engine/games/g18cz/view"
	"railpost/engine/rail/log18xx/log18xxtest"
)

// Games of all versions; kept are those of the newest.
var (
	kept       = keptOf(3, "testdata/games/18cz.v3")
	keptSecond = keptOf(2, "testdata/games/18cz.v2")
	keptFirst  = keptOf(1, "testdata/games/18cz.v1")
)

func keptOf(version int, dir string) enginetest.FinishedGames {
	return enginetest.FinishedGames{Title: wired, Version: version, Dir: dir, Seed: engine.Seed("a seed for the games kept, 32 b."), Line: enginetest.UsualLine(wired)}
}

// TestFinishedGames replays the games kept of every version that ever ran.
func TestFinishedGames(t *testing.T) {
	for _, k := range []enginetest.FinishedGames{keptFirst, keptSecond, kept} {
		k.Test(t)
	}
}

// wired is the whole title.
var wired = struct {
	g18cz.Rules
	view.View
	site.Exchange
}{}

var _ engine.Title = wired

// longest is the trace with the most actions.
const longest = "testdata/traces/18CZ-6p-11610.jsonl.gz"

func bench(b *testing.B) log18xxtest.Bench {
	return log18xxtest.Bench{Title: wired, Records: log18xxtest.Until(b, wired, longest, 0).Records, Rebuilt: g18cz.Book.Worlds[0].Rebuilt.Load}
}

func BenchmarkReplay(b *testing.B) { bench(b).Replay(b) }

func BenchmarkLateMove(b *testing.B) { bench(b).LateMove(b, 100, 500) }

func BenchmarkLoad(b *testing.B) { bench(b).Load(b) }

// BenchmarkUsual finds the usual turn at many points of a game.
func BenchmarkUsual(b *testing.B) { atMany(b, func(s *g18cz.State) { wired.Usual(s, s.Actor()) }) }

// BenchmarkShort lists the lines of a letter at many points of a game.
func BenchmarkShort(b *testing.B) {
	atMany(b, func(s *g18cz.State) { advise.Short(wired, s, s.Actor(), 1, 20) })
}

// BenchmarkLetter does both for the same view, as a letter does.
func BenchmarkLetter(b *testing.B) {
	atMany(b, func(s *g18cz.State) {
		advise.Short(wired, s, s.Actor(), 1, 20)
		wired.Usual(s, s.Actor())
	})
}

func atMany(b *testing.B, do func(*g18cz.State)) {
	var positions []*g18cz.State
	for n := 60; n < 700; n += 16 {
		s := traced(b, "18CZ-4p-1400", n)
		if s.Actor() != engine.Nobody {
			positions = append(positions, s)
		}
	}
	for b.Loop() {
		for _, s := range positions {
			do(engine.Memo(s.View(s.Actor())).(*g18cz.State))
		}
	}
}
