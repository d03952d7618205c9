package tycoon

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// endOfTurn plays the last action of a turn, which is a pass of the last player, and
// returns its record.
func endOfTurn(t *testing.T, g *engine.Game) *engine.Record {
	t.Helper()
	s := stateOf(g)
	s.Stage, s.Round, s.Moved, s.Due, s.Auction = StageActions, Rounds, s.Seats-1, 1, Auction{}
	return given(t, g, waiting(g)+" pass")[0]
}

// TestDividends is the end of a turn with the cases of the rules reference (Income, R9, R31).
func TestDividends(t *testing.T) {
	for _, c := range []struct {
		name                    string
		position, money, shares int
		flat                    bool
		wantMoney, wantShares   int
	}{
		{"F01 enough money", 5, 0, 4, false, 3, 4},
		{"F02 forced share", 0, 0, 3, false, 2, 4},
		{"F03 several forced shares, no dividend on the new ones", 0, 1, 12, false, 4, 15},
		{"F04 exactly enough", 1, 2, 5, false, 0, 5},
		{"one share and no money", 0, 0, 1, false, 4, 2},
		{"26 shares", 0, 4, 26, false, 3, 31},
		{"F05 highest income", 45, 0, 6, false, 19, 6},
		{"F06 past the peak", 90, 0, 6, false, 6, 6},
		{"F07 total 104 earns like position 4", 104, 3, 5, false, 4, 5},
		{"F08 second time round", 204, 0, 6, false, 0, 6},
		{"the end of the track", 100, 0, 0, false, 9, 0},
		{"one beyond", 101, 0, 0, false, 3, 0},
		{"two hundred is the end again", 200, 0, 0, false, 9, 0},
		{"flat by option", 145, 0, 0, true, 9, 0},
		{"not yet flat", 100, 0, 0, true, 9, 0},
		{"nothing at all", 0, 0, 0, false, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := table(t, 2, nil, func(s *State) {
				s.Players[1].Position, s.Players[1].Money, s.Players[1].Shares = c.position, c.money, c.shares
				s.Rules.FlatIncome = c.flat
			})
			endOfTurn(t, g)
			if p := stateOf(g).Players[1]; p.Money != c.wantMoney || p.Shares != c.wantShares || p.Position != c.position {
				t.Errorf("$%d, %d shares; want $%d, %d", p.Money, p.Shares, c.wantMoney, c.wantShares)
			}
		})
	}
}

// TestTurnEnds: the steps after the dividends (Income, R28).
func TestTurnEnds(t *testing.T) {
	g := table(t, 3, nil, func(s *State) {
		s.First = 2
		s.Open = []Link{{Owner: 1, From: 0, To: NoCity, Way: "11"}}
		s.relay()
		s.Links = []Link{{Owner: 0, From: 1, To: 2, Way: "11", Turn: 1}}
		s.Players[0].Cards, s.Players[0].Used = []int{36}, []int{36}
	})
	before := stateOf(g).Clone().(*State)
	record := endOfTurn(t, g)
	s := stateOf(g)
	card := before.Deck[0]
	if s.Turn != 2 || s.Stage != StageAuction || s.Auction.Speaker != 2 || s.Auction.Leader != engine.Nobody || s.Auction.High != 0 {
		t.Errorf("turn %d, %s of %+v", s.Turn, s.Stage, s.Auction)
	}
	expect.Same(t, "open", len(s.Open), 0)
	expect.Same(t, "links", len(s.Links), 1)
	if !slices.Contains(s.Up, card) || !slices.IsSorted(s.Up) || !slices.Equal(s.Deck, before.Deck[1:]) {
		t.Errorf("card %d: available %v, deck %v", card, s.Up, s.Deck)
	}
	if len(s.Players[0].Used) != 0 || !slices.Equal(s.Players[0].Cards, []int{36}) {
		t.Errorf("cards %v, used %v", s.Players[0].Cards, s.Players[0].Used)
	}
	want := []string{"passes", "income", "player-income", "player-income", "player-income", "open-removed", "dealt"}
	if got := keysOf([]*engine.Record{record}, engine.Nobody); !slices.Equal(got, want) || !record.Reveal {
		t.Errorf("told %v, reveals %v; want %v", got, record.Reveal, want)
	}
	if len(before.Players) != 3 || before.Players[0].Used == nil {
		t.Error("a clone has changed with the position")
	}
}

