package g18cz

import (
	"slices"
	"testing"

	"railpost/engine/enginetest/expect"
)

// merger is a take-over step of BTE, of seat 0, with 1000 K, and EKJ of seat 1 with 100 K, its home placed. EKJ
// costs 70: from 35 to 105 a share.
func merger(t *testing.T, changes ...func(*State)) *State {
	t.Helper()
	s := turn(t, "BTE", founded(1, "EKJ", 70, 50), holds(2, "EKJ", 25), placed("EKJ", "D5"), treasury("EKJ", 100))
	return changed(s, append([]func(*State){treasury("BTE", 1000), owns("BTE", "3+3d"), atStep(StepTakeOver)}, changes...)...)
}

func TestTakeOverRefusals(t *testing.T) {
	s := merger(t)
	own := func(id string) *State { return merger(t, founded(3, id, 60, 60)) }
	for _, c := range []refusalCase{
		{"below half", s, "acquire EKJ for 34", "VIII.9", "price"},
		{"above one and a half", s, "acquire EKJ for 106", "VIII.9", "price"},
		{"money", merger(t, treasury("BTE", 104)), "acquire EKJ for 35", "VIII.9", "treasury"},
		{"own size", own("KFN"), "acquire KFN for 60", "VIII.9", "take-size"},
		{"larger", s, "acquire SX for 60", "VIII.9", "take-size"},
		{"not active", s, "acquire OFE for 60", "VIII.9", "take-idle"},
		{"gone", merger(t, func(s *State) { s.Companies[mustCompany("OFE")].Gone = true }), "acquire OFE for 60", "VIII.9", "company-gone"},
		{"a small one", changed(turn(t, "VBW", founded(1, "EKJ", 70, 50)), atStep(StepTrack)), "acquire EKJ for 70", "VIII.9", "small-buyer"},
		{"before running", changed(s, laid("57 D3 1", "57 D5 1"), atStep(StepRun)), "acquire EKJ for 70", "VIII.7", "must-run"},
		{"too late", changed(s, atStep(StepTrains)), "acquire EKJ for 70", "VIII.3", "step-over"},
	} {
		c.check(t)
	}
	// The treasury must pay before it receives anything (VIII.9): 105 is too
	// much for 300.
	refused(t, "paid from the target's money", merger(t, treasury("BTE", 300)), "acquire EKJ for 105")
	if _, refusal, err := try(merger(t, founded(3, "SX", 120, 20), func(s *State) { s.Companies[mustCompany("SX")].Active = false }), "acquire EKJ for 70"); err != nil || refusal != nil {
		t.Errorf("a share price in the range is refused: %v %v", refusal, err)
	}
}

// TestTakeOver: its director agrees; players are paid for their shares, those of
// bank and IPO get nothing; the buyer receives all, and the corporation leaves the
// game (VIII.9, R15, R30).
func TestTakeOver(t *testing.T) {
	s := merger(t, given("EKJ", "S1 S2"), owns("EKJ", "3c 3d"), func(s *State) { s.Locals[0].Used = true })
	ekj, bte := mustCompany("EKJ"), mustCompany("BTE")
	before := []int{s.Cash.Of(1), s.Cash.Of(2)}
	s = after(t, s, "acquire EKJ for 80")
	expect.Must(t, "seat", s.Actor(), 1)
	if no := after(t, s, "refuse"); no.Companies[ekj].Gone || no.Treasury(bte) != 1000 || no.Turn.Step != StepTakeOver {
		t.Error("it was refused, and something happened")
	}
	s = after(t, s, "agree")
	expect.Same(t, "the holders received", []int{s.Cash.Of(1) - before[0], s.Cash.Of(2) - before[1]}, []int{160, 80})
	if s.Treasury(bte) != 1000-240+100 || s.Treasury(ekj) != 0 || !slices.Equal(s.LocalsOf(s.Account(bte)), []Local{0, 1}) || !s.Locals[0].Used {
		t.Errorf("BTE has %d K, local railways %v", s.Treasury(bte), s.LocalsOf(s.Account(bte)))
	}
	if got := where(s, "BTE"); got != "D3.0.0 D5.0.0" && got != "D5.0.0 D3.0.0" || !slices.Equal(s.Companies[bte].TokenCosts, []int{100, 100, 100, 100}) {
		t.Errorf("stations %s, left %v", got, s.Companies[bte].TokenCosts)
	}
	if it := s.Companies[ekj]; !it.Gone || s.Started(ekj) || s.Certificates(1) != 0 || len(it.Trains) > 0 {
		t.Errorf("EKJ: %+v", it)
	}
	if q, c := s.Question(); q != AskReceived || c != bte || names(s.Companies[bte].Received()) != "3c 3d" {
		t.Errorf("asked %s of %d", q, c)
	}
	refusalCase{"it cannot be started again", inStockOf(s), "start EKJ 60", "VIII.9", "company-gone"}.check(t)
}

