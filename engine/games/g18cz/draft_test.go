package g18cz

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// TestSetup is section 1.
func TestSetup(t *testing.T) {
	if least, most := bare.Seats(); least != 2 || most != 6 {
		t.Errorf("from %d to %d play", least, most)
	}
	for seats, want := range map[int]Table{2: {280, 14}, 3: {380, 14}, 4: {300, 12}, 5: {250, 10}, 6: {210, 9}} {
		s := newGame(t, seats)
		for seat := range engine.Seat(seats) {
			expect.Same(t, []any{seats, seat}, s.Cash.Of(SeatAccount(seat)), want.cash)
		}
		if s.Table().Limit != want.Limit || s.Stage != Drafting || s.Phase != 0 || s.Trader != 0 {
			t.Errorf("%d players: limit %d, %s, phase %d, seat %d", seats, s.Table().Limit, s.Stage, s.Phase, s.Trader)
		}
		locals, companies := len(s.LocalsOf(-1)), 0
		for _, c := range s.Companies {
			if c.In {
				companies++
			}
		}
		if want := map[bool][2]int{true: {9, 10}, false: {18, 15}}[seats == 2]; locals != want[0] || companies != want[1] {
			t.Errorf("%d players: %d local railways, %d corporations", seats, locals, companies)
		}
	}
	low := newGame(t, 3, under(func(r *Rulings) { r.LowCash = true }))
	expect.Same(t, "three_player_cash 350 gives", low.Table().cash, 350)
}

// TestDraftOrder: a snake; all pass, and nobody has taken anything (VI).
func TestDraftOrder(t *testing.T) {
	for seats, want := range map[int]string{2: "0110", 3: "012210", 4: "01233210", 5: "0123443210", 6: "012345543210"} {
		s, order := newGame(t, seats), ""
		for i := range want {
			order += fmt.Sprint(s.Trader)
			line := "pass"
			if i == 0 { // somebody takes one, or the draft ends sooner
				line = "take S1"
			}
			if i == len(want)-1 {
				break
			}
			s = after(t, s, line)
		}
		expect.Same(t, fmt.Sprintf("%d players act in the order", seats), order, want)
	}
}

// TestDraftEnds plays lines until the draft is over and says who begins (VI).
func TestDraftEnds(t *testing.T) {
	cases := []struct {
		name  string
		seats int
		lines string // T takes the cheapest, D the most expensive one can pay, P passes
		order string // "" while the draft goes on
	}{
		{"all pass at once", 3, "PPP", "102"},
		{"a purchase clears all passes", 3, "PPT", ""},
		{"the buyer passes too", 3, "PPTPP", ""},
		{"the two turns at an end count once", 3, "PPTP", ""},
		{"all have passed since", 3, "PPTPPP", "210"},
		{"who has least begins, ties as before", 3, "TPPPP", ""},
		{"the first buyer passes last", 3, "TPPPPP", "102"},
	}
	for _, c := range cases {
		s := newGame(t, c.seats)
		s.Players, s.Trader = []engine.Seat{1, 0, 2}, 1
		for _, line := range c.lines {
			expect.Must(t, c.name, s.Stage, Drafting)
			switch line {
			case 'T':
				s = after(t, s, "take "+cheapest(s).ID())
			default:
				s = after(t, s, "pass")
			}
		}
		order := ""
		if s.Stage == Stocks {
			order = strings.Trim(strings.ReplaceAll(fmt.Sprint(s.Players), " ", ""), "[]")
		}
		expect.Same(t, c.name, order, c.order)
	}
}

// TestDraftWithoutMoney: a player who cannot pay passes (VI); the public engine ends the draft at two such
// turns in a row.
func TestDraftWithoutMoney(t *testing.T) {
	for _, idle := range []bool{false, true} {
		s := newGame(t, 3, money(1, 10), money(2, 10), under(func(r *Rulings) { r.IdleEnds = idle }))
		s = after(t, s, "take S1")
		if idle != (s.Stage == Stocks) || !idle && s.Trader != 0 {
			t.Errorf("idle turns end the draft: %t; then %s, seat %d", idle, s.Stage, s.Trader)
		}
	}
	one := after(t, newGame(t, 3, money(1, 10), under(func(r *Rulings) { r.IdleEnds = true })), "take S1")
	expect.Same(t, "one who cannot pay is passed over; seat", one.Trader, 2)
}

// TestDraftOver: untaken ones leave the game; when none are left the draft ends (VI).
func TestDraftOver(t *testing.T) {
	s := after(t, newGame(t, 4), "take L6", "pass", "pass", "pass", "pass", "pass")
	if s.Stage != Drafting || s.Cash.Of(0) != 300-80 {
		t.Fatalf("over too soon, or not at its price: %s, %d K", s.Stage, s.Cash.Of(0))
	}
	s = after(t, s, "pass", "pass")
	if s.Stage != Stocks || s.Locals[LocalNamed("S1")].In || !s.Locals[LocalNamed("L6")].In || s.Certificates(0) != 1 {
		t.Errorf("after the draft: %s, S1 %+v, L6 %+v", s.Stage, s.Locals[0], s.Locals[17])
	}
	all := newGame(t, 2, money(0, 1000), money(1, 1000))
	for all.Stage == Drafting {
		all = after(t, all, "take "+cheapest(all).ID())
	}
	expect.Same(t, "local railways were taken", len(all.LocalsOf(SeatAccount(0)))+len(all.LocalsOf(SeatAccount(1))), 9)
}

func TestDraftRefusals(t *testing.T) {
	s := after(t, newGame(t, 3), "take S1")
	for _, c := range []refusalCase{
		{"taken before", s, "take S1", "VI", "local-taken"},
		{"too dear", newGame(t, 3, money(0, 79)), "take L6", "VI", "cash"},
		{"not with two players", newGame(t, 2), "take S4", "Two players", "local-out"},
	} {
		c.check(t)
	}
}
