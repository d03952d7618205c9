package g18mag

import (
	"testing"

	"railpost/engine/log18xx/log18xxtest"
)

// longest is the trace with the most actions.
const longest = "testdata/traces/18Mag-6p-1610.jsonl.gz"

func bench(b *testing.B) log18xxtest.Bench {
	return log18xxtest.Bench{Title: title{}, Records: log18xxtest.Until(b, title{}, longest, 0).Records, Rebuilt: grounds[0].World.Rebuilt.Load}
}

func BenchmarkReplay(b *testing.B) { bench(b).Replay(b) }

func BenchmarkLateMove(b *testing.B) { bench(b).LateMove(b, 100, 900) }

func BenchmarkLoad(b *testing.B) { bench(b).Load(b) }
