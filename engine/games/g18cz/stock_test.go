package g18cz

import (
	"fmt"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/stock"
)

// TestStart: the director's certificate at a start price; activation (VII.5,
// VII.5.a).
func TestStart(t *testing.T) {
	cases := []struct {
		name   string
		line   string
		paid   int
		held   int
		active bool
		purse  int
	}{
		{"a small one is active at once", "start EKJ 60", 120, 50, true, 240},
		{"a medium one is not", "start BTE 80", 160, 40, false, 0},
		{"nor is a large one", "start SX 120", 240, 20, false, 0},
	}
	for _, c := range cases {
		s := after(t, inStock(t, 3, 1, inPhase("d")), c.line)
		id := map[int]string{50: "EKJ", 40: "BTE", 20: "SX"}[c.held]
		co := mustCompany(id)
		if s.Cash.Of(0) != 380-c.paid || s.Shares.Of(co.Stock(), 0) != c.held || s.DirectorOf(co) != 0 || s.Companies[co].Active != c.active || s.Treasury(co) != c.purse || s.Trader != 1 {
			t.Errorf("%s: %d K, %d %%, director %d, active %t with %d K, seat %d acts", c.name, s.Cash.Of(0), s.Shares.Of(co.Stock(), 0), s.DirectorOf(co), s.Companies[co].Active, s.Treasury(co), s.Trader)
		}
	}
}

// TestActivation: with half of it in players' hands; shares in the pool do not count (VII.5.a, R14). The
// capital follows from the start price.
func TestActivation(t *testing.T) {
	bte := mustCompany("BTE")
	s := after(t, inStock(t, 3, 2, inPhase("d"), founded(0, "BTE", 80, 40)), "pass", "buy BTE")
	if !s.Companies[bte].Active || s.Treasury(bte) != 400 {
		t.Errorf("40 and 20 %%: active %t with %d K", s.Companies[bte].Active, s.Treasury(bte))
	}
	sx := mustCompany("SX")
	s = inStock(t, 3, 2, inPhase("d"), founded(0, "SX", 100, 30), holds(1, "SX", 10))
	s = after(t, s, "sell 1 SX", "pass") // 10 % in the pool, 30 % with players, price 95
	if s = after(t, s, "buy SX"); s.Companies[sx].Active {
		t.Error("what lies in the pool counts")
	}
	s = after(t, s, "buy SX") // 50 %
	if got := s.Shares.Sold(sx.Stock()); got != 50 || !s.Companies[sx].Active || s.Treasury(sx) != 1000 {
		t.Errorf("%d %% with players: active %t with %d K", got, s.Companies[sx].Active, s.Treasury(sx))
	}
}

// TestPiles: IPO and pool have the same price; the IPO is taken first (VII.3).
func TestPiles(t *testing.T) {
	ekj := mustCompany("EKJ")
	s := inStock(t, 3, 2, founded(0, "EKJ", 60, 75), holds(1, "EKJ", 0))
	s = after(t, s, "sell 1 EKJ", "pass")
	ipo := after(t, s, "buy EKJ")
	pool := after(t, s, "buy pool EKJ")
	if ipo.Shares.Of(ekj.Stock(), -2) != 0 || ipo.Shares.Of(ekj.Stock(), -1) != 25 || pool.Shares.Of(ekj.Stock(), -2) != 25 || pool.Shares.Of(ekj.Stock(), -1) != 0 {
		t.Errorf("bought from the IPO: %v; from the pool: %v", ipo.Shares.Held, pool.Shares.Held)
	}
	expect.Same(t, fmt.Sprintf("paid %d and %d K", 380-ipo.Cash.Of(1), 380-pool.Cash.Of(1)), ipo.Cash.Of(1), 380-58)
	expect.Same(t, fmt.Sprintf("paid %d and %d K", 380-ipo.Cash.Of(1), 380-pool.Cash.Of(1)), pool.Cash.Of(1), 380-58)
}

