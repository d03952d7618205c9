package engine_test

import (
	"testing"

	"railpost/engine"
)

func BenchmarkEncode(b *testing.B) {
	p := rich(b).Pos
	b.ReportAllocs()
	for b.Loop() {
		engine.Encode(p)
	}
}

func BenchmarkTry(b *testing.B) {
	g := rich(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := g.Try(0, "work yard: put red, put blue [take coin]", false); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReplay(b *testing.B) {
	records, _ := random(b, 1)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := engine.Replay(find, records, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(records)), "records/op")
}

func BenchmarkList(b *testing.B) {
	p := rich(b).Pos
	b.ReportAllocs()
	for b.Loop() {
		engine.List(p, 0, "", 2, 48)
	}
}

func BenchmarkNearest(b *testing.B) {
	p := rich(b).Pos
	b.ReportAllocs()
	for b.Loop() {
		engine.Nearest(p, 0, "work yrad put red put blue take coin", 3)
	}
}
