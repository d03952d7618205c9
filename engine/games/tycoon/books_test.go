package tycoon

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
)

// The reports of an order about money, shares and positions equal the changes: no payment or gain is silent.
func TestReportsKeepTheBooks(t *testing.T) {
	options := []map[string]string{nil, {optNovice: "on"}, {optCrossing: "2", optIncome: "flat", optFirst: drawn}}
	for seats := seatsLeast; seats <= seatsMost; seats++ {
		rng := rand.New(rand.NewPCG(uint64(seats), 1))
		seed := engine.Seed(fmt.Sprintf("books %d", seats))
		records, _ := enginetest.PlayGame(t, New(), engine.Setup{Seats: seats, Options: options[seats%len(options)]}, seed, rng)
		g := expect.Get(engine.Replay(find, records[:1], seed))(t)
		for _, r := range records[1:] {
			before := g.Pos.Clone().(*State)
			expect.NoError(t, engine.ReplayOn(g, []*engine.Record{r}))
			keepBooks(t, before, g.Pos.(*State), r)
		}
	}
}

func find(string) engine.Title { return New() }

// paidBy are the reports of payments, and the argument with the amount.
var paidBy = map[string]string{
	"tycoon.report.build": "cost", "tycoon.report.urbanize": "cost", "tycoon.report.upgrade": "cost",
	"tycoon.report.western": "cost", "tycoon.report.first": "n",
}

type entry struct{ money, shares, position int }

func keepBooks(t *testing.T, before, after *State, r *engine.Record) {
	t.Helper()
	told := make([]entry, before.Seats)
	for i := range told {
		p := before.Player(engine.Seat(i))
		told[i] = entry{p.Money, p.Shares, p.Position}
	}
	for _, report := range r.Reports {
		who, _ := report.Arg("seat")
		b := &told[max(0, who.Int)]
		n, _ := report.Arg("n")
		if _, gained := report.Arg("position"); gained {
			b.position += n.Int
		}
		if name, ok := paidBy[report.Key]; ok {
			cost, _ := report.Arg(name)
			b.money -= cost.Int
		}
		switch report.Key {
		case "tycoon.report.forced", "tycoon.report.issued":
			b.shares += n.Int
			b.money += n.Int * shareWorth
		case "tycoon.report.player-income", "tycoon.report.player-short":
			payBooks(b, report)
		}
	}
	for i, b := range told {
		p := after.Player(engine.Seat(i))
		expect.Same(t, []any{before.Seats, r.Seq, r.Line, i}, entry{p.Money, p.Shares, p.Position}, b)
	}
}

// payBooks reads income and dividends, and checks them against the rules' figures.
func payBooks(b *entry, report engine.Report) {
	get := func(name string) int {
		a, _ := report.Arg(name)
		return a.Int
	}
	b.money += get("income") - b.shares // a dividend of 1 a share (Money)
	b.shares += get("n")
	b.money += get("n") * shareWorth
}

// TestPrintedBook holds the embedded data to the rules of board files (Other boards), and to
// a few figures of the printed board.
func TestPrintedBook(t *testing.T) {
	b, faults := bookOf(PrintedFiles())
	for _, f := range faults {
		t.Errorf("%s: %s: %s %v", f.File, f.Entry, f.Say.Key, f.Say.Args)
	}
	if len(b.Hexes) != 1026 || len(b.Cities) != 52 || len(b.Cards) != 38 || len(b.Barons) != 11 || b.Bag.Total() != 125 || b.Tiles != (Cubes{0, 3, 3, 3, 3}) {
		t.Errorf("%d hexes, %d cities, %d cards, %d barons, %d cubes, tiles %v", len(b.Hexes), len(b.Cities), len(b.Cards), len(b.Barons), b.Bag.Total(), b.Tiles)
	}
	track := 0
	for i := range b.Hexes {
		if b.Hexes[i].Track() {
			track++
		}
	}
	expect.Same(t, "hexes take track", track, 742)
	if b.Cities[b.Market].Name != "Chicago" || len(b.Gateways) != 2 || len(b.Engines) != 9 || b.Markers[6] != 18 {
		t.Errorf("market %v, gateways %v, engines %v, markers %v", b.Market, b.Gateways, b.Engines, b.Markers)
	}
}
