package tycoon

import (
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// TestStandingBids: bids in advance are made when their seat is to speak, as bids
// like any other.
func TestStandingBids(t *testing.T) {
	for _, c := range []struct {
		name   string
		orders []string
		told   string // to everybody, by the last order
		asked  string
	}{
		{"nothing said", []string{"A bid 1"}, "bid 1", "B"},
		{"it bids the least", []string{"B bid up to 5", "A bid 2"}, "bid 2, bid 3", "C"},
		{"it is not enough", []string{"B bid up to 2", "A bid 2"}, "bid 2, pass", "C"},
		{"it is just enough", []string{"B bid up to 3", "A bid 2"}, "bid 2, bid 3", "C"},
		{"0 passes at once", []string{"B bid up to 0", "A pass"}, "pass, pass", "C"},
		{"taken back", []string{"B bid up to 5", "B always ask", "A bid 2"}, "bid 2", "B"},
		{"the last word counts", []string{"B bid up to 5", "B bid up to 2", "A bid 2"}, "bid 2, pass", "C"},
		{"all three", []string{"B bid up to 3", "C bid up to 6", "A bid up to 5"}, "bid 1, bid 2, bid 3, bid 4, pass, bid 5, pass, first 5, round 1", "C"},
		{"on turn it passes", []string{"A bid 4", "B bid up to 3"}, "pass", "C"},
		{"on turn it stands until the end", []string{"A bid up to 3", "B bid 2", "C pass"}, "pass, bid 3", "B"},
		{"and then passes", []string{"A bid up to 3", "B bid 4", "C pass"}, "pass, pass, first 4, round 1", "B"},
		{"nobody bids", []string{"B bid up to 0", "C bid up to 0", "A pass"}, "pass, pass, pass, first-free, round 1", "B"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := table(t, 3, nil, nil)
			records := given(t, g, c.orders...)
			if got := auctionTold(records[len(records)-1]); got != c.told || waiting(g) != c.asked {
				t.Errorf("%s, then %s is asked; want %s, then %s", got, waiting(g), c.told, c.asked)
			}
		})
	}
}

// TestStandingEnds: a bid in advance is over when its seat is out of the auction.
func TestStandingEnds(t *testing.T) {
	g := table(t, 3, nil, nil)
	given(t, g, "B bid up to 2", "C bid up to 9", "A bid 2")
	if s := stateOf(g); s.Standing[1].Set || !s.Standing[2].Set || !s.Auction.Out[1] {
		t.Errorf("out %v, said in advance %v", s.Auction.Out, s.Standing)
	}
}

// auctionTold is the public report of an auction by an order.
func auctionTold(r *engine.Record) string {
	var list []string
	for _, rep := range engine.For(engine.Nobody, r.Reports) {
		word := strings.TrimPrefix(strings.TrimPrefix(rep.Key, "tycoon.report."), "auction-")
		for _, arg := range []string{"n", "round"} {
			if n, ok := rep.Arg(arg); ok && word != "forced" {
				word += " " + string(rune('0'+n.Int))
			}
		}
		if !strings.HasPrefix(word, "forced") {
			list = append(list, word)
		}
	}
	return strings.Join(list, ", ")
}

// TestStandingAcrossTurns: a bid in advance waits for the next auction, and ends with it.
func TestStandingAcrossTurns(t *testing.T) {
	g := table(t, 2, nil, nil)
	toActions(t, g)
	given(t, g, "A bid up to 2", "B bid up to 4")
	records := given(t, g, "A pass", "B pass", "A pass", "B pass", "A pass", "B pass")
	s := stateOf(g)
	if s.Turn != 2 || s.First != 1 || s.Stage != StageActions {
		t.Fatalf("turn %d, %s, first %d", s.Turn, s.Stage, s.First)
	}
	last := records[len(records)-1]
	expect.True(t, last.Reveal, "the bids of others were made, and the order can be taken back")
	if s.Standing[0].Set || s.Standing[1].Set {
		t.Errorf("what was said in advance outlives its auction: %v", s.Standing)
	}
}

// TestStandingRecords: an answer in advance is no move of the game, and one given on turn reads to others like
// the order with the same effect.
func TestStandingRecords(t *testing.T) {
	g := table(t, 3, nil, nil)
	records := given(t, g, "B bid up to 2", "C bid up to 0", "C always ask", "A bid up to 4", "C pass")
	for i, c := range []struct {
		aside       bool
		own, others string
	}{
		{true, "bid up to 2", ""},
		{true, "bid up to 0", ""},
		{true, "always ask", ""},
		{false, "bid up to 4", "bid 1"},
		{false, "pass", "pass"},
	} {
		r := records[i]
		other := engine.Seat(2)
		if r.Seat == other {
			other = 0
		}
		if r.Hidden != c.aside || r.LineFor(r.Seat) != c.own || r.LineFor(other) != c.others || r.LineFor(engine.Nobody) != c.others {
			t.Errorf("record %d: aside %v, own %q, others %q; want %+v", i, r.Hidden, r.LineFor(r.Seat), r.LineFor(other), c)
		}
		for _, rep := range engine.For(other, r.Reports) {
			expect.Lacks(t, i, rep.Key, "up-to", "will-")
		}
	}
	if r := table(t, 3, nil, nil); true {
		low := given(t, r, "A bid 5", "B bid up to 3")
		expect.Same(t, "a limit that is too low reads", low[1].LineFor(0), "pass")
	}
}

// TestReveals: a player who hands over to another bidder or ends the auction cannot take it back, and a preview
// ends there; an action can be taken back.
func TestReveals(t *testing.T) {
	for _, c := range []struct {
		name    string
		orders  []string
		reveals bool
	}{
		{"a bid to another", []string{"A bid 1"}, true},
		{"a pass to another", []string{"A pass"}, true},
		{"the pass that ends it", []string{"A bid 1", "B pass", "C pass"}, true},
		{"the bid that ends it", []string{"A pass", "B pass", "C bid 1"}, true},
		{"an action", []string{"A bid 1", "B pass", "C pass", "A upgrade"}, false},
		{"a share", []string{"A issue 1"}, false},
		{"in advance", []string{"B bid up to 3"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := table(t, 3, nil, nil)
			n := len(c.orders) - 1
			given(t, g, c.orders[:n]...)
			seat, line := engine.Seat(c.orders[n][0]-'A'), c.orders[n][2:]
			dry := expect.Get(g.Try(seat, line, true))(t)
			live := expect.Get(g.Try(seat, line, false))(t)
			if dry.Stopped != c.reveals || live.Reveal != c.reveals || dry.Reveal {
				t.Errorf("preview stops: %v, order reveals: %v, want %v", dry.Stopped, live.Reveal, c.reveals)
			}
		})
	}
}
