package tycoon

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
)

// A bid tells its own seat, also in a preview, how many shares it would take.
func TestBidSaysShares(t *testing.T) {
	g := table(t, 3, nil, func(s *State) { s.First, s.Auction.Speaker, s.Players[0].Money = 0, 0, 4 })
	for line, want := range map[string]int{"bid 20": 4, "bid 4": 0} {
		out, err := advise.Play(g, 0, []string{line}, engine.Mode{Preview: true}, spoken.Words().Words)
		if err != nil || out.Refused {
			t.Fatal(err, out)
		}
		got := 0
		for _, r := range engine.For(0, out.Verdicts[0].Result.Reports) {
			if r.Key == "tycoon.report.bid-shares" {
				n, _ := r.Arg("n")
				got = n.Int
			}
		}
		expect.Same(t, line, got, want)
		for _, r := range engine.For(1, out.Verdicts[0].Result.Reports) {
			expect.True(t, r.Key != "tycoon.report.bid-shares", "%s: others are told of the shares", line)
		}
	}
}

// TestAuction is the auction for first player.
func TestAuction(t *testing.T) {
	for _, c := range []struct {
		name     string
		seats    int
		previous engine.Seat
		orders   []string
		first    engine.Seat
		money    []int
		shares   []int
	}{
		{"A01 usual", 3, 0, []string{"A bid 1", "B bid 2", "C pass", "A pass"}, 1, []int{10, 8, 10}, []int{0, 0, 0}},
		{"A02 all pass", 3, 1, []string{"B pass", "C pass", "A pass"}, 2, []int{10, 10, 10}, []int{0, 0, 0}},
		{"all pass, round the table", 3, 2, []string{"C pass", "A pass", "B pass"}, 0, []int{10, 10, 10}, []int{0, 0, 0}},
		{"A03 shares pay", 2, 0, []string{"A bid 13", "B pass"}, 0, []int{2, 10}, []int{1, 0}},
		{"just enough", 2, 0, []string{"A bid 10", "B pass"}, 0, []int{0, 10}, []int{0, 0}},
		{"several shares", 2, 0, []string{"A bid 21", "B pass"}, 0, []int{4, 10}, []int{3, 0}},
		{"shares issued on turn", 2, 0, []string{"A issue 2", "A bid 13", "B pass"}, 0, []int{7, 10}, []int{2, 0}},
		{"the last may bid when nobody has", 3, 0, []string{"A pass", "B pass", "C bid 1"}, 2, []int{10, 10, 9}, []int{0, 0, 0}},
		{"the first may pass", 3, 0, []string{"A pass", "B bid 4", "C bid 5", "B pass"}, 2, []int{10, 10, 5}, []int{0, 0, 0}},
		{"any step", 2, 1, []string{"B bid 2", "A bid 7", "B bid 8", "A pass"}, 1, []int{10, 2}, []int{0, 0}},
		{"in dollars", 2, 1, []string{"B bid 2000", "A bid up to 7000", "B bid 8"}, 1, []int{10, 2}, []int{0, 0}},
		{"those out are passed over", 4, 3, []string{"D bid 1", "A pass", "B bid 2", "C pass", "D bid 3", "B bid 4", "D pass"}, 1, []int{10, 6, 10, 10}, []int{0, 0, 0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := table(t, c.seats, nil, func(s *State) {
				s.First, s.Auction.Speaker = c.previous, c.previous
				for i := range s.Players {
					s.Players[i].Money = 10
				}
			})
			given(t, g, c.orders...)
			s := stateOf(g)
			if s.Stage != StageActions || s.First != c.first || s.Actor() != c.first || s.Round != 1 || s.Due != 1 {
				t.Errorf("%s %d: first %d, asked %d with %d actions, want %d", s.Stage, s.Round, s.First, s.Actor(), s.Due, c.first)
			}
			for i, p := range s.Players {
				expect.Same(t, i, p.Money, c.money[i])
				expect.Same(t, i, p.Shares, c.shares[i])
			}
		})
	}
}

