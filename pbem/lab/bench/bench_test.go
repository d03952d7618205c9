package bench

import (
	"flag"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

func init() { AsService() }

var coldGames = flag.Int("games", 1000, "games of 400 records in the figure cold-start")

// The output of `lab bench`, as benchmarks of Go.
func BenchmarkFigure(b *testing.B) {
	for _, m := range All() {
		b.Run(m.Name, func(b *testing.B) {
			dir := b.TempDir()
			for b.Loop() {
				f := expect.Get(m.Measure(b.Context(), Options{Dir: dir, Games: *coldGames}))(b)
				for _, v := range f.Values {
					b.ReportMetric(v.Value, strings.ReplaceAll(v.Name+":"+v.Unit, " ", "-"))
				}
			}
		})
	}
}
