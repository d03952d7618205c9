package g18cz

import (
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// ready is a round in which EKJ of seat 0 and OFE of seat 1 operate, in this order. EKJ has a train, and track
// from Karlovy Vary to a town.
func ready(t *testing.T, changes ...func(*State)) *State {
	t.Helper()
	s := inRound(t, 3, 2, 1, append([]func(*State){founded(0, "EKJ", 70, 50), founded(1, "OFE", 60, 50), owns("EKJ", "2a")}, changes...)...)
	return after(t, s, "lay 57 D5 3", "lay 4 C6 0")
}

// TestSteps: a later order declines earlier open steps, but not mandatory ones (VIII.3).
func TestSteps(t *testing.T) {
	s := ready(t, holds(0, "OFE", 25)) // which gives seat 0 no say in OFE
	if s.Company() != mustCompany("EKJ") || s.Turn.Step != StepRun || !s.Turn.First {
		t.Fatalf("%s is at %+v", s.Company().ID(), s.Turn)
	}
	for _, c := range []refusalCase{
		{"running is compulsory", s, "pass", "VIII.7", "must-run"},
		{"also at the end of the turn", s, "done", "VIII.7", "must-run"},
		{"and before buying", s, "buy 2a", "VIII.7", "must-run"},
		{"nothing to pay yet", s, "pay", "VIII.8", "run-first"},
		{"track is over", s, "lay 9 D7 1", "VIII.3", "step-over"},
		{"a station was too dear", changed(s, treasury("EKJ", 0)), "token E12.2", "VIII.6", "treasury"},
	} {
		c.check(t)
	}
	s = after(t, s, "run best")
	refusalCase{"the dividend is decided", s, "done", "VIII.8", "must-payout"}.check(t)
	refusalCase{"run once", s, "run best", "VIII.3", "step-over"}.check(t)
	s = after(t, s, "hold")
	if s.Turn.Step != StepTrains || s.PriceOf(mustCompany("EKJ")) != 65 {
		t.Errorf("%s, price %d", s.Turn.Step, s.PriceOf(mustCompany("EKJ")))
	}
	if s = after(t, s, "done"); s.Company() != mustCompany("OFE") || s.Actor() != 1 || s.Turn.Step != StepTrack {
		t.Errorf("then %s of seat %d at %s", s.Company().ID(), s.Actor(), s.Turn.Step)
	}
	s = turn(t, "EKJ", linked(laid("14 D3 1"), owns("EKJ", "3d"))...)
	refusalCase{"track after a station", after(t, s, "token D3"), "lay 9 D7 D5-D9", "VIII.3", "step-over"}.check(t)
	refusalCase{"a station after running", after(t, s, "run best"), "token D3", "VIII.3", "step-over"}.check(t)
	if s = after(t, merger(t), "pass"); s.Turn.Step != StepTrains || s.Companies[mustCompany("EKJ")].Gone {
		t.Errorf("no take-over, then %s", s.Turn.Step)
	}
}

// TestDeclined: the steps that the purchase of a train skips, and the consequences (VIII.3, VIII.8, VIII.10).
func TestDeclined(t *testing.T) {
	s := after(t, ready(t), "run best", "pay", "done")
	refusalCase{"it must own a train", s, "done", "VIII.10", "must-trains"}.check(t)
	expect.Same(t, "reports", said(t, s, "buy 2a"), "declined no-revenue bought-train")
	s = after(t, s, "buy 2a")
	expect.Same(t, "price", s.PriceOf(mustCompany("OFE")), 55)
}

// TestTakenOver: a corporation that was taken over before its turn does not act
// (VIII.2).
func TestTakenOver(t *testing.T) {
	s := inRound(t, 3, 5, 1, inPhase("b"), founded(0, "BTE", 90, 60), founded(1, "EKJ", 70, 50), founded(2, "OFE", 60, 50), under(func(r *Rulings) { r.NoConsent = true }))
	s = after(t, s, "acquire EKJ for 70")
	for range 20 {
		if s.Company() != mustCompany("BTE") {
			break
		}
		line := "done"
		if s.MustBuy() {
			line = "buy 2+2b"
		}
		s = after(t, s, line)
	}
	expect.Same(t, s.Company().ID(), s.Company(), mustCompany("OFE"))
}

// TestFirstTurn: only a corporation's first turn is called so (VIII.4).
func TestFirstTurn(t *testing.T) {
	s := after(t, inRound(t, 3, 5, 1, founded(0, "EKJ", 60, 50)), "buy 2a", "done")
	if s.Round().Number != 2 || s.Turn.First || s.Company() != mustCompany("EKJ") {
		t.Errorf("round %d: %+v of %d", s.Round().Number, s.Turn, s.Company())
	}
}

// TestExcessInTurn: another's limit falls in a turn; he decides, then the turn continues (VIII.12).
func TestExcessInTurn(t *testing.T) {
	s := inRound(t, 3, 6, 1, reaches("e"), founded(0, "EKJ", 70, 50), founded(1, "OFE", 60, 50), owns("OFE", "3c 3c 3d"))
	s = after(t, s, "buy 4e")
	if q, c := s.Question(); q != AskExcess || c.ID() != "OFE" || s.Actor() != 1 {
		t.Fatalf("%s of %d, seat %d", q, c, s.Actor())
	}
	expect.Same(t, "seat 0 is asked too", len(engineWaits(s.Prompts(0))), 0)
	s = after(t, s, "discard 3d")
	if s.Actor() != 0 || s.Company() != mustCompany("EKJ") || names(s.Reserve) != "3d" {
		t.Errorf("then seat %d, %s; the reserve is %s", s.Actor(), s.Company().ID(), names(s.Reserve))
	}
}

// engineWaits are the prompts that must be answered.
func engineWaits(list []engine.Prompt) []engine.Prompt {
	return engine.Where(list, func(p engine.Prompt) bool { return !p.Optional })
}

// TestLateExcess: imported games look for excess trains after an export only when
// some train rusted by it, or else when the next one changes hands (VIII.12).
func TestLateExcess(t *testing.T) {
	for _, late := range []bool{false, true} {
		for trains, rusts := range map[string]bool{"3+3d 3+3d 3d": false, "3+3d 3+3d 3d 2+2b": true} {
			s := at(t, newGame(t, 3), Operating, 6, 2, []func(*State){reaches("f"), founded(0, "BTE", 70, 60), owns("BTE", trains), under(func(r *Rulings) { r.LateExcess = late })})
			expect.NoError(t, exportCard(s, &engine.Tx{Pos: s}))
			expect.Same(t, []any{late, trains}, crowded(s) != NoCompany, !late || rusts)
			if receiveTrain(s, mustCompany("BTE"), cards("3d")[0]); crowded(s) == NoCompany {
				t.Errorf("late: %t, %s: excess trains are not seen after another purchase", late, trains)
			}
		}
	}
}
