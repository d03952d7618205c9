package g18cz

import (
	"testing"
)

// TestLocals: bought from players for an agreed price up to the common value, sold
// to the bank for that, at any point of the turn (3).
func TestLocals(t *testing.T) {
	for _, step := range []Step{stepTrack, stepTrains, stepLocals} {
		s := changed(turn(t, "BN", withSeat(1, "S1 M1 L1")), atStep(step), owns("BN", "3+3d"), treasury("BN", 200))
		c, value := mustCompany("BN"), s.localValue()
		before := s.Cash.Of(1)
		s = after(t, s, "buy M1 for 60", "agree")
		if s.Locals[localNamed("M1")].Owner != s.account(c) || s.purse(c) != 140 || s.Cash.Of(1) != before+60 || s.company() != c || s.Turn.Step != step {
			t.Fatalf("%s: BN has %d K, at %s", step, s.purse(c), s.Turn.Step)
		}
		s = after(t, s, "sell M1")
		if it := s.Locals[localNamed("M1")]; it.In || s.purse(c) != 140+value {
			t.Errorf("%s: %+v, BN has %d K", step, it, s.purse(c))
		}
	}
	own := after(t, turn(t, "BN", withSeat(0, "S1")), "buy S1 for 1")
	if own.Asking != nil || own.Locals[0].Owner != own.account(mustCompany("BN")) {
		t.Error("its director is asked for his own")
	}
}

func TestLocalRefusals(t *testing.T) {
	s := turn(t, "BN", withSeat(1, "S1 M1 L1"), given("BN", "S2"), given("EKJ", "S3"))
	for _, c := range []refusalCase{
		{"size", s, "buy L1 for 50", "2", "local-size"},
		{"above the value", s, "buy S1 for 121", "3", "price"},
		{"nothing", s, "buy S1 for 0", "3", "price"},
		{"above the treasury", changed(s, treasury("BN", 20)), "buy S1 for 21", "3", "price"},
		{"a corporation's", s, "buy S3 for 20", "3", "local-company"},
		{"its own", s, "buy S2 for 20", "3", "local-company"},
		{"gone", s, "buy M6 for 20", "3", "local-out"},
		{"from somebody", s, "buy S1 from EKJ for 20", "3", "local-seller"},
		{"sell another's", s, "sell S3", "3", "not-own-local"},
		{"sell a player's", s, "sell S1", "3", "not-own-local"},
		{"phase a", inRound(t, 3, 2, 1, inPhase("a"), noLocals, founded(0, "EKJ", 70, 75), withSeat(1, "S1")), "buy S1 for 20", "3", "deals-later"},
	} {
		c.check(t)
	}
	if _, r, err := try(s, "buy S1"); err != nil || r == nil || r.Why.Key != "18cz.ask.price" {
		t.Errorf("without a price: %v %v", r, err)
	}
}

// TestOpen is actions.md 5: which steps ask, and which are passed over.
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
		{"a lay is left", base(), stepTrack, true},
		{"none is left", changed(base(), laidAll), stepTrack, false},
		{"an ability is left", changed(base(given("EKJ", "S1")), laidAll), stepTrack, true},
		{"it was used", changed(base(given("EKJ", "S1"), func(s *State) { s.Locals[0].Used = true }), laidAll), stepTrack, false},
		{"a player has a local railway", changed(base(withSeat(1, "L1")), laidAll), stepTrack, true},
		{"and no money", changed(base(withSeat(1, "L1")), laidAll, poor), stepTrack, false},
		{"a city is reached", base(), stepStation, true},
		{"one was placed", changed(base(), func(s *State) { s.Turn.Station = true }), stepStation, false},
		{"it is too dear", changed(base(), treasury("EKJ", 39)), stepStation, false},
		{"its local railway can be sold", changed(base(given("EKJ", "S1")), poor), stepStation, true},
		{"one of a player may bring the rest", changed(base(withSeat(1, "L1")), treasury("EKJ", 1)), stepStation, true},
		{"not without money", changed(base(withSeat(1, "L1")), poor), stepStation, false},
		{"a small one takes nobody over", base(founded(1, "VBW", 50, 50)), stepTakeOver, false},
		{"a medium one does", turn(t, "BTE", founded(1, "VBW", 50, 50), treasury("BTE", 0)), stepTakeOver, true},
		{"there is none", turn(t, "BTE"), stepTakeOver, false},
		{"not of its own size", turn(t, "BTE", founded(1, "KFN", 60, 60)), stepTakeOver, false},
		{"it must buy", changed(base(), owns("EKJ", ""), poor), stepTrains, true},
		{"another has a train", changed(base(owns("VBW", "3d")), treasury("EKJ", 1)), stepTrains, true},
		{"nobody has", changed(base(), treasury("EKJ", 119)), stepTrains, false},
		{"the bank has", changed(base(), treasury("EKJ", 120)), stepTrains, true},
		{"the reserve has a cheaper one", changed(base(func(s *State) { s.Reserve = cards("2b") }), treasury("EKJ", 70)), stepTrains, true},
		{"the limit", changed(base(), owns("EKJ", "3d 3d 3d")), stepTrains, false},
		{"nothing to deal in", base(), stepLocals, false},
		{"its own", changed(base(given("EKJ", "S1")), poor), stepLocals, true},
		{"a player's", base(withSeat(1, "L1")), stepLocals, true},
		{"not without money", changed(base(withSeat(1, "L1")), poor), stepLocals, false},
	} {
		if got := c.s.can(c.step); got != c.want {
			t.Errorf("%s, %s: asked %t", c.step, c.name, got)
		}
	}
}
