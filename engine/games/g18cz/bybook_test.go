package g18cz

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// byBook sets rules of the book that imported games may vary.
func byBook(s *State) {
	s.Rules = rulesOf(engine.Defaults(Rules{}.Options()))
	s.Rules.NoConsent = true
}

// TestNextRound: an excess certificate from a lost directorship is sold in the next stock round; earlier excess
// is sold now. Versions 1 and 2 demanded it in the same round (VII.4).
func TestNextRound(t *testing.T) {
	loses := func(locals int, changes ...func(*State)) *State {
		s := inStock(t, 3, 6, append([]func(*State){inPhase("d"), founded(0, "EKJ", 60, 50), founded(0, "SX", 100, 20), holds(1, "SX", 20), money(1, 500), money(2, 50), func(s *State) {
			for l := range locals {
				s.Locals[l].In, s.Locals[l].Owner = true, SeatAccount(0)
			}
		}}, changes...)...)
		s.Trader = 1
		return after(t, s, "buy SX")
	}
	s := loses(12)
	if n := s.Certificates(0); n != 15 || s.DirectorOf(mustCompany("SX")) != 1 || s.Trader != 0 || s.OverLimit(0) {
		t.Fatalf("%d certificates, director %d, seat %d acts", n, s.DirectorOf(mustCompany("SX")), s.Trader)
	}
	expect.Same(t, "they do not pass in the round of the loss", after(t, s, "pass").Trader, 1)
	later := after(t, s, "sell 1 SX")
	expect.Same(t, "a sale leaves", later.Certificates(0), 14)
	next := changed(s, func(s *State) { s.Trade, s.Trader = StockTurn{}, 0 })
	refusalCase{"in the next round", next, "pass", "VII.4", "over-limit"}.check(t)
	two := loses(13)
	refusalCase{"one was too many before", two, "pass", "VII.4", "over-limit"}.check(t)
	if two = after(t, two, "sell 1 SX"); two.Certificates(0) != 15 || two.OverLimit(0) {
		t.Errorf("%d certificates, still over: %t", two.Certificates(0), two.OverLimit(0))
	}
	refusalCase{"version 2", loses(12, func(s *State) { s.Version = 2 }), "pass", "VII.4", "over-limit"}.check(t)
}

// TestLastResort: the director helps when the treasury can pay for no train of the corporation's size and no local railway is left,
// or with any train (VIII.11, R54).
func TestLastResort(t *testing.T) {
	bn := func(changes ...func(*State)) *State {
		return buyer(t, "BN", append([]func(*State){byBook, reaches("f"), money(0, 500), func(s *State) { s.Reserve = cards("3+3d") }}, changes...)...)
	}
	refusalCase{"it can pay for a train of the reserve", bn(treasury("BN", 200)), "buy 4+4f", "VIII.11", "help-pays"}.check(t)
	refusalCase{"it has a local railway", bn(treasury("BN", 100), given("BN", "S1")), "buy 3+3d", "VIII.11", "help-locals"}.check(t)
	for name, s := range map[string]*State{
		"nothing else":     bn(treasury("BN", 179)),
		"under the option": bn(treasury("BN", 200), given("BN", "S1"), under(func(r *Rulings) { r.LastResort = false })),
	} {
		if got := after(t, s, "buy 4+4f"); got.Treasury(mustCompany("BN")) != 0 || got.Cash.Of(0) != 500-400+s.Treasury(mustCompany("BN")) {
			t.Errorf("%s: treasury %d, director %d", name, got.Treasury(mustCompany("BN")), got.Cash.Of(0))
		}
	}
}

// TestFlipLarger: a train of a take-over is flipped to any larger size, or to that of the buyer only (VIII.9, R56).
func TestFlipLarger(t *testing.T) {
	received := func(changes ...func(*State)) *State {
		s := turn(t, "SX", append([]func(*State){founded(1, "EKJ", 60, 50), placed("SX", "E12"), placed("EKJ", "D5"), owns("EKJ", "3d 2+2c")}, changes...)...)
		s = changed(s, treasury("SX", 1000), owns("SX", "3Ee"), atStep(StepTakeOver), byBook)
		return after(t, s, "acquire EKJ for 60")
	}
	s := received()
	expect.Same(t, "legal", lines(s, "flip"), []string{"flip 3d", "flip 3d to 3Ed", "flip 3d to 3+3d"})
	sx := mustCompany("SX")
	for line, want := range map[string]string{"flip 3d": "3Ee 3Ed 2+2c", "flip 3d to 3Ed": "3Ee 3Ed 2+2c", "flip 3d to 3+3d": "3Ee 3+3d 2+2c"} {
		got := after(t, s, line)
		expect.Same(t, line, names(got.Companies[sx].Trains), want)
		expect.Same(t, line, s.Treasury(sx)-got.Treasury(sx), map[bool]int{true: 60, false: 130}[line == "flip 3d to 3+3d"])
	}
	refusalCase{"no larger side", s, "flip 2+2c", "VIII.9", "no-side"}.check(t)
	poor := changed(s, treasury("SX", 100))
	expect.Same(t, "with 100 K", names(after(t, poor, "flip 3d").Companies[sx].Trains), "3Ee 3+3d 2+2c")
	expect.Same(t, "to its own size only",
		lines(changed(s, under(func(r *Rulings) { r.FlipLarger = false })), "flip"), []string{"flip 3d"})
}

// TestRepayAside: debt is repaid at any moment of the stock round and as much as the player likes, or on their turns
// with all their cash (VIII.11, R23).
func TestRepayAside(t *testing.T) {
	owe := func(s *State) { s.Loans[0], s.Loans[1] = Loan{Debt: 50, Penalty: 50}, Loan{Debt: 70, Penalty: 70} }
	s := inStock(t, 3, 2, money(0, 200), money(1, 60), owe, byBook)
	part := after(t, s, "repay 20")
	if part.Loans[0] != (Loan{Debt: 30, Penalty: 50}) || part.Cash.Of(0) != 180 || part.Trader != 0 {
		t.Errorf("%+v, %d K, seat %d acts", part.Loans[0], part.Cash.Of(0), part.Trader)
	}
	refusalCase{"still in debt", part, "start EKJ 60", "VIII.11", "debt"}.check(t)
	for _, c := range []struct {
		line string
		left int
	}{{"repay 25", 45}, {"repay", 10}} {
		r, refusal, err := tryOf(s, 1, c.line)
		if err != nil || refusal != nil {
			t.Fatalf("%s on another's turn: %v, %v", c.line, refusal, err)
		}
		if next := r.Pos.(*State); next.Loans[1].Debt != c.left || next.Cash.Of(1) != 60-70+c.left || next.Trader != 0 || next.Trade.Passed != s.Trade.Passed {
			t.Errorf("%s: %+v, %d K, seat %d acts", c.line, next.Loans[1], next.Cash.Of(1), next.Trader)
		}
	}
	for line, of := range map[string]*State{"repay 51": s, "repay 0": s, "repay 20": changed(s, under(func(r *Rulings) { r.RepayAny = false }))} {
		refused(t, line, of, line)
	}
	expect.Same(t, "the game waits for", engine.Waiting(s, 3), []engine.Seat{0})
	if _, refusal, _ := tryOf(changed(s, under(func(r *Rulings) { r.RepayAny = false })), 1, "repay"); refusal == nil {
		t.Error("own_turn: repaid on another's turn")
	}
}