// inStockOf is a position in a stock round, seat 0 to act.
func inStockOf(s *State) *State {
	return changed(s, func(s *State) {
		keepAll(s, mustCompany("BTE"))
		s.Stage, s.Trader, s.Time = Stocks, 0, s.Time-1
	})
}

// TestKeepForty: under an option the buyer's own stations keep their price (R15).
func TestKeepForty(t *testing.T) {
	s := after(t, merger(t, under(func(r *Rulings) { r.KeepForty, r.NoConsent = true, true })), "acquire EKJ for 70")
	expect.Same(t, "left", s.Companies[mustCompany("BTE")].TokenCosts, []int{40, 100, 100, 100})
}

// TestMergedStations: of two stations in a city one is removed; of two in a hex with several cities the buyer
// chooses (VIII.9). A circle kept for the home of the target is open to all (VIII.6).
func TestMergedStations(t *testing.T) {
	agreed := under(func(r *Rulings) { r.NoConsent = true })
	s := after(t, merger(t, agreed, laid("57 D5 1", "14 D5 1"), stations("BTE", "D5")), "acquire EKJ for 70")
	if got := where(s, "BTE"); got != "D3.0.0 D5.0.0" && got != "D5.0.0 D3.0.0" || len(s.Companies[mustCompany("BTE")].TokenCosts) != 5 {
		t.Errorf("in a city: %s, left %v", got, s.Companies[mustCompany("BTE")].TokenCosts)
	}
	s = after(t, merger(t, agreed, owns("EKJ", "3c"), founded(3, "VBW", 50, 50), laid("8885 B9 0"), stations("BTE", "B9.1"), stations("EKJ", "B9.2")), "acquire EKJ for 70")
	if q, _ := s.Question(); q != AskDoubled || !slices.Equal(lines(s, "remove"), []string{"remove B9.1", "remove B9.2"}) {
		t.Fatalf("asked %s, legal are %q", q, lines(s, "remove"))
	}
	for _, c := range []refusalCase{
		{"a train first", s, "buy 3d", "VIII.9", "settle-first"},
		{"another station", s, "remove D3", "VIII.9", "not-doubled"},
	} {
		c.check(t)
	}
	refused(t, "another is taken over before this is settled", s, "acquire VBW for 50")
	for line, want := range map[string]string{"remove B9.1": "B9.1.0", "remove B9.2": "B9.0.0"} {
		after := after(t, s, line)
		i, _ := after.Board.Own(Owner(mustCompany("BTE")), hexOf(s, "B9"))
		if st := after.Board.Stations[i]; "B9."+string(rune('0'+st.Stop))+".0" != want {
			t.Errorf("%s: it stands in city %d", line, st.Stop+1)
		}
		if q, _ := after.Question(); q != AskReceived || !after.Companies[mustCompany("EKJ")].Gone || len(after.Companies[mustCompany("BTE")].TokenCosts) != 5 {
			t.Errorf("%s: then asked %s", line, q)
		}
	}
	early := merger(t, agreed, func(s *State) {
		c := mustCompany("EKJ")
		s.Companies[c].Home, s.Companies[c].TokenCosts = false, []int{0, 40, 100}
		i, _ := s.Board.Own(Owner(c), hexOf(s, "D5"))
		s.Board.TakeStation(i)
	})
	s = after(t, early, "acquire EKJ for 70")
	if got := s.Companies[mustCompany("BTE")].TokenCosts; len(got) != 5 || len(keptCircles(s, hexOf(s, "D5"), s.Board.Shape(s.World(), hexOf(s, "D5")))) > 0 {
		t.Errorf("before its first turn: left %v", got)
	}
}

// received is BTE with trains that came with a take-over.
func received(t *testing.T, own, came string, changes ...func(*State)) *State {
	t.Helper()
	s := merger(t, append([]func(*State){under(func(r *Rulings) { r.NoConsent = true }), owns("BTE", own), owns("EKJ", came)}, changes...)...)
	return after(t, s, "acquire EKJ for 70")
}