// TestNoCardLeft: without a deck, and for novices, turns end without a card (Income, Novices).
func TestNoCardLeft(t *testing.T) {
	novice := table(t, 2, map[string]string{optNovice: "on"}, nil)
	empty := table(t, 2, nil, func(s *State) { s.Deck = nil })
	for name, g := range map[string]*engine.Game{"novice": novice, "empty deck": empty} {
		up := slices.Clone(stateOf(g).Up)
		given(t, g, "A pass", "B pass", "B upgrade", "A upgrade", "B upgrade", "A upgrade", "B pass", "A pass")
		if s := stateOf(g); s.Turn != 2 || s.Stage != StageAuction || waiting(g) != "B" || !slices.Equal(s.Up, up) {
			t.Errorf("%s: turn %d, %s, available %v, was %v", name, s.Turn, s.Stage, s.Up, up)
		}
	}
}

// TestTrigger: the end comes one full turn after the turn in which the markers were
// there, even if some go again (End of the game, R22).
func TestTrigger(t *testing.T) {
	for seats, needed := range map[int]int{2: 10, 3: 12, 4: 14, 5: 16, 6: 18} {
		g := table(t, seats, nil, func(s *State) {
			s.Turn, s.Stage, s.Round, s.Due, s.Auction = 7, StageActions, 2, 1, Auction{}
			for i := range needed - 1 {
				s.Cities[i].Empty = true
			}
		})
		s := stateOf(g)
		tx := engine.Trial(s, 0)
		w := state(tx)
		emptied(w, tx)
		expect.Same(t, fmt.Sprintf("%d seats, %d markers", seats, needed-1), w.Last, 0)
		w.Cities[needed].Empty = true
		if emptied(w, tx); w.Last != 8 || tx.Mark() != 1 {
			t.Errorf("G01 %d seats: last turn %d, %d reports", seats, w.Last, tx.Mark())
		}
		w.Cities[0].Empty = false
		emptied(w, tx)
		w.Cities[0].Empty = true
		w.Turn = 8
		if emptied(w, tx); w.Last != 8 || tx.Mark() != 1 {
			t.Errorf("G02 %d seats: last turn %d, %d reports", seats, w.Last, tx.Mark())
		}
	}
}

// TestLastTurn: the game ends with the income of the last turn; the barons are shown.
func TestLastTurn(t *testing.T) {
	g := table(t, 2, nil, func(s *State) { s.Turn, s.Last = 8, 9; s.Players[1].Position = 5 })
	if endOfTurn(t, g); stateOf(g).Over() || stateOf(g).Turn != 9 {
		t.Fatalf("over %v in turn %d", stateOf(g).Over(), stateOf(g).Turn)
	}
	deck := len(stateOf(g).Deck)
	dry, err := func() (*engine.Result, error) {
		s := stateOf(g)
		s.Stage, s.Round, s.Moved, s.Due, s.Auction = StageActions, Rounds, 1, 1, Auction{}
		return g.Try(g.Waiting()[0], "pass", true)
	}()
	if err != nil || !dry.Stopped {
		t.Errorf("a preview shows the end: %v", err)
	}
	record := endOfTurn(t, g)
	s := stateOf(g)
	if !s.Over() || len(g.Waiting()) != 0 || s.Actor() != engine.Nobody || s.Players[1].Money != 14 || len(s.Deck) != deck {
		t.Errorf("over %v, waiting %v, money %d, deck %d", s.Over(), g.Waiting(), s.Players[1].Money, len(s.Deck))
	}
	expect.True(t, record.Reveal, "the barons are shown, and the order can be taken back")
	shown := 0
	for _, key := range keysOf([]*engine.Record{record}, engine.Nobody) {
		if strings.HasPrefix(key, "baron-") {
			shown++
		}
	}
	if v := s.View(engine.Nobody).(*State); shown != 2 || v.Players[0].Baron == 0 || v.Players[1].Baron == 0 {
		t.Errorf("%d barons are told of", shown)
	}
}

// TestIssueTimes: shares are issued at any moment of the own turn and at no other, and need no action (Money).
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