// TestSell: the price of before for all of a lot, one step for each lot (VII.6,
// R13).
func TestSell(t *testing.T) {
	sx := mustCompany("SX")
	start := inStock(t, 3, 6, inPhase("d"), founded(0, "SX", 100, 60), money(0, 0))
	s := after(t, start, "sell 2 SX")
	if s.Cash.Of(0) != 200 || s.PriceOf(sx) != 95 || s.Trader != 0 {
		t.Errorf("one lot of two: %d K, price %d, seat %d acts", s.Cash.Of(0), s.PriceOf(sx), s.Trader)
	}
	s = after(t, start, "sell 1 SX", "sell 1 SX")
	expect.Same(t, "two lots of one", s.Cash.Of(0), 195)
	expect.Same(t, "two lots of one", s.PriceOf(sx), 90)
	low := after(t, inStock(t, 3, 6, founded(0, "EKJ", 50, 75), func(s *State) { s.Market.Enter(0, 0) }), "sell 1 EKJ")
	expect.Same(t, "at the lowest price", low.PriceOf(0), 40)
	expect.Same(t, "at the lowest price", low.Cash.Of(0), 420)
	two := inStock(t, 3, 6, founded(0, "EKJ", 60, 75), founded(0, "OFE", 60, 75), money(0, 0))
	for _, lines := range [][]string{{"sell 1 EKJ", "sell 1 OFE"}, {"sell 1 OFE", "sell 1 EKJ"}} { // in any order (VII.6)
		if s := after(t, two, lines...); s.Cash.Of(0) != 120 || s.Trader != 0 {
			t.Errorf("%v: %d K, seat %d acts", lines, s.Cash.Of(0), s.Trader)
		}
	}
	idle := after(t, inStock(t, 3, 6, founded(0, "BTE", 60, 40), inPhase("b")), "pass")
	expect.Same(t, "seat", idle.Trader, 1)
}

// TestDirectors is VII.5.b; holdings by seat before, a line of seat 0.
func TestDirectors(t *testing.T) {
	cases := []struct {
		name     string
		id       string
		held     []int
		line     string
		director engine.Seat
		left     int // percent of seat 0
	}{
		{"a tie changes nothing", "SX", []int{20, 30, 0}, "buy SX", 1, 30},
		{"more does", "SX", []int{30, 30, 0}, "buy SX", 0, 40},
		{"a director sells below another", "SX", []int{40, 30, 0}, "sell 2 SX", 1, 20},
		{"a tie after a sale changes nothing", "SX", []int{40, 30, 0}, "sell 1 SX", 0, 30},
		{"among equals the next in playing order", "SX", []int{40, 20, 20}, "sell 3 SX", 2, 10},
		{"part of the director's certificate", "SX", []int{20, 20, 0}, "sell 1 SX", 1, 10},
		{"all of it", "BTE", []int{40, 40, 0}, "sell 2 BTE", 1, 0},
		{"a small one passes whole", "EKJ", []int{50, 50, 0}, "sell 1 EKJ", 1, 25},
	}
	for _, c := range cases {
		changes := []func(*State){inPhase("d"), founded(0, c.id, 100, 0)}
		if c.id == "EKJ" {
			changes[1] = founded(0, c.id, 60, 0)
		}
		order := []int{0, 1, 2}
		if c.director == 1 && c.held[1] > c.held[0] || c.name == "more does" {
			order = []int{1, 0, 2} // seat 1 was director before
		}
		for _, seat := range order {
			changes = append(changes, holds(engine.Seat(seat), c.id, c.held[seat]))
		}
		s := inStock(t, 3, 6, changes...)
		s.Players = []engine.Seat{1, 0, 2}
		s.Trader = 0
		s = after(t, s, c.line)
		co := mustCompany(c.id)
		if s.DirectorOf(co) != c.director || s.Shares.Of(co.Stock(), 0) != c.left {
			t.Errorf("%s: director %d, seat 0 has %d %%", c.name, s.DirectorOf(co), s.Shares.Of(co.Stock(), 0))
		}
	}
}

