package g18cz

import (
	"fmt"
	"testing"

	"railpost/engine/enginetest/expect"
)

// TestLocals: bought from players for an agreed price up to the common value, sold
// to the bank for that, at any point of the turn (IV.1).
func TestLocals(t *testing.T) {
	for _, step := range []Step{StepTrack, StepPayout, StepTrains, StepLocals} {
		revenue := func(s *State) { s.Turn.Revenue = 10 }
		s := changed(turn(t, "BN", withSeat(1, "S1 M1 L1")), atStep(step), revenue, owns("BN", "3+3d"), treasury("BN", 200))
		c, value := mustCompany("BN"), s.LocalValue()
		before := s.Cash.Of(1)
		s = after(t, s, "buy M1 for 60", "agree")
		if s.Locals[LocalNamed("M1")].Owner != s.Account(c) || s.Treasury(c) != 140 || s.Cash.Of(1) != before+60 || s.Company() != c || s.Turn.Step != step {
			t.Fatalf("%s: BN has %d K, at %s", step, s.Treasury(c), s.Turn.Step)
		}
		s = after(t, s, "sell M1")
		if it := s.Locals[LocalNamed("M1")]; it.In || s.Treasury(c) != 140+value {
			t.Errorf("%s: %+v, BN has %d K", step, it, s.Treasury(c))
		}
	}
	large := buyer(t, "SX", withSeat(0, "S1 M1 L1"), owns("SX", "3Ed"), treasury("SX", 200))
	large = after(t, large, "buy S1 for 1", "buy M1 for 1", "buy L1 for 1")
	expect.Same(t, "locals of a large corporation", len(large.LocalsOf(large.Account(mustCompany("SX")))), 3)
	own := after(t, turn(t, "BN", withSeat(0, "S1")), "buy S1 for 1")
	if own.Asking != nil || own.Locals[0].Owner != own.Account(mustCompany("BN")) {
		t.Error("its director is asked for his own")
	}
}

func TestLocalRefusals(t *testing.T) {
	s := turn(t, "BN", withSeat(1, "S1 M1 L1"), given("BN", "S2"), given("EKJ", "S3"))
	for _, c := range []refusalCase{
		{"size", s, "buy L1 for 50", "IV.2", "local-size"},
		{"size of a small one", turn(t, "EKJ", withSeat(1, "M1")), "buy M1 for 50", "IV.2", "local-size"},
		{"above the value", s, "buy S1 for 61", "IV.1", "price"},
		{"nothing", s, "buy S1 for 0", "IV.1", "price"},
		{"above the treasury", changed(s, treasury("BN", 20)), "buy S1 for 21", "IV.1", "price"},
		{"a corporation's", s, "buy S3 for 20", "IV.1", "local-company"},
		{"its own", s, "buy S2 for 20", "IV.1", "local-company"},
		{"gone", s, "buy M6 for 20", "IV.1", "local-out"},
		{"from somebody", s, "buy S1 from EKJ for 20", "IV.1", "local-seller"},
		{"sell another's", s, "sell S3", "IV.1", "not-own-local"},
		{"sell a player's", s, "sell S1", "IV.1", "not-own-local"},
		{"phase a", inRound(t, 3, 2, 1, inPhase("a"), noLocals, founded(0, "EKJ", 70, 75), withSeat(1, "S1")), "buy S1 for 20", "IV.1", "deals-later"},
	} {
		c.check(t)
	}
	if _, r, err := try(s, "buy S1"); err != nil || r == nil || r.Why.Key != "18cz.ask.price" {
		t.Errorf("without a price: %v %v", r, err)
	}
}

// TestOpen is VIII.3: steps that ask, and steps that are passed over.
func TestOpen(t *testing.T) {
	reach := linked(laid("14 D3 1"))
	base := func(changes ...func(*State)) *State {
		return turn(t, "EKJ", append(append(reach, owns("EKJ", "3d")), changes...)...)
	}
	laidAll := func(s *State) { s.Turn.Upgraded = true }
	poor := treasury("EKJ", 0)
	for _, c := range []struct {
		name string
		s    *State
		step Step
		want bool
	}{
		{"a lay is left", base(), StepTrack, true},
		{"none is left", changed(base(), laidAll), StepTrack, false},
		{"an ability is left", changed(base(given("EKJ", "S1")), laidAll), StepTrack, true},
		{"it was used", changed(base(given("EKJ", "S1"), func(s *State) { s.Locals[0].Used = true }), laidAll), StepTrack, false},
		{"a player has a local railway", changed(base(withSeat(1, "L1")), laidAll), StepTrack, true},
		{"and no money", changed(base(withSeat(1, "L1")), laidAll, poor), StepTrack, false},
		{"a city is reached", base(), StepStation, true},
		{"one was placed", changed(base(), func(s *State) { s.Turn.Station = true }), StepStation, false},
		{"it is too dear", changed(base(), treasury("EKJ", 39)), StepStation, false},
		{"its local railway can be sold", changed(base(given("EKJ", "S1")), poor), StepStation, true},
		{"one of a player may bring the rest", changed(base(withSeat(1, "L1")), treasury("EKJ", 1)), StepStation, true},
		{"not without money", changed(base(withSeat(1, "L1")), poor), StepStation, false},
		{"a small one takes nobody over", base(founded(1, "VBW", 50, 50)), StepTakeOver, false},
		{"a medium one does", turn(t, "BTE", founded(1, "VBW", 50, 50), treasury("BTE", 0)), StepTakeOver, true},
		{"there is none", turn(t, "BTE"), StepTakeOver, false},
		{"not of its own size", turn(t, "BTE", founded(1, "KFN", 60, 60)), StepTakeOver, false},
		{"it must buy", changed(base(), owns("EKJ", ""), poor), StepTrains, true},
		{"another has a train", changed(base(owns("VBW", "3d")), treasury("EKJ", 1)), StepTrains, true},
		{"nobody has", changed(base(), treasury("EKJ", 119)), StepTrains, false},
		{"the bank has", changed(base(), treasury("EKJ", 120)), StepTrains, true},
		{"the reserve has a cheaper one", changed(base(func(s *State) { s.Reserve = cards("2b") }), treasury("EKJ", 70)), StepTrains, true},
		{"the limit", changed(base(), owns("EKJ", "3d 3d 3d")), StepTrains, false},
		{"nothing to deal in", base(), StepLocals, false},
		{"its own", changed(base(given("EKJ", "S1")), poor), StepLocals, true},
		{"a player's", base(withSeat(1, "L1")), StepLocals, true},
		{"not without money", changed(base(withSeat(1, "L1")), poor), StepLocals, false},
	} {
		expect.Same(t, fmt.Sprintf("%s, %s: asked", c.step, c.name), c.s.Can(c.step), c.want)
	}
}
