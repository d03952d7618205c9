package g18cz

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/stock"
)

// turnOf is an operating round in which a corporation has run for a revenue.
func turnOf(t *testing.T, seats int, id string, revenue int, changes ...func(*State)) (*State, *engine.Tx) {
	t.Helper()
	s := at(t, newGame(t, seats), Operating, 5, 1, changes)
	s.Order = []Company{mustCompany(id)}
	s.Turn = Turn{Step: StepPayout, Revenue: revenue}
	return s, &engine.Tx{Pos: s}
}

// TestPayOut: rounded up for each player, nothing for IPO and pool; the marker
// moves in its row, that of a large corporation twice (VIII.8, IX).
func TestPayOut(t *testing.T) {
	cases := []struct {
		name    string
		id      string
		start   int
		held    []int
		revenue int
		pay     bool
		paid    []int
		purse   int
		price   int
	}{
		{"a small one", "EKJ", 60, []int{50, 25, 0}, 50, true, []int{25, 13, 0}, 240, 65},
		{"a medium one", "BTE", 100, []int{40, 20, 20}, 110, true, []int{44, 22, 22}, 500, 110},
		{"a large one", "SX", 100, []int{20, 30, 10}, 130, true, []int{26, 39, 13}, 1000, 120},
		{"each rounds for himself", "EKJ", 60, []int{50, 25, 25}, 10, true, []int{5, 3, 3}, 240, 65},
		{"withheld", "EKJ", 60, []int{50, 25, 25}, 70, false, []int{0, 0, 0}, 310, 55},
		{"a large one withholds one space", "SX", 100, []int{20, 30, 10}, 130, false, []int{0, 0, 0}, 1130, 90},
		{"nothing was earned (R29)", "EKJ", 60, []int{50, 25, 25}, 0, false, []int{0, 0, 0}, 240, 55},
	}
	for _, c := range cases {
		changes := []func(*State){inPhase("d"), founded(0, c.id, c.start, 0)}
		for seat, n := range c.held {
			changes = append(changes, holds(engine.Seat(seat), c.id, n))
		}
		co := mustCompany(c.id)
		s, tx := turnOf(t, 3, c.id, c.revenue, append(changes, func(s *State) {
			expect.NoError(t, activate(s, &engine.Tx{Pos: s}, co))
		})...)
		expect.NoError(t, payOut(s, tx, c.pay))
		paid := []int{s.Cash.Of(0) - 380, s.Cash.Of(1) - 380, s.Cash.Of(2) - 380}
		if !slices.Equal(paid, c.paid) || s.Treasury(co) != c.purse || s.PriceOf(co) != c.price || s.Turn.Revenue != 0 {
			t.Errorf("%s: players got %v, treasury %d, price %d", c.name, paid, s.Treasury(co), s.PriceOf(co))
		}
	}
}

// TestMarkers: a step that would leave the line is not made (IX).
func TestMarkers(t *testing.T) {
	cases := []struct {
		id   string
		at   int
		pay  bool
		want int
	}{
		{"EKJ", 43, true, 45}, {"EKJ", 44, true, 44}, {"EKJ", 45, true, 45}, {"EKJ", 1, false, 1}, {"EKJ", 0, false, 0}, {"EKJ", 2, false, 0},
		{"SX", 41, true, 45}, {"SX", 42, true, 44}, {"SX", 43, true, 45}, {"SX", 44, true, 44}, {"SX", 40, true, 44}, {"SX", 3, false, 1},
	}
	for _, c := range cases {
		co := mustCompany(c.id)
		s, tx := turnOf(t, 3, c.id, 10, founded(0, c.id, Book.Sizes[co.Size()].Starts[0], 50))
		s.Market.Enter(co.Stock(), c.at)
		s.Market.Enter(mustCompany("OFE").Stock(), c.want) // a marker that moves goes under it
		expect.NoError(t, payOut(s, tx, c.pay))
		got, under := s.Market.At[co.Stock()], s.Market.Depth[co.Stock()] == 1
		expect.Same(t, fmt.Sprintf("%s on space %d, paid %t: goes to", c.id, c.at, c.pay), got, c.want)
		expect.Same(t, fmt.Sprintf("%s on space %d, paid %t: goes to", c.id, c.at, c.pay), under, c.at != c.want)
	}
}

