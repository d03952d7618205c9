package g18mag

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// majorTurn is an operating round in which SIK acts, and RÁBA after it. Seat 0 is
// director of SIK with 50 %, seat 1 has 20 %, the bank 30 %; seat 2 is director
// of RÁBA, which has 100 Ft.
func majorTurn(t *testing.T, treasury int, changes ...func(*State)) *State {
	t.Helper()
	s := newGame(t, 3, shares(0, "SIK 50"), shares(1, "SIK 20"), shares(2, "RABA 20"), priced(SIK, 100))
	s.Draft, s.Stage, s.Round, s.Rounds, s.Order = Draft{}, Operating, 1, 2, []Company{SIK, Raba}
	s.Cash.Held[s.Account(SIK)], s.Cash.Held[s.Account(Raba)] = treasury, 100
	for _, change := range changes {
		change(s)
	}
	expect.NoError(t, beginTurn(s, &engine.Tx{Pos: s}))
	return s
}

// TestPayOut: a tenth for each share, the bank's included; the rest stays (VI.4.3).
func TestPayOut(t *testing.T) {
	cases := []struct {
		line          string
		first, second int // received by the seats
		stays, price  int
		bank          int
		canonical     string
	}{
		{"pay 80", 40, 16, 55, 100, 24, "pay 80"},
		{"pay all", 65, 26, 5, 110, 39, "pay 130"},
		{"pay 0", 0, 0, 135, 85, 0, "pay 0"},
		{"hold", 0, 0, 135, 85, 0, "pay 0"},
		{"pay 20", 10, 4, 115, 90, 6, "pay 20"},
		{"pay 20 Ft", 10, 4, 115, 90, 6, "pay 20"},
	}
	for _, c := range cases {
		before := majorTurn(t, 135, priced(SIK, 90))
		r, refusal, err := try(before, c.line)
		if refusal != nil || err != nil {
			t.Errorf("%s: %v, %v", c.line, refusal, err)
			continue
		}
		s := r.Pos.(*State)
		if r.Line != c.canonical || s.Cash.Of(0) != c.first || s.Cash.Of(1) != c.second || s.Purse(SIK) != c.stays || s.Cash.Bank-before.Cash.Bank != c.bank {
			t.Errorf("%s: %q, seats get %d and %d, %d stay, %d to the bank", c.line, r.Line, s.Cash.Of(0), s.Cash.Of(1), s.Purse(SIK), s.Cash.Bank-before.Cash.Bank)
		}
		if s.PriceOf(SIK) != c.price || s.Company() != Raba || s.Actor != 2 || said(r.Reports)[:len("declined")] != "declined" {
			t.Errorf("%s: price %d, then %d acts for seat %d; %s", c.line, s.PriceOf(SIK), s.Company(), s.Actor, said(r.Reports))
		}
	}
}

// TestMajorWithoutChoice: without director all is paid; with one and less than 10 Ft, nothing (VI.4.1, VI.4.3).
func TestMajorWithoutChoice(t *testing.T) {
	nobody := func(s *State) {
		s.Shares.Transfer(SIK.Share(), 0, 1, 30) // 20 and 50
		s.Shares.Transfer(SIK.Share(), 1, -1, 50)
		s.Shares.Transfer(SIK.Share(), 0, -1, 10) // 10 in hands, 90 in the bank
		s.Shares.Director[SIK.Share()] = -1
	}
	cases := []struct {
		name            string
		treasury        int
		change          func(*State)
		stays, got, end int
	}{
		{"no director", 137, nobody, 7, 13, 130},
		{"no director and no money", 7, nobody, 7, 0, 95},
		{"a director and little money", 9, func(*State) {}, 9, 0, 95},
	}
	for _, c := range cases {
		s := majorTurn(t, c.treasury, c.change)
		if s.Company() != Raba || s.Purse(SIK) != c.stays || s.Cash.Of(0) != c.got || s.PriceOf(SIK) != c.end {
			t.Errorf("%s: %d acts, %d stay, seat 0 has %d, price %d", c.name, s.Company(), s.Purse(SIK), s.Cash.Of(0), s.PriceOf(SIK))
		}
	}
}

