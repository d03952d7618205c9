package g18cz

import (
	"testing"

	"railpost/engine/rail/log18xx/log18xxtest"
)

// longest is the trace with the most actions.
const longest = "testdata/traces/18CZ-6p-11610.jsonl.gz"

func bench(b *testing.B) log18xxtest.Bench {
	return log18xxtest.Bench{Title: title{}, Records: log18xxtest.Until(b, title{}, longest, 0).Records, Rebuilt: book.worlds[0].Rebuilt.Load}
}

func BenchmarkReplay(b *testing.B) { bench(b).Replay(b) }

func BenchmarkLateMove(b *testing.B) { bench(b).LateMove(b, 100, 500) }

func BenchmarkLoad(b *testing.B) { bench(b).Load(b) }
