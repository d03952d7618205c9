package g18cz_test

import (
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/games/g18cz"
	"railpost/engine/rail/log18xx/log18xxtest"
)

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
