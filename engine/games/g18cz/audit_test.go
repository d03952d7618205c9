package g18cz

import (
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// Rules that no game of the public site shows, as it reads them in another way:
// tables under the default options.

// TestMeansForTrains: local railways are sold at any point of the turn (IV.1),
// so the step of the trains asks while they may bring the price; the public
// engine looks at the treasury only. Trains of other corporations count from
// phase b on (R11).
func TestMeansForTrains(t *testing.T) {
	engineDuty := under(func(r *Rulings) { r.EngineDuty = true })
	poor := func(changes ...func(*State)) *State {
		return buyer(t, "BN", append([]func(*State){owns("BN", "3+3d"), treasury("BN", 70)}, changes...)...)
	}
	inA := func(changes ...func(*State)) *State {
		return changed(inRound(t, 3, 2, 1, founded(0, "EKJ", 60, 50), founded(1, "OFE", 60, 50), owns("EKJ", "2a"), owns("OFE", "2a"), treasury("EKJ", 30)), changes...)
	}
	for _, c := range []struct {
		name string
		s    *State
		want bool
	}{
		{"70 K buy nothing", poor(), false},
		{"with a local railway they may", poor(given("BN", "S1")), true},
		{"not for the public engine", poor(given("BN", "S1"), engineDuty), false},
		{"another has a train", poor(owns("VBW", "3d")), true},
		{"not yet in phase a (R11)", inA(), false},
		{"but under the option", inA(under(func(r *Rulings) { r.EarlyTrades = true })), true},
	} {
		expect.Same(t, c.name+": asked", c.s.Can(StepTrains), c.want)
	}
	s := poor(given("BN", "S1"))
	price := s.LocalValue() + 70
	if price < 120 {
		t.Fatalf("the test needs %d K for a 3d", price)
	}
	s = after(t, s, "sell S1", "buy 3d")
	expect.Same(t, "trains", names(s.Companies[mustCompany("BN")].Trains), "3+3d 3d")
}

// TestDutyIsKept: the last money for a smaller train releases nobody; the director
// helps at the limit, too; the new train is kept, also when buying it lowered the
// limit (R24, R25).
func TestDutyIsKept(t *testing.T) {
	bn := mustCompany("BN")
	s := after(t, buyer(t, "BN", treasury("BN", 120), money(0, 200)), "buy 3d")
	refusalCase{"a smaller train is not enough", s, "done", "VIII.10", "must-trains"}.check(t)
	refusalCase{"nor the end of the step", s, "pass", "VIII.10", "must-trains"}.check(t)
	if s = after(t, s, "buy 3+3d"); s.Cash.Of(0) != 20 || names(s.Companies[bn].Trains) != "3d 3+3d" {
		t.Errorf("director %d K, trains %s", s.Cash.Of(0), names(s.Companies[bn].Trains))
	}
	s = after(t, buyer(t, "BN", owns("BN", "3c 3d 3d"), treasury("BN", 10), money(0, 100)), "buy 3+3d")
	if s.Loans[0] != (Loan{Debt: 70, Penalty: 70}) || s.Cash.Of(0) != 0 || s.Treasury(bn) != 0 {
		t.Errorf("at the limit: %+v, director %d, treasury %d", s.Loans[0], s.Cash.Of(0), s.Treasury(bn))
	}
	s = buyer(t, "BN", reaches("f"), owns("BN", "3c 3d 3d"), treasury("BN", 900))
	s = after(t, s, "buy 4+4f") // phase f: two for medium ones
	for _, discard := range []string{"discard 3c", "discard 3d"} {
		if q, of := s.Question(); q != AskExcess || of != bn {
			t.Fatalf("asked %s of %d", q, of)
		}
		refusalCase{"its only one", s, "discard 4+4f", "VIII.12", "only-train"}.check(t)
		s = after(t, s, discard)
	}
	expect.Same(t, "trains", names(s.Companies[bn].Trains), "3d 4+4f")
}

// TestForcedSales: above the limit a player sells until it is kept; repaying does not help; a player who can
// sell nothing is passed over (VII.4, R12).
func TestForcedSales(t *testing.T) {
	locals := func(n int) func(*State) {
		return func(s *State) {
			for l := range n {
				s.Locals[l].In, s.Locals[l].Owner = true, SeatAccount(0)
			}
		}
	}
	s := inStock(t, 3, 3, founded(0, "EKJ", 60, 75), founded(0, "OFE", 60, 75), founded(1, "BTE", 60, 60), money(0, 500))
	limit := s.Table().Limit
	s = changed(s, locals(limit-4+2)) // four certificates of shares, two too many
	refusalCase{"no purchase", s, "buy BTE", "VII.3", "limit"}.check(t)
	refusalCase{"no pass", s, "pass", "VII.4", "over-limit"}.check(t)
	indebted := after(t, changed(s, func(s *State) { s.Loans[0] = Loan{Debt: 10, Penalty: 10} }), "repay")
	refusalCase{"no pass after repaying", indebted, "pass", "VII.4", "over-limit"}.check(t)
	s = after(t, s, "sell 1 EKJ")
	refusalCase{"one is not enough", s, "pass", "VII.4", "over-limit"}.check(t)
	if s = after(t, s, "sell 1 OFE"); s.OverLimit(0) || s.Trader == 0 && mustSell(s) != nil {
		t.Errorf("%d certificates, limit %d", s.Certificates(0), limit)
	}
	stuck := inStock(t, 3, 3, founded(0, "EKJ", 60, 50), locals(limit))
	if !stuck.OverLimit(0) || canTrade(stuck, 0) {
		t.Errorf("with %d certificates and nothing to sell he is asked", stuck.Certificates(0))
	}
}

// TestShareRange: half of the price is rounded up, one and a half down (VIII.9,
// R30).
func TestShareRange(t *testing.T) {
	for _, c := range []struct{ price, least, most int }{{40, 20, 60}, {45, 23, 67}, {53, 27, 79}, {70, 35, 105}} {
		s := turn(t, "BTE", founded(1, "EKJ", 60, 50), func(s *State) { s.Market.Enter(0, slices.Index(Book.Chart, c.price)) })
		if least, most := shareRange(s, 0); least != c.least || most != c.most {
			t.Errorf("at %d: from %d to %d", c.price, least, most)
		}
	}
}

// TestPrahaOnly: where the only way leads from Praha to Praha there is no route, so
// running nothing is legal though running is compulsory (VIII.7, R28, R48).
func TestPrahaOnly(t *testing.T) {
	circle := laid("8889 E12 1", "8891 E12 5", "7 D11 4", "7 D13 0")
	s := turn(t, "BN", circle, placed("BN", "E12.1"), stations("BN", "E12.2"), stations("BN", "E12.3"), stations("BN", "E12.4"), owns("BN", "2+2b"), atStep(StepRun))
	if !s.Can(StepRun) {
		t.Fatal("it does not reach another city of Praha")
	}
	for _, line := range []string{"run nothing", "run best"} {
		if left := after(t, s, line); left.Turn.Step == StepRun || left.PriceOf(mustCompany("BN")) >= s.PriceOf(mustCompany("BN")) {
			t.Errorf("%s: step %s, price %d", line, left.Turn.Step, left.PriceOf(mustCompany("BN")))
		}
	}
	if _, _, r := asked(problem(t, twoExpress), "run nothing"); r == nil || r.Why.Key != "18cz.no.run-must" {
		t.Errorf("run nothing, where there are routes: %v", r)
	}
	if _, _, r := asked(problem(t, twoExpress), "run recorded E12-F13-F11-E12"); r == nil {
		t.Error("a recorded run is taken without the option")
	}
}

// TestSoldOutStacks: sold-out corporations rise in operating order, each below those already there (VII.2, IX).
func TestSoldOutStacks(t *testing.T) {
	s := inStock(t, 3, 3, founded(0, "EKJ", 60, 75), holds(1, "EKJ", 25), founded(1, "OFE", 60, 75), holds(0, "OFE", 25))
	expect.NoError(t, endStock(s, &engine.Tx{Pos: s}))
	ekj, ofe := mustCompany("EKJ"), mustCompany("OFE")
	at := slices.Index(Book.Chart, 60) + 1
	if s.Market.At[ekj] != at || s.Market.At[ofe] != at || !slices.Equal(s.Active(), []Company{ekj, ofe}) {
		t.Errorf("on %v in the order %v", s.Market.At[:2], s.Active())
	}
}

// TestIdleShares: shares of corporations that are started and not active count in
// the end; debts and penalties do not stop at nothing (X).
func TestIdleShares(t *testing.T) {
	s := inStock(t, 3, 3, inPhase("d"), founded(0, "SX", 100, 20), money(0, 30), drafted(0, "S1"), func(s *State) { s.Loans[0] = Loan{Debt: 200, Penalty: 300} })
	if s.Companies[mustCompany("SX")].Active {
		t.Fatal("SX is active")
	}
	expect.Same(t, "worth", s.WealthOf(0).Sum(), 30+200+120-500)
}
