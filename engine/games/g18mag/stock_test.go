package g18mag

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/stock"
)

// inStock is a stock round that has just begun. The draft is done: players have only the results of the changes.
func inStock(t *testing.T, seats int, changes ...func(*State)) *State {
	t.Helper()
	s := newGame(t, seats)
	for c := range s.Minors {
		s.Minors[c] = Minor{Owner: engine.Nobody}
	}
	s.Draft, s.Order = Draft{}, nil
	for _, change := range changes {
		change(s)
	}
	expect.NoError(t, beginStock(s, &engine.Tx{Pos: s}))
	return s
}

// shares gives a seat percent of majors: "SIK 20, RABA 10".
func shares(seat engine.Seat, list string) func(*State) {
	return func(s *State) {
		for _, item := range strings.Split(list, ",") {
			id, percent := "", 0
			if _, err := fmt.Sscan(item, &id, &percent); err != nil {
				panic(err)
			}
			c := MajorOf(id)
			s.Shares.Transfer(c.Share(), stock.Bank, stock.Holder(seat), percent)
			succeed(s, &engine.Tx{Pos: s}, c)
		}
	}
}

func money(seat engine.Seat, n int) func(*State) { return func(s *State) { s.Cash.Held[seat] = n } }

// priced puts a major's marker on a price, below those already there.
func priced(c Company, price int) func(*State) {
	return func(s *State) {
		for space, p := range s.Edition().Chart {
			if p == price {
				s.Market.Enter(c.Share(), space)
			}
		}
	}
}

// TestSell: the price of before for all, one step for the sale (VII.4).
func TestSell(t *testing.T) {
	s := inStock(t, 3, shares(0, "SIK 50"), shares(1, "SIK 10"), priced(SIK, 100))
	s = after(t, s, "sell 3 SIK")
	if s.Cash.Of(0) != 300 || s.PriceOf(SIK) != 95 || s.Held(SIK, 0) != 20 || s.Actor != 0 {
		t.Errorf("%d Ft, price %d, %d %%, seat %d acts", s.Cash.Of(0), s.PriceOf(SIK), s.Held(SIK, 0), s.Actor)
	}
	if in := s.Shares.Of(SIK.Share(), stock.Bank); in != 70 || s.Held(SIK, 1) != 10 {
		t.Errorf("the bank has %d %%, seat 1 %d %%", in, s.Held(SIK, 1))
	}
	if s = after(t, s, "pass"); s.Actor != 1 || s.Trade.Passed != 0 || s.Trade.LastBy != 0 {
		t.Errorf("after the turn: seat %d acts, %+v", s.Actor, s.Trade)
	}
	if s = after(t, s, "sell 1 SIK"); s.PriceOf(SIK) != 90 || s.Cash.Of(1) != 95 { // who is not director
		t.Errorf("the price is %d after a sale for %d Ft", s.PriceOf(SIK), s.Cash.Of(1))
	}
	lowest := after(t, inStock(t, 3, shares(0, "SIK 30"), priced(SIK, 55)), "sell 1 SIK")
	expect.Same(t, "below the lowest price", lowest.PriceOf(SIK), 55)
}

// TestSellAgain: each major once in a turn, again in a later one (VII.4).
func TestSellAgain(t *testing.T) {
	s := inStock(t, 3, shares(0, "SIK 50,RABA 10"), money(1, 100), priced(SIK, 100))
	s = after(t, s, "sell 1 SIK")
	refusalCase{"twice in a turn", s, "sell 1 SIK", "VII.4", "sold-once", ""}.check(t)
	s = after(t, s, "sell 1 RABA", "pass", "pass")
	if s.Actor != 0 { // seat 2 has nothing and is passed over
		t.Fatalf("seat %d acts", s.Actor)
	}
	if s = after(t, s, "sell 1 SIK"); s.PriceOf(SIK) != 90 || s.Cash.Of(0) != 100+95+s.PriceOf(Raba)+5 {
		t.Errorf("price %d, %d Ft", s.PriceOf(SIK), s.Cash.Of(0))
	}
}

// TestBuy: one certificate, then the turn is over (VII.1, VII.5).
func TestBuy(t *testing.T) {
	s := after(t, inStock(t, 3, money(0, 200), money(1, 60), priced(SIK, 80)), "buy SIK")
	if s.Cash.Of(0) != 120 || s.Held(SIK, 0) != 10 || s.Actor != 1 || s.DirectorOf(SIK) != engine.Nobody {
		t.Errorf("%d Ft, %d %%, seat %d acts", s.Cash.Of(0), s.Held(SIK, 0), s.Actor)
	}
	s = after(t, s, "pass", "buy SIK")
	if s.DirectorOf(SIK) != 0 || s.Certificates(0) != 1 {
		t.Errorf("two of 10 %%: director %d with %d certificates", s.DirectorOf(SIK), s.Certificates(0))
	}
}