// TestTimeline walks through the rounds: values, exports, the end (IV.1,
// VIII.13, X).
func TestTimeline(t *testing.T) {
	s, got := newGame(t, 3), []string{}
	for s.Time = range Book.Timeline {
		x := s.Round()
		switch x.Stage {
		case Stocks:
			got = append(got, fmt.Sprint("SR", x.Set))
		case Operating:
			got = append(got, fmt.Sprint(x.Set, ".", x.Number, "=", x.Value, map[bool]string{true: "!"}[x.Export]))
			expect.Same(t, fmt.Sprintf("in %d.%d a local railway is worth", x.Set, x.Number), s.LocalValue(), x.Value)
		case Over:
			got = append(got, "end")
		}
	}
	want := "SR1 1.1=40! SR2 2.1=45! SR3 3.1=50! SR4 4.1=55! SR5 5.1=60 5.2=65! SR6 6.1=70 6.2=75! SR7 7.1=80 7.2=90! SR8 8.1=100 8.2=110 8.3=120 end"
	expect.Same(t, "the order", strings.Join(got, " "), want)
}

// TestRounds passes through the whole game: the income of every operating round, an export after each set but the last
// and at no other time, the end after the last round (IV.1, V, VIII.13, X).
func TestRounds(t *testing.T) {
	s := after(t, newGame(t, 3), "take S1")
	cards := func(s *State) (n int) {
		for _, left := range s.Depot.Left {
			n += max(0, left)
		}
		return n
	}
	all, rounds := cards(s), 0
	for s.Stage == Drafting {
		s = after(t, s, "pass")
	}
	for set := 1; s.Stage != Over; set++ {
		if s.Stage != Stocks || s.Round().Set != set || all-cards(s) != set-1 || s.Cash.Of(0) != 380-25+5*rounds {
			t.Fatalf("set %d: %s %d, %d cards exported, %d K", set, s.Stage, s.Round().Set, all-cards(s), s.Cash.Of(0))
		}
		rounds += []int{1, 1, 1, 1, 2, 2, 2, 3}[set-1]
		s = after(t, s, "pass", "pass", "pass")
	}
	if all-cards(s) != 7 || s.Cash.Of(0) != 380-25+5*rounds || s.LocalValue() != 120 {
		t.Errorf("in the end: %d cards exported, %d K after %d rounds, value %d", all-cards(s), s.Cash.Of(0), rounds, s.LocalValue())
	}
}

// TestIncome: of all local railways to their owners, used or not, before the first turn of the round (IV.1, VIII.2).
func TestIncome(t *testing.T) {
	s := at(t, newGame(t, 3), Operating, 3, 1, []func(*State){
		drafted(0, "S1"), drafted(0, "L1"), drafted(1, "M3"), founded(2, "EKJ", 60, 50), ownLocal("EKJ", "S2"), treasury("EKJ", 0),
		func(s *State) { s.Locals[LocalNamed("S2")].Used = true },
	})
	tx := &engine.Tx{Pos: s}
	expect.NoError(t, beginRound(s, tx))
	if got := []int{s.Cash.Of(0), s.Cash.Of(1), s.Cash.Of(2), s.Treasury(0)}; !slices.Equal(got, []int{405, 390, 380, 5}) {
		t.Errorf("%v", got)
	}
	told := ""
	for _, rep := range tx.Since(0) {
		told += strings.TrimPrefix(rep.Key, "18cz.report.") + " "
	}
	expect.Same(t, "reports", told, "operating income income income-company home ")
}

// TestOperatingOrder: the most expensive first, on one space the one that came first; only active ones (VIII.1).
func TestOperatingOrder(t *testing.T) {
	s := newGame(t, 3, inPhase("d"), founded(0, "EKJ", 60, 50), founded(1, "OFE", 70, 50), founded(2, "MW", 60, 50),
		founded(0, "BTE", 100, 40), founded(0, "KFN", 60, 60))
	got := engine.Each(s.Active(), Company.ID)
	expect.Same(t, "order", strings.Join(got, " "), "OFE EKJ MW KFN")
}

