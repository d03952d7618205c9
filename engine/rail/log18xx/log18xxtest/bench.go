package log18xxtest

import (
	"cmp"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// Bench measures a title by a recorded game.
type Bench struct {
	Title   engine.Title
	Records []*engine.Record
	// Rebuilt counts the networks that were computed until now.
	Rebuilt func() int64
}

// Replay decides every action of the game again, in place, and counts the networks that were computed.
func (m Bench) Replay(b *testing.B) {
	for _, c := range []struct {
		name string
		seed engine.Seed
	}{{"plain", nil}, {"digests", seed}} {
		b.Run(c.name, func(b *testing.B) {
			before := m.Rebuilt()
			b.ReportAllocs()
			for range b.N {
				expect.NoError(b, expect.Err(engine.Replay(Find(m.Title), m.Records, c.seed)))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(m.Records)), "ns/action")
			b.ReportMetric(float64(m.Rebuilt()-before)/float64(b.N), "networks/game")
			b.ReportMetric(float64(len(m.Records)), "actions/game")
		})
	}
}

// LateMove plays the orders about an early action and those about a late one, each on a copy, as for a mail:
// all of them, and those of one verb, since the mix of verbs is another late in a game.
func (m Bench) LateMove(b *testing.B, early, late int) {
	for _, verb := range []string{"", "pass", "lay", "run"} {
		for _, at := range []int{early, late} {
			b.Run(fmt.Sprintf("%s/%d", cmp.Or(verb, "all"), at), func(b *testing.B) { m.window(b, at, verb) })
		}
	}
}

// window measures the orders of a verb among a hundred about an action.
func (m Bench) window(b *testing.B, at int, verb string) {
	const width = 100
	from := at - width/2
	g := expect.Get(engine.Replay(Find(m.Title), m.Records[:from], seed))(b)
	var before []*engine.Game // a position for each order that is measured
	var orders []*engine.Record
	for _, r := range m.Records[from : from+width] {
		if strings.HasPrefix(r.Line, verb) {
			before, orders = append(before, g.Clone()), append(orders, r)
		}
		expect.NoError(b, g.Apply(r))
	}
	b.ResetTimer()
	for range b.N {
		for i, r := range orders {
			now := *before[i]
			out := expect.Get(now.Try(r.Seat, r.Line, false))(b)
			now.Take(r.Seat, out)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(orders)), "ns/action")
	b.ReportMetric(float64(len(orders)), "actions")
}

// Load reads the last position of the game but one many times, and reports the heap bytes that each keeps.
func (m Bench) Load(b *testing.B) {
	g := expect.Get(engine.Replay(Find(m.Title), m.Records[:len(m.Records)-1], nil))(b)
	text := engine.Encode(g.Pos)
	load := func() engine.Position {
		p := expect.Get(m.Title.Decode(g.Setup, text))(b)
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