// TestStockRefusals cites the rules of 5.
func TestStockRefusals(t *testing.T) {
	many := func(s *State) { // with two of a corporation 14 certificates
		for l := range 12 {
			s.Locals[l].Owner = SeatAccount(0)
		}
	}
	for _, c := range []refusalCase{
		{"a size that is closed", inStock(t, 3, 2), "start BTE 60", "VII.3", "size-closed"},
		{"no start price", inStock(t, 3, 2), "start EKJ 58", "IV.2", "start-price"},
		{"started before", inStock(t, 3, 2, founded(1, "EKJ", 60, 50)), "start EKJ 60", "VII.5", "started"},
		{"too dear", inStock(t, 3, 2, money(0, 130)), "start EKJ 70", "VII.3", "cash"},
		{"not in the game for two", inStock(t, 2, 2), "start OFE 60", "Two players", "company-out"},
		{"taken over", inStock(t, 3, 2, founded(1, "EKJ", 60, 50), func(s *State) { s.leave(0) }), "start EKJ 60", "VIII.9", "company-gone"},
		{"no share of a company that is not started", inStock(t, 3, 2), "buy EKJ", "VII.3", "not-started"},
		{"nothing left", inStock(t, 3, 2, founded(1, "EKJ", 60, 75), holds(2, "EKJ", 25)), "buy EKJ", "VII.3", "none-left"},
		{"more than 75 % of a small one", inStock(t, 3, 2, founded(0, "EKJ", 60, 75)), "buy EKJ", "VII.3", "most"},
		{"more than 60 % of a medium one", inStock(t, 3, 2, inPhase("b"), founded(0, "BTE", 60, 60)), "buy BTE", "VII.3", "most"},
		{"more than 60 % of a large one", inStock(t, 3, 2, inPhase("d"), founded(0, "SX", 100, 60)), "buy SX", "VII.3", "most"},
		{"more than 70 % with two players", inStock(t, 2, 2, inPhase("d"), founded(0, "BY", 100, 70)), "buy BY", "VII.3", "most"},
		{"sold in this round", after(t, inStock(t, 3, 2, founded(0, "EKJ", 60, 75)), "sell 1 EKJ"), "buy EKJ", "VII.3", "sold-before"},
		{"sold in an earlier turn of this round", after(t, inStock(t, 3, 2, founded(0, "EKJ", 60, 75)), "sell 1 EKJ", "pass", "pass", "pass"), "buy EKJ", "VII.3", "sold-before"},
		{"the limit of certificates", inStock(t, 3, 2, many, founded(1, "EKJ", 60, 50), founded(0, "OFE", 60, 75)), "buy EKJ", "VII.3", "limit"},
		{"debt", inStock(t, 3, 2, func(s *State) { s.Loans[0].Debt = 5 }), "start EKJ 60", "VIII.11", "debt"},
		{"debt, and a share", inStock(t, 3, 2, founded(1, "EKJ", 60, 50), func(s *State) { s.Loans[0].Debt = 5 }), "buy EKJ", "VIII.11", "debt"},
		{"no sale in the first round", inStock(t, 3, 1, founded(0, "EKJ", 60, 75)), "sell 1 EKJ", "VII.6", "first-round"},
		{"more than one has", inStock(t, 3, 2, founded(0, "EKJ", 60, 75)), "sell 4 EKJ", "VII.6", "holds-less"},
		{"the director's certificate stays", inStock(t, 3, 2, founded(0, "EKJ", 60, 75)), "sell 2 EKJ", "VII.6", "director-stays"},
		{"another has too little for it", inStock(t, 3, 2, inPhase("b"), founded(0, "BTE", 60, 40), holds(1, "BTE", 20)), "sell 1 BTE", "VII.6", "director-stays"},
		{"nothing to repay", inStock(t, 3, 2), "repay", "VIII.11", "no-debt"},
		{"no money to repay with", inStock(t, 3, 2, money(0, 0), func(s *State) { s.Loans[0].Debt = 5 }), "repay", "VIII.11", "no-cash"},
	} {
		c.check(t)
	}
	own := inStock(t, 3, 2, many, founded(1, "EKJ", 60, 75))
	refused(t, "a local railway is sold in a stock round", own, "sell "+Local(0).ID()) // local railways stay (VII.6)
	if s := after(t, inStock(t, 3, 2, many, founded(1, "EKJ", 60, 50), founded(0, "OFE", 60, 50)), "buy EKJ"); s.Certificates(0) != s.Table().Limit {
		t.Errorf("%d certificates are bought up to the limit", s.Certificates(0))
	}
	if s := after(t, inStock(t, 2, 2, inPhase("d"), founded(0, "BY", 100, 60)), "buy BY"); s.Shares.Of(mustCompany("BY").Stock(), 0) != 70 {
		t.Error("with two players 70 % of a large one may be held (12)")
	}
}