// TestDirectors is VII.6.
func TestDirectors(t *testing.T) {
	cases := []struct {
		name     string
		changes  []func(*State)
		line     string
		director engine.Seat
		held     int // by seat 0
	}{
		{"a tie changes nothing", []func(*State){shares(1, "SIK 30"), shares(0, "SIK 20"), money(0, 100)}, "buy SIK", 1, 30},
		{"more does", []func(*State){shares(1, "SIK 20"), shares(0, "SIK 20"), money(0, 100)}, "buy SIK", 0, 30},
		{"a director sells below another", []func(*State){shares(0, "SIK 40"), shares(1, "SIK 30")}, "sell 2 SIK", 1, 20},
		{"among equals the next in playing order", []func(*State){shares(0, "SIK 40"), shares(1, "SIK 20"), shares(2, "SIK 20")}, "sell 3 SIK", 1, 10},
		{"10 % out of the director's certificate", []func(*State){shares(0, "SIK 20"), shares(2, "SIK 20")}, "sell 1 SIK", 2, 10},
		{"all of it", []func(*State){shares(0, "SIK 20"), shares(2, "SIK 20")}, "sell 2 SIK", 2, 0},
	}
	for _, c := range cases {
		s := after(t, inStock(t, 3, c.changes...), c.line)
		if s.DirectorOf(SIK) != c.director || s.Held(SIK, 0) != c.held {
			t.Errorf("%s: director %d, seat 0 holds %d %%", c.name, s.DirectorOf(SIK), s.Held(SIK, 0))
		}
	}
}

func TestStockRefusals(t *testing.T) {
	rich := money(0, 1000)
	director := inStock(t, 3, shares(0, "SIK 40"), shares(1, "SIK 10"), rich)
	full := inStock(t, 6, shares(0, "RABA 50,G&C 30,SNW 20,SKEV 10,SIK 10"), rich)
	cases := []refusalCase{
		{"more than he holds", director, "sell 5 SIK", "VII.4", "holds-less", ""},
		{"nobody else can be director", director, "sell 3 SIK", "VII.6", "director-stays", ""},
		{"none of it", director, "sell 1 RABA", "VII.4", "holds-less", ""},
		{"nothing at all", inStock(t, 3, rich), "sell 1 SIK", "VII.4", "nothing-to-sell", ""},
		{"no money", inStock(t, 3, money(0, 60), priced(SIK, 80)), "buy SIK", "VII.5", "cash", ""},
		{"more than 60 %", inStock(t, 3, shares(0, "SIK 60"), rich), "buy SIK", "VII.3", "most", ""},
		{"the second 10 % at the limit", full, "buy SIK", "VII.3", "limit", ""},
		{"none in the bank", inStock(t, 3, shares(1, "SIK 60"), shares(2, "SIK 40"), rich), "buy SIK", "VII.5", "bank-has-none", ""},
		{"sold in this turn", after(t, director, "sell 1 SIK"), "buy SIK", "VII.5", "sold-before", ""},
		{"above the limit", inStock(t, 6, shares(0, "RABA 50,G&C 30,SNW 30,SKEV 30"), rich), "pass", "R-11", "over-limit", ""},
	}
	for _, c := range cases {
		t.Run(c.name, c.check)
	}
	for line, column := range map[string]int{"sell 5 SIK": 6, "sell 3 SIK": 6, "sell 1 RABA": 8} { // the number, or the major
		if _, refusal, _ := try(director, line); refusal == nil || refusal.Column != column {
			t.Errorf("%q: %+v, want column %d", line, refusal, column)
		}
	}
	if _, refusal, _ := try(director, "sell 1 5"); refusal == nil || refusal.Why.Key != "engine.unknown-word" {
		t.Errorf("a minor is sold: %v", refusal)
	}
	expect.Same(t, "the full hand has", full.Certificates(0), 9)
}

// TestSoldBefore: not from a major that the player sold earlier in the round (VII.5).
func TestSoldBefore(t *testing.T) {
	s := inStock(t, 2, shares(0, "SIK 30"), money(1, 100))
	s = after(t, s, "sell 1 SIK", "pass", "pass")
	refusalCase{"in the turn before", s, "buy SIK", "VII.5", "sold-before", ""}.check(t)
}

// TestOverLimit: a lost directorship is two certificates for one; a minor counts for none (VII.3). Above the
// limit only selling is possible, at the limit passing is again.
func TestOverLimit(t *testing.T) {
	minor := func(s *State) { s.Minors[0].Owner = 0 }
	s := inStock(t, 6, shares(1, "SKEV 30"), shares(0, "RABA 50,G&C 30,SNW 30,SKEV 20"), money(0, 1000), minor)
	expect.Must(t, "certificates", s.Certificates(0), 10)
	refusalCase{"buying", s, "buy SIK", "VII.3", "limit", ""}.check(t)
	refusalCase{"passing", s, "pass", "R-11", "over-limit", ""}.check(t)
	s = after(t, s, "sell 1 SKEV", "pass")
	expect.Same(t, "seat that acts", s.Actor, 1)
}

