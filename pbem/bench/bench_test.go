package bench

import (
	"context"
	"flag"
	"strings"
	"testing"
)

var coldGames = flag.Int("games", 1000, "games of 400 records in BenchmarkColdStart")

func figure(b *testing.B, m func(context.Context, Options) (Figure, error)) {
	b.Helper()
	dir := b.TempDir()
	for b.Loop() {
		f, err := m(b.Context(), Options{Dir: dir, Games: *coldGames})
		if err != nil {
			b.Fatal(err)
		}
		for _, v := range f.Values {
			b.ReportMetric(v.Value, strings.ReplaceAll(v.Name, " ", "-")+":"+v.Unit)
		}
	}
}

func BenchmarkThroughput(b *testing.B) { figure(b, MeasureThroughput) }

func BenchmarkLatency(b *testing.B)   { figure(b, MeasureLatency) }
func BenchmarkColdStart(b *testing.B) { figure(b, MeasureColdStart) }
func BenchmarkMemory(b *testing.B)    { figure(b, MeasureMemory) }
func BenchmarkLateMove(b *testing.B)  { figure(b, MeasureLateMove) }
func BenchmarkCPU(b *testing.B)       { figure(b, MeasureCPU) }
func BenchmarkReplay(b *testing.B)    { figure(b, MeasureReplay) }
