package g18mag

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/log18xx"
)

// longest is the trace with the most actions.
const longest = "testdata/traces/18Mag-6p-1610.jsonl.gz"

var benchSeed = engine.Seed("a seed for benchmarks, 32 bytes.")

// recorded is the log of the longest trace.
func recorded(tb testing.TB) []*engine.Record {
	tb.Helper()
	in, err := os.Open(longest)
	if err != nil {
		tb.Fatal(err)
	}
	defer in.Close()
	file, err := log18xx.ReadTrace(in)
	if err != nil {
		tb.Fatal(err)
	}
	g, err := log18xx.Import("longest", title{}, file, benchSeed)
	if err != nil {
		tb.Fatal(err)
	}
	return g.Records
}

func find(string) engine.Title { return title{} }

// BenchmarkReplay decides every action of the longest trace again, in place, and
// counts how often a network had to be computed.
func BenchmarkReplay(b *testing.B) {
	records := recorded(b)
	for _, c := range []struct {
		name string
		seed engine.Seed
	}{{"plain", nil}, {"digests", benchSeed}} {
		b.Run(c.name, func(b *testing.B) {
			world := grounds[0].World
			before := world.Rebuilt.Load()
			b.ReportAllocs()
			for range b.N {
				if _, err := engine.Replay(find, records, c.seed); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(records)), "ns/action")
			b.ReportMetric(float64(world.Rebuilt.Load()-before)/float64(b.N), "networks/game")
			b.ReportMetric(float64(len(records)), "actions/game")
		})
	}
}

// BenchmarkLateMove plays the orders about action 900 and those about action 100,
// each on a copy as a mail's order is: all of them, and those of one verb, since
// the kinds of orders are mixed in another way late in a game.
func BenchmarkLateMove(b *testing.B) {
	records := recorded(b)
	for _, verb := range []string{"", "pass", "lay", "run"} {
		for _, at := range []int{100, 900} {
			b.Run(fmt.Sprintf("%s/%d", cmp.Or(verb, "all"), at), func(b *testing.B) { benchWindow(b, records, at, verb) })
		}
	}
}

// benchWindow measures the orders of a verb among a hundred about an action.
func benchWindow(b *testing.B, records []*engine.Record, at int, verb string) {
	const width = 100
	from := at - width/2
	g, err := engine.Replay(find, records[:from], benchSeed)
	if err != nil {
		b.Fatal(err)
	}
	var before []*engine.Game // a position for each order that is measured
	var orders []*engine.Record
	for _, r := range records[from : from+width] {
		if strings.HasPrefix(r.Line, verb) {
			before, orders = append(before, g.Clone()), append(orders, r)
		}
		if err := g.Apply(r); err != nil {
			b.Fatal(err)
		}
	}
	b.ResetTimer()
	for range b.N {
		for i, r := range orders {
			now := *before[i]
			out, err := now.Try(r.Seat, r.Line, false)
			if err != nil {
				b.Fatal(err)
			}
			now.Take(r.Seat, out)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(orders)), "ns/action")
	b.ReportMetric(float64(len(orders)), "actions")
}

// BenchmarkLoad reads the last position of the longest trace but one; what many
// of them hold of the heap is told in bytes each.
func BenchmarkLoad(b *testing.B) {
	records := recorded(b)
	g, err := engine.Replay(find, records[:len(records)-1], nil)
	if err != nil {
		b.Fatal(err)
	}
	text := engine.Encode(g.Pos)
	load := func() engine.Position {
		p, err := title{}.Decode(g.Setup, text)
		if err != nil {
			b.Fatal(err)
		}
		return p
	}
	b.ResetTimer()
	for range b.N {
		load()
	}
	b.StopTimer()
	const many = 1000
	kept := make([]engine.Position, many)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range kept {
		kept[i] = load()
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/many, "bytes/position")
	b.ReportMetric(float64(len(text)), "bytes/encoded")
	runtime.KeepAlive(kept)
}
