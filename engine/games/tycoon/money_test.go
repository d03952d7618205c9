package tycoon

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
)

// TestIssueTimes: shares are issued at any moment of the own turn and at no other,
// and take no action (Money).
func TestIssueTimes(t *testing.T) {
	g := table(t, 2, nil, func(s *State) { s.Up = []int{30} })
	given(t, g, "A issue 1", "A bid 1", "B issue 2", "B pass", "A issue 3", "A card 30", "A issue 1", "A upgrade", "A issue 12", "A pass")
	s := stateOf(g)
	if a, b := s.Players[0], s.Players[1]; a.Shares != 17 || a.Money != 85-1-5 || b.Shares != 2 || b.Money != 10 {
		t.Errorf("A $%d, %d shares; B $%d, %d shares", a.Money, a.Shares, b.Money, b.Shares)
	}
	if _, r := lines(t, g, "A issue 1"); r == nil || r.Why.Key != "engine.not-asked" {
		t.Errorf("issued in another's turn: %v", r)
	}
}

// TestPay: the smallest number of shares that makes a payment possible (Money).
func TestPay(t *testing.T) {
	for _, c := range []struct{ money, amount, left, shares int }{
		{10, 10, 0, 0}, {10, 3, 7, 0}, {0, 1, 4, 1}, {4, 10, 4, 2}, {0, 20, 0, 4}, {5, 0, 5, 0}, {0, 0, 0, 0}, {9, 30, 4, 5},
	} {
		g := table(t, 2, nil, func(s *State) { s.Players[0].Money = c.money })
		tx := engine.Trial(g.Pos, 0)
		pay(state(tx), tx, 0, c.amount)
		told := tx.Mark()
		if p := state(tx).Players[0]; p.Money != c.left || p.Shares != c.shares || (told > 0) != (c.shares > 0) {
			t.Errorf("$%d of $%d: $%d left, %d shares, %d reports; want %+v", c.amount, c.money, p.Money, p.Shares, told, c)
		}
	}
}

// TestRandomMoney: in random games nobody has less than nothing or pays out of turn,
// positions and shares never fall, money comes from shares and the end of turns
// alone, and no more shares are forced than a payment takes.
func TestRandomMoney(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 31))
	for seats := 2; seats <= 6; seats++ {
		g := table(t, seats, nil, nil)
		for n := 0; n < 250 && len(g.Waiting()) > 0; n++ {
			before, seat := stateOf(g), g.Waiting()[0]
			record := given(t, g, string(rune('A'+seat))+" "+advise.RandomLine(rng, g.Title, g.Pos, seat))[0]
			after := stateOf(g)
			ended := slices.ContainsFunc(record.Reports, func(r engine.Report) bool { return r.Key == "tycoon.report.income" })
			for i := range after.Players {
				p, q := before.Players[i], after.Players[i]
				issued := q.Shares - p.Shares
				earned := 0
				if ended {
					earned = after.Income(q.Position)
				}
				first := before.Stage == StageAuction && after.Stage == StageActions && after.First == engine.Seat(i)
				switch {
				case q.Money < 0, issued < 0, q.Position < p.Position:
					t.Fatalf("%s: seat %d: %+v, then %+v", record.Line, i, p, q)
				case q.Money > p.Money+earned+issued*SharePays:
					t.Fatalf("%s: seat %d has $%d out of nothing", record.Line, i, q.Money-p.Money-earned-issued*SharePays)
				case issued > 0 && !ended && !strings.HasPrefix(record.Line, "issue") && q.Money >= SharePays:
					t.Fatalf("%s: seat %d must issue %d shares and has $%d left", record.Line, i, issued, q.Money)
				case engine.Seat(i) != seat && !ended && !first && (q.Money != p.Money || issued != 0):
					t.Fatalf("%s of seat %d: seat %d has $%d and then $%d", record.Line, seat, i, p.Money, q.Money)
				}
			}
		}
	}
}

// FuzzNumbers reads bids, limits and shares: whatever is read is written as itself.
func FuzzNumbers(f *testing.F) {
	for _, text := range []string{"3", "$3", "3k", "12 shares", "-4", "$", "k", "3000", "99999999999999999999", "1 share share"} {
		f.Add(text)
	}
	s := &State{Stage: StageAuction, Auction: Auction{Leader: engine.Nobody}}
	f.Fuzz(func(t *testing.T, text string) {
		for _, d := range []engine.Domain{bids(s), limits, shareNumbers} {
			v, err := d.Read(engine.Tokenize(text))
			if err != nil {
				if r, ok := engine.AsRefusal(err); !ok || r.Kind != engine.NotUnderstood {
					t.Fatalf("%q: %v", text, err)
				}
				continue
			}
			if again, err := d.Read(engine.Tokenize(d.Text(v))); err != nil || again != v {
				t.Fatalf("%q is read as %v, and that as %v (%v)", text, v, again, err)
			}
		}
	})
}