// TestReceived: each train is kept, flipped to the own size or thrown away
// (VIII.9, R17, R19, R56).
func TestReceived(t *testing.T) {
	bte := mustCompany("BTE")
	for _, c := range []struct {
		name, own, came string
		lines           []string
		want            string
		cost            int
	}{
		{"keep", "3+3d", "3d", []string{"keep 3d"}, "3+3d 3d", 0},
		{"keep the rest", "3+3d", "3d 2b", []string{"pass"}, "3+3d 3d 2b", 0},
		{"flip", "3+3d", "3d", []string{"flip 3d"}, "3+3d 3+3d", 60},
		{"flip to a cheaper side", "3+3d", "3c", []string{"flip 3c"}, "3+3d 2+2c", 0},
		{"drop", "3+3d", "3d 2b", []string{"drop 3d", "pass"}, "3+3d 2b", 0},
		{"flip one of two", "3+3d", "2b 2b", []string{"flip 2b", "drop 2b"}, "3+3d 2+2b", 10},
		{"within the limit", "3+3d 3d", "3d 2b", []string{"drop 2b", "flip 3d"}, "3+3d 3d 3+3d", 60},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := received(t, c.own, c.came)
			money := s.Treasury(bte)
			s = after(t, s, c.lines...)
			if got := names(s.Companies[bte].Trains); got != c.want || len(s.Companies[bte].Received()) != 0 || money-s.Treasury(bte) != c.cost || len(s.Reserve) > 0 {
				t.Errorf("trains %s, paid %d, reserve %s", got, money-s.Treasury(bte), names(s.Reserve))
			}
			if q, _ := s.Question(); q != NoQuestion {
				t.Errorf("then asked %s", q)
			}
		})
	}
	if s := after(t, received(t, "3+3d", "3d", under(func(r *Rulings) { r.ToReserve, r.NoConsent = true, true })), "drop 3d"); names(s.Reserve) != "3d" {
		t.Errorf("R17: the reserve is %q", names(s.Reserve))
	}
}

func TestReceivedRefusals(t *testing.T) {
	rusted := func(s *State) { card, _ := FaceNamed("4+4f"); s.Sold[card.Pile] |= 1 << card.Face }
	for _, c := range []refusalCase{
		{"no such side", received(t, "3+3d", "2a"), "flip 2a", "VIII.9", "no-side"},
		{"rusted side", changed(received(t, "3+3d", "2b"), rusted), "flip 2b", "VIII.9", "side-rusted"},
		{"money", changed(received(t, "3+3d", "3d"), treasury("BTE", 59)), "flip 3d", "VIII.9", "treasury"},
		{"above the limit", received(t, "3+3d 3+3d 3+3d", "3d"), "pass", "VIII.9", "too-many"},
		{"above the limit", received(t, "3+3d 3+3d 3+3d", "3d"), "keep 3d", "VIII.9", "too-many"},
		{"above the limit", received(t, "3+3d 3+3d 3+3d", "3d"), "flip 3d", "VIII.9", "too-many"},
		{"a purchase first", received(t, "3+3d", "3d"), "buy 3+3d", "VIII.9", "settle-first"},
	} {
		c.check(t)
	}
	refused(t, "a train of its own is thrown away", received(t, "3+3d", "3d"), "drop 3+3d")
}

// TestFlipRusts: a flipped card makes others rust as if it had been bought so, and
// changes no phase (R19).
func TestFlipRusts(t *testing.T) {
	s := received(t, "3+3d 2+2b", "4f", inPhase("f"), func(s *State) { s.Phase -= 1 }, founded(3, "KFN", 60, 60), owns("KFN", "2+2c"))
	phase := s.Phase
	s = after(t, s, "flip 4f")
	if got, other := names(s.Companies[mustCompany("BTE")].Trains), names(s.Companies[mustCompany("KFN")].Trains); got != "3+3d 4+4f" || other != "" || s.Phase != phase {
		t.Errorf("BTE %s, KFN %q, phase %d", got, other, s.Phase)
	}
}

// TestMeanwhile: while its own question is open the corporation may deal in local railways (IV.1).
func TestMeanwhile(t *testing.T) {
	s := received(t, "3+3d", "3d", given("BTE", "S1"), withSeat(0, "S2"))
	s = after(t, s, "sell S1", "buy S2 for 1")
	if q, _ := s.Question(); q != AskReceived || s.Locals[0].In || s.Locals[1].Owner != s.Account(mustCompany("BTE")) {
		t.Errorf("asked %s, %+v", q, s.Locals[:2])
	}
}

// TestFlipsAboveTheLimit: in imported games trains are flipped above the limit; the
// excess goes when nobody is taken over any more.
func TestFlipsAboveTheLimit(t *testing.T) {
	late := under(func(r *Rulings) { r.LateExcess, r.NoConsent = true, true })
	s := received(t, "3+3d 3+3d 3+3d", "3d", late, founded(3, "VBW", 50, 50))
	s = after(t, s, "flip 3d")
	if q, _ := s.Question(); q != NoQuestion || s.Turn.Step != StepTakeOver {
		t.Fatalf("asked %s at %s", q, s.Turn.Step)
	}
	s = after(t, s, "pass")
	if q, c := s.Question(); q != AskExcess || c != mustCompany("BTE") {
		t.Errorf("asked %s of %d", q, c)
	}
}