// TestPassedOver: a player who can neither sell nor buy is skipped, which counts as
// passing.
func TestPassedOver(t *testing.T) {
	s := inStock(t, 4, money(1, 60), money(3, 60))
	if s.Actor != 1 || s.Trade.Passed != 1 {
		t.Fatalf("seat %d acts after %d passes", s.Actor, s.Trade.Passed)
	}
	s = after(t, s, "pass")
	expect.Same(t, "actor", s.Actor, 3)
	expect.Same(t, "passed", s.Trade.Passed, 3)
	if s = after(t, s, "pass"); s.Set != 3 { // without minors the operating round has passed
		t.Error("all have passed and the round goes on")
	}
}

// TestTurnEndsByItself: after a sale that leaves nothing to do (VII.2, R-13).
func TestTurnEndsByItself(t *testing.T) {
	s := inStock(t, 3, shares(0, "SIK 10"), shares(1, "SIK 10"), priced(SIK, 55))
	for _, c := range s.Edition().Majors {
		if c != SIK {
			priced(c, 100)(s)
		}
	}
	if s = after(t, s, "sell 1 SIK"); s.Actor != 1 || s.Trade.Passed != 0 {
		t.Errorf("seat %d acts after %d passes", s.Actor, s.Trade.Passed)
	}
}

// TestPriority goes to the left of the last buyer or seller (VII.2).
func TestPriority(t *testing.T) {
	cases := []struct {
		lines string
		want  engine.Seat
	}{
		{"pass,pass,pass", 0},
		{"buy SIK,pass,pass,pass", 1},
		{"pass,pass,buy SIK,pass,pass,pass", 0},
		{"pass,sell 1 RABA,pass,pass,pass,pass", 2},
	}
	second := inStock(t, 3, money(0, 500), money(1, 500), money(2, 500), func(s *State) { s.Priority = 1 })
	if after := after(t, second, "pass"); second.Actor != 1 || after.Actor != 2 {
		t.Errorf("seat %d begins, then acts seat %d", second.Actor, after.Actor)
	}
	for _, c := range cases {
		s := inStock(t, 3, money(0, 500), money(1, 500), money(2, 500), shares(1, "RABA 10"))
		s = after(t, s, strings.Split(c.lines, ",")...)
		if s.Set != 3 || s.Priority != c.want || s.Trade.Passed != 0 {
			t.Errorf("%s: %s with priority %d, want %d, %d passes since", c.lines, s.Stage, s.Priority, c.want, s.Trade.Passed)
		}
	}
}

// TestSoldOut: one step right at the end of the round, in operating order (VIII.3, R-40).
func TestSoldOut(t *testing.T) {
	s := inStock(t, 3, money(0, 500),
		shares(0, "SIK 60,SNW 60,RABA 60"), shares(1, "SIK 40,SNW 40,RABA 30"), priced(SNW, 100), priced(SIK, 100), priced(Raba, 110), priced(Ganz, 400), shares(0, "G&C 60"), shares(1, "G&C 40"))
	riseSoldOut(s, &engine.Tx{Pos: s})
	want := map[Company]int{SNW: 110, SIK: 110, Raba: 110, Ganz: 400}
	for c, price := range want {
		expect.Same(t, fmt.Sprintf("%s costs", Companies[c].Word), s.PriceOf(c), price)
	}
	if order := s.majorsByPrice()[1:4]; order[0] != Raba || order[1] != SNW || order[2] != SIK {
		t.Errorf("at 110: %v", order)
	}
}

// TestDirectorOnSale is the option of R-55.
func TestDirectorOnSale(t *testing.T) {
	on := func(s *State) { s.Rules.DirectorOnSale = true }
	base := []func(*State){on, money(0, 300), priced(SIK, 80), priced(Raba, 80)}
	s := after(t, inStock(t, 3, append(base, shares(0, "SIK 10"))...), "buy director SIK")
	if s.Cash.Of(0) != 140 || s.Held(SIK, 0) != 30 || s.Certificates(0) != 2 || s.DirectorOf(SIK) != 0 {
		t.Errorf("%d Ft, %d %%, %d certificates, director %d", s.Cash.Of(0), s.Held(SIK, 0), s.Certificates(0), s.DirectorOf(SIK))
	}
	for _, c := range []refusalCase{
		{"it has one", inStock(t, 3, append(base, shares(1, "SIK 20"))...), "buy director SIK", "R-55", "has-director", ""},
		{"two shares' price", inStock(t, 3, on, money(0, 150), priced(SIK, 80)), "buy director SIK", "VII.5", "cash", ""},
	} {
		t.Run(c.name, c.check)
	}
	if _, refusal, _ := try(inStock(t, 3, money(0, 300)), "buy director SIK"); refusal == nil || refusal.Rule != "R-55" {
		t.Errorf("without the option: %+v", refusal)
	}
}