// TestScores is section 11.
func TestScores(t *testing.T) {
	s := newGame(t, 3, inPhase("d"), drafted(0, "S1"), drafted(0, "L6"), founded(1, "EKJ", 60, 75), founded(2, "SX", 100, 20),
		func(s *State) { s.Loans[0] = Loan{Debt: 30, Penalty: 50} })
	s.Time = len(Book.Timeline) - 1
	endGame(s, &engine.Tx{Pos: s}, "18cz.report.end")
	want := map[engine.Seat]int{0: 380 + 240 - 80, 1: 380 + 180, 2: 380 + 200}
	for i, score := range bare.Scores(s) {
		if score.Points != want[score.Seat] || score.Rank != i+1 || score.Seat != engine.Seat(2-i) {
			t.Errorf("%+v, want %d points", score, want[score.Seat])
		}
	}
	for set, want := range map[int]int{1: 25 + 80, 3: 90} { // before the first operating round the prices of the draft
		early := inStock(t, 3, set, drafted(0, "S1"), drafted(0, "L6"), money(0, 0), under(func(r *Rulings) { r.AgreedEnd = true }))
		early = after(t, early, "end game")
		expect.Same(t, fmt.Sprintf("ended by agreement in stock round %d", set), early.WealthOf(0).Sum(), want)
	}
	tie := bare.Scores(newGame(t, 3))
	if tie[0].Rank != 1 || tie[2].Rank != 1 {
		t.Errorf("a tie is shared (R47): %+v", tie)
	}
}

// TestLoans is section 10.
func TestLoans(t *testing.T) {
	cases := []struct {
		name            string
		treasury, cash  int
		debt            int
		leftTreasury    int
		leftCash, price int
	}{
		{"the treasury pays", 100, 50, 0, 20, 50, 80},
		{"the director adds what is missing", 30, 100, 0, 0, 50, 80},
		{"he borrows the rest", 30, 20, 30, 0, 0, 80},
		{"he has nothing", 0, 0, 80, 0, 0, 80},
	}
	for _, c := range cases {
		s := newGame(t, 3, founded(0, "EKJ", 60, 50), treasury("EKJ", c.treasury), money(0, c.cash))
		sum := s.Cash.Sum()
		expect.NoError(t, payTrain(s, &engine.Tx{Pos: s}, 0, c.price))
		if s.Treasury(0) != c.leftTreasury || s.Cash.Of(0) != c.leftCash || s.Loans[0] != (Loan{Debt: c.debt, Penalty: c.debt}) {
			t.Errorf("%s: treasury %d, cash %d, loan %+v", c.name, s.Treasury(0), s.Cash.Of(0), s.Loans[0])
		}
		expect.Same(t, fmt.Sprintf("%s: money came from nowhere", c.name), s.Cash.Sum(), sum)
	}
}

// TestLeave: a corporation that was taken over is out of the game (VIII.9).
func TestLeave(t *testing.T) {
	s := newGame(t, 3, founded(0, "EKJ", 60, 75), holds(1, "EKJ", 25), founded(2, "OFE", 60, 50))
	s.leave(0)
	if s.Started(0) || s.PriceOf(0) != 0 || s.DirectorOf(0) != engine.Nobody || s.Certificates(0)+s.Certificates(1) != 0 || s.Shares.Of(0, stock.Unsold) != 100 {
		t.Errorf("EKJ: %+v, %d %% in the IPO", s.Companies[0], s.Shares.Of(0, stock.Unsold))
	}
	if len(s.Active()) != 1 || s.Market.Depth[1] != 0 {
		t.Errorf("active are %v; OFE lies %d under the top", s.Active(), s.Market.Depth[1])
	}
}

// A first turn lays two yellow tiles or one upgrade, a later one either (VIII.4, R32).
func TestLaysLeft(t *testing.T) {
	for turn, want := range map[Turn]bool{
		{First: true}: true, {First: true, Yellow: 1}: true, {First: true, Yellow: 2}: false, {First: true, Upgraded: true}: false,
		{}: true, {Yellow: 1}: false, {Upgraded: true}: false,
	} {
		if turn.LaysLeft() != want {
			t.Errorf("%+v: %v", turn, !want)
		}
	}
}

// A corporation's received, awaited and sold things depend on itself alone.
func TestCorporation(t *testing.T) {
	c := Corporation{In: true, Trains: []Card{{Pile: 1}, {Pile: 2, Face: 1, Received: true}}}
	if got := c.Received(); len(got) != 1 || got[0].Pile != 2 {
		t.Errorf("received %v", got)
	}
	if at := c.TrainOf(Card{Pile: 2, Face: 1}); at != 1 || c.TrainOf(Card{Pile: 2}) != -1 {
		t.Errorf("the train is at %d", at)
	}
	if c.addStations(2); len(c.TokenCosts) != 2 || c.TokenCosts[1] != TakenPrice || !c.Awaited() {
		t.Errorf("stations %v, awaited %v", c.TokenCosts, c.Awaited())
	}
	if c.Home = true; c.Awaited() {
		t.Error("a home that is placed is awaited")
	}
}