// TestMajorStation: any free circle of the map, one of this major in a hex (VI.4.2).
func TestMajorStation(t *testing.T) {
	s := majorTurn(t, 135)
	for _, line := range []string{"token C12", "token E12.1", "token G14.2", "token i2"} {
		r, refusal, err := try(s, line)
		if err != nil || refusal != nil {
			t.Errorf("%s: %v %v", line, refusal, err)
			continue
		}
		next := r.Pos.(*State)
		expect.Same(t, line, next.Cash.Bank-s.Cash.Bank, 40)
		if next.Purse(SIK) != 95 || next.Turn.Step != StepPayout || next.Majors[SIK.Share()].Stations != 1 {
			t.Errorf("%s: %d Ft left, %+v", line, next.Purse(SIK), next.Turn)
		}
	}
	other := func(s *State) { // the new circle of an upgrade, next to another major
		laid(t, "14 D17 0")(s)
		s.Station(Raba, track.Place{Hex: hexOn(t, s, "D17")})
	}
	both := after(t, majorTurn(t, 135, other), "token D17")
	if in := both.Board.In(track.Place{Hex: hexOn(t, s, "D17")}); len(in) != 2 || in[0].Slot == in[1].Slot {
		t.Errorf("stations in D17: %+v", in)
	}
	cases := []struct {
		name     string
		treasury int
		placed   int
		step     Step
	}{
		{"the first costs 40", 40, 0, StepStation},
		{"less is not enough", 39, 0, StepPayout},
		{"the second costs 80", 80, 1, StepStation},
		{"79 are not enough", 79, 1, StepPayout},
		{"there is no third", 500, 2, StepPayout},
	}
	for _, c := range cases {
		s := majorTurn(t, c.treasury, func(s *State) { s.Majors[SIK.Share()].Stations = c.placed })
		expect.Same(t, c.name, s.Company(), SIK)
		expect.Same(t, c.name, s.Turn.Step, c.step)
	}
}

func TestMajorRefusals(t *testing.T) {
	station := func(c Company, hex string, stop int) func(*State) {
		return func(s *State) {
			h, _ := trackword.FindHex(s.World().Map, hex)
			s.Station(c, track.Place{Hex: h, Stop: stop})
		}
	}
	s := majorTurn(t, 135, station(SIK, "E12", 0), station(Raba, "C12", 0))
	for _, c := range []refusalCase{
		{"own station in the hex", s, "token E12.2", "VI.4.2", "station-here", ""},
		{"full", s, "token C12", "VI.4.2", "city-full", ""},
		{"no city", s, "token C14", "VI.4.2", "no-city", ""},
		{"a second one", after(t, majorTurn(t, 200), "token D7"), "token D17", "VI.4.1", "step-over", ""},
		{"too dear", majorTurn(t, 39), "token D17", "VI.4.2", "station-dear", ""},
		{"all placed", majorTurn(t, 500, func(s *State) { s.Majors[SIK.Share()].Stations = 2 }), "token D17", "VI.4.2", "stations-placed", ""},
		{"not in tens", s, "pay 35", "VI.4.3", "pay-tens", "30 40"},
		{"not in tens, at the most", s, "pay 133", "VI.4.3", "pay-tens", "130"},
		{"done without paying", s, "done", "VI.4.1", "must-payout", ""},
		{"more than there is", after(t, s, "pass"), "pay 140", "VI.4.3", "pay-more", ""},
		{"pass without paying", after(t, s, "pass"), "pass", "VI.4.1", "must-payout", ""},
	} {
		t.Run(c.name, c.check)
	}
	for _, line := range []string{"lay 57 H17 1", "scrap 2", "service raba", "run best", "buy 2"} { // a minor's
		if _, refusal, _ := try(s, line); refusal == nil || refusal.Kind != engine.NotUnderstood {
			t.Errorf("%q: %+v", line, refusal)
		}
	}
}

// Few amounts are all listed; of many, the largest and those from which the price moves further.
func TestPayIsListed(t *testing.T) {
	for treasury, want := range map[int]string{
		45:  "pay 40, pay 30, pay 20, pay 10, pay 0",
		235: "pay 230, pay 210, pay 110, pay 60, pay 30, pay 10, pay 0",
	} {
		s := majorTurn(t, treasury)
		got := engine.Each(advise.List(bare, s, s.Actor, "pay", 1, 40).Choices, func(c advise.Found) string {
			return c.Line
		})
		expect.Same(t, fmt.Sprintf("%d Ft", treasury), strings.Join(got, ", "), want)
	}
}