// TestOverLimit: a player with too many certificates sells and does not pass (VII.4,
// R12).
func TestOverLimit(t *testing.T) {
	over := []func(*State){founded(0, "EKJ", 60, 75), func(s *State) {
		for l := range 13 {
			s.Locals[l].Owner = SeatAccount(0)
		}
	}}
	s := inStock(t, 3, 2, over...)
	expect.Must(t, "certificates", s.Certificates(0), 15)
	refusalCase{"above the limit", s, "pass", "VII.4", "over-limit"}.check(t)
	s = after(t, s, "sell 1 EKJ")
	expect.Same(t, "certificates", s.Certificates(0), 14)
	lax := inStock(t, 3, 2, append(over, under(func(r *Rulings) { r.PassOver = true }))...)
	lax = after(t, lax, "pass")
	expect.Same(t, "allow_pass_over_limit: trader", lax.Trader, 1)
	stuck := inStock(t, 3, 2, append(over, founded(1, "OFE", 60, 75), func(s *State) {
		s.Locals[13].Owner = SeatAccount(0)
		s.Shares.Transfer(0, 0, -2, 25)
	})...)
	expect.Same(t, "who can neither sell nor buy is passed over; seat", stuck.Trader, 1)
}

// TestRoundEnds: all pass one after the other; a sale or a purchase gives all
// another turn (VII.2); repaying is no purchase (R52).
func TestRoundEnds(t *testing.T) {
	order := func(s *State) { s.Players, s.Loans[0].Debt = []engine.Seat{1, 0, 2}, 50 }
	cases := []struct {
		name  string
		lines []string
		acts  string // seats, until the round is over
	}{
		{"all pass", []string{"pass", "pass", "pass"}, "102"},
		{"a purchase is answered by all", []string{"pass", "repay", "start EKJ 50", "pass", "pass", "pass"}, "100210"},
		{"repaying only is passing", []string{"pass", "repay", "pass", "pass"}, "1002"},
		{"a sale is none", []string{"sell 1 OFE", "pass", "pass", "pass", "pass"}, "11021"},
	}
	for _, c := range cases {
		s := inStock(t, 3, 2, founded(1, "OFE", 60, 75), founded(0, "MW", 60, 75), order)
		acts := ""
		for i, line := range c.lines {
			if s.Stage != Stocks || s.Round().Set != 2 {
				t.Errorf("%s: over before line %d", c.name, i)
				break
			}
			acts += fmt.Sprint(s.Trader)
			s = after(t, s, line)
		}
		if acts != c.acts || s.Stage == Stocks && s.Round().Set == 2 {
			t.Errorf("%s: seats %s acted, then %s %d", c.name, acts, s.Stage, s.Round().Set)
		}
	}
}

// TestRepay: as much as the cash allows, and then buying in the same turn (VIII.11).
func TestRepay(t *testing.T) {
	owe := func(n int) func(*State) { return func(s *State) { s.Loans[0] = Loan{Debt: n, Penalty: n} } }
	s := after(t, inStock(t, 3, 2, money(0, 30), owe(50)), "repay")
	expect.Same(t, "loans", s.Loans[0], Loan{Debt: 20, Penalty: 50})
	expect.Same(t, "cash", s.Cash.Of(0), 0)
	s = after(t, inStock(t, 3, 2, money(0, 200), owe(50)), "repay", "start EKJ 60")
	expect.Same(t, "loans", s.Loans[0], Loan{Penalty: 50})
	expect.Same(t, "cash", s.Cash.Of(0), 30)
}

// TestAfterStock: sold-out corporations rise; the richest player begins next time (VII.2).
func TestAfterStock(t *testing.T) {
	order := func(s *State) {
		s.Players = []engine.Seat{0, 2, 1}
		s.Shares.Transfer(mustCompany("OFE").Stock(), stock.Unsold, stock.Bank, 25) // no player has it
	}
	s := inStock(t, 3, 2, founded(0, "EKJ", 60, 75), holds(1, "EKJ", 25), founded(1, "OFE", 60, 75), order, money(0, 10), money(1, 30), money(2, 30))
	s = after(t, s, "pass")
	r := played(t, s, "pass")
	var got []string
	for _, rep := range r.Reports {
		if key := rep.Key; key == "18cz.report.sold-out" || key == "18cz.report.order" {
			got = append(got, fmt.Sprint(rep.Args))
		}
	}
	want := []string{fmt.Sprint([]engine.Arg{CompanySay("company", 0), engine.Int("price", 63)}), fmt.Sprint([]engine.Arg{seatList("seats", []engine.Seat{2, 1, 0})})}
	expect.Same(t, got, got[:min(2, len(got))], want)
}