// TestAuctionRefuses: forbidden bids (A04).
func TestAuctionRefuses(t *testing.T) {
	for _, c := range []struct {
		name   string
		orders []string
		key    string
	}{
		{"A04 who has passed may not come back", []string{"A pass", "B bid 1", "C bid 2", "A bid 3"}, "tycoon.no.auction-passed"},
		{"not higher", []string{"A bid 2", "B bid 2"}, "tycoon.no.bid-low"},
		{"nothing", []string{"A bid 0"}, "tycoon.no.bid-least"},
		{"below nothing", []string{"A bid -3"}, "tycoon.no.bid-least"},
		{"too much by far", []string{"A bid 1500"}, "tycoon.no.bid-thousands"},
		{"too much by far, in advance", []string{"B bid up to 1500"}, "tycoon.no.bid-thousands"},
		{"no word for a number", []string{"A bid lots"}, "engine.unknown-word"},
		{"no number of shares", []string{"A issue 0"}, "engine.number-range"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := table(t, 3, nil, nil)
			records, r := lines(t, g, c.orders...)
			if len(records) != len(c.orders)-1 || r == nil || r.Why.Key != c.key {
				t.Errorf("after %d orders %v, want %s", len(records), r, c.key)
			}
		})
	}
}

// TestAuctionReads are spellings of bids and issues.
func TestAuctionReads(t *testing.T) {
	for given, want := range map[string]string{
		"bid 3": "bid 3", "BID $3": "bid 3", "bid 3k": "bid 3", "bid upto 5": "bid up to 5", "Bid up to $5": "bid up to 5",
		"bid max 5": "bid up to 5", "up to 7": "bid up to 7", "pass.": "pass", "issue 2": "issue 2", "issue 1 share": "issue 1", "issue 12 shares": "issue 12",
	} {
		r, err := table(t, 3, nil, nil).Try(0, given, true)
		if err != nil || r.Line != want {
			t.Errorf("%q is read as %+v (%v), want %q", given, r, err, want)
		}
	}
}

// TestBidsListed: a letter lists the least bid and one with a limit.
func TestBidsListed(t *testing.T) {
	g := table(t, 2, nil, nil)
	given(t, g, "A bid 4")
	got := engine.Each(advise.List(New(), g.Pos, 1, "", 2, 30).Choices, func(c advise.Found) string {
		return c.Line
	})
	expect.Same(t, "listed", strings.Join(got, "|"), "bid 5|bid up to 7|pass")
}

// model is the auction as the rules tell it, played by players who know their limit:
// they bid the least that suffices, or pass.
func model(seats, previous int, limits []int) (first, price int) {
	in := make([]bool, seats)
	for i := range in {
		in[i] = true
	}
	leader, left := -1, seats
	for at := previous; left > 1 || left == 1 && leader < 0; at = (at + 1) % seats {
		switch {
		case !in[at]:
		case price+1 <= limits[at]:
			price++
			leader = at
		default:
			in[at] = false
			left--
		}
	}
	if leader < 0 {
		return (previous + 1) % seats, 0
	}
	return leader, price
}

// TestRandomAuctions: whether players are asked for every bid or have bid in advance,
// at any time before or within the auction, the same player comes first for the same
// price; nobody else pays, and all money has come from shares.
func TestRandomAuctions(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 14))
	for n := range 400 {
		seats, previous := 2+rng.IntN(5), 0
		limits := make([]int, seats)
		for i := range limits {
			limits[i] = rng.IntN(9)
		}
		previous = rng.IntN(seats)
		g := table(t, seats, nil, func(s *State) { s.First, s.Auction.Speaker = engine.Seat(previous), engine.Seat(previous) })
		var orders []string
		for stateOf(g).Stage == StageAuction {
			seat := g.Waiting()[0]
			order := fmt.Sprintf("bid up to %d", limits[seat])
			switch other := engine.Seat(rng.IntN(seats)); {
			case rng.IntN(3) == 0 && !stateOf(g).Auction.Out[other]:
				seat, order = other, fmt.Sprintf("bid up to %d", limits[other])
			case rng.IntN(2) == 0:
				order = "pass"
				if least := stateOf(g).LeastBid(); least <= limits[seat] {
					order = fmt.Sprintf("bid %d", least)
				}
			}
			orders = append(orders, string(rune('A'+seat))+" "+order)
			given(t, g, orders[len(orders)-1])
		}
		first, price := model(seats, previous, limits)
		s := stateOf(g)
		if s.First != engine.Seat(first) || slices.ContainsFunc(s.Standing, func(b Standing) bool { return b.Set }) {
			t.Fatalf("%d: previous %d, limits %v: first %d, want %d; standing %v\n%s", n, previous, limits, s.First, first, s.Standing, strings.Join(orders, "\n"))
		}
		for i, p := range s.Players {
			paid := 0
			if i == first {
				paid = price
			}
			if p.Money != p.Shares*SharePays-paid || p.Shares != (paid+4)/5 {
				t.Fatalf("%d: limits %v: seat %d has $%d and %d shares, and had to pay %d\n%s", n, limits, i, p.Money, p.Shares, paid, strings.Join(orders, "\n"))
			}
		}
	}
}
