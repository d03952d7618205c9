package g18mag

import (
	"strings"
	"testing"

	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/track"
)

// A whole turn in one mail: a later step's order declines the open steps before it (VI.3.1). Each line with its
// reports.
func TestTurnInOneMail(t *testing.T) {
	for _, c := range []struct {
		name  string
		s     *State
		turns [][2]string // line in the log, reports
		given []string    // lines as written; nil: as in the log
	}{
		{
			name: "first turn",
			s:    turnOf(t, 3, 10),
			turns: [][2]string{
				{"lay 57 H17 G16-I18", "lay"},
				{"lay 57 G16 F15-H17", "extra-tile"},
				{"run G16-H17", "declined run"},
			},
			given: []string{"lay 57 H17 G16-I18", "lay 57 G16 F15-H17", "run best"},
		},
		{
			name: "station, then trains",
			s:    turnOf(t, 3, 10, southTrack(t), owns(250, 2)),
			turns: [][2]string{
				{"token G16", "declined station"},
				{"run G16-H17", "run"},
				{"buy 3", "buy phase"},
			},
		},
		{
			name: "pass declines one step",
			s:    turnOf(t, 3, 6, laid(t, "57 B17 0"), owns(50, 2)),
			turns: [][2]string{
				{"pass", "declined"},
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := c.s
			for i, turn := range c.turns {
				line := turn[0]
				if c.given != nil {
					line = c.given[i]
				}
				r := played(t, s, line)
				if got := said(r.Reports); r.Line != turn[0] || !strings.HasPrefix(got, turn[1]) {
					t.Errorf("%q is %q and reports %q, not %q and %q", line, r.Line, got, turn[0], turn[1])
				}
				s = r.Pos.(*State)
			}
		})
	}
}

// Running cannot be left out (VI.3.1 step 4).
func TestRunFirst(t *testing.T) {
	s := turnOf(t, 3, 10, southTrack(t), owns(250, 2))
	for _, c := range []refusalCase{
		{name: "buy", s: s, line: "buy 3", rule: "VI.3.1", key: "must-run"},
		{name: "done", s: s, line: "done", rule: "VI.3.1", key: "must-run"},
		{name: "pass", s: turnOf(t, 3, 10, southTrack(t), atStep(StepRun)), line: "pass", rule: "VI.3.1", key: "must-run"},
		{name: "no train", s: turnOf(t, 3, 10, southTrack(t), owns(50)), line: "run best", rule: "VI.3.6", key: "no-train"},
	} {
		t.Run(c.name, c.check)
	}
}

// Half of the revenue to the owner, half to the treasury, mine money to the
// treasury alone (VI.3.7). The examples of the rules: minor 13 in yellow with the
// red bonus earns 60; minor 6 with a mine.
func TestIncome(t *testing.T) {
	red := turnOf(t, 3, 13, laid(t, "57 I2 2"), atStep(StepRun))
	s := after(t, red, "service raba", "run best")
	if c := s.Order[0]; s.Cash.Held[0] != 30 || s.Purse(c) != 50-10+30 || s.Runs[0].Revenue != 60 {
		t.Errorf("minor 13: owner %d, treasury %d, %+v", s.Cash.Held[0], s.Purse(c), s.Runs)
	}
	if next := after(t, s, "done"); next.At != 1 || len(next.Turn.Services) > 0 {
		t.Errorf("the next turn has the services %v", next.Turn.Services)
	}
	mine := turnOf(t, 3, 6, laid(t, "57 B17 0", "57 C16 0"), atStep(StepRun))
	s = after(t, mine, "service snw", "run best")
	if c := s.Order[0]; s.Cash.Held[2] != 20 || s.Purse(c) != 50-10+20+30 || s.Runs[0].Mine != 30 {
		t.Errorf("minor 6: owner %d, treasury %d, %+v", s.Cash.Held[2], s.Purse(c), s.Runs)
	}
}

// Without a possible run, an order to run is read, not listed, and only declines the steps before it.
func TestNothingRuns(t *testing.T) {
	base := turnOf(t, 3, 10, owns(9, 2))
	for _, line := range []string{"run best", "run nothing"} {
		r, refusal, err := try(base, line)
		if err != nil || refusal != nil || r.Line != "run nothing" {
			t.Fatalf("%q: %v, %v, %v", line, r, refusal, err)
		}
		s := r.Pos.(*State)
		if said(r.Reports) != "declined run-nothing" || s.Turn.Step != StepTrains || len(s.Runs) != 0 {
			t.Errorf("%q reports %s; %+v, %+v", line, said(r.Reports), s.Turn, s.Runs)
		}
	}
	if list := advise.List(bare, base, base.Actor, "run", 0, 0); len(list.Choices) > 0 {
		t.Errorf("%q is listed", list.Choices[0].Line)
	}
}

// Which step is asked next (VI.3.1, R-13).
func TestStepsAsked(t *testing.T) {
	for _, c := range []struct {
		name string
		s    *State
		line string
		next Step
	}{
		{"the second tile needs 10 Ft", turnOf(t, 3, 10, owns(10, 2)), "lay 57 H17 1", StepTrack},
		{"less than 10 Ft", turnOf(t, 3, 10, owns(9, 2)), "lay 57 H17 1", StepScrap},
		{"a station to place", turnOf(t, 3, 10, southTrack(t), owns(40, 2)), "pass", StepStation},
		{"no money for a station", turnOf(t, 3, 10, southTrack(t), owns(39, 2)), "pass", StepScrap},
		{"nothing reached", turnOf(t, 3, 10, owns(40, 2)), "pass", StepScrap},
		{"no train, and one for sale", turnOf(t, 3, 10, southTrack(t), owns(1)), "pass", StepTrains},
		{"running", turnOf(t, 3, 10, southTrack(t), owns(9, 2), atStep(StepScrap)), "pass", StepRun},
		{"no route", turnOf(t, 3, 10, owns(9, 2), atStep(StepScrap)), "pass", StepTrains},
	} {
		s := after(t, c.s, c.line)
		expect.Same(t, c.name, s.At, 0)
		expect.Same(t, c.name, s.Turn.Step, c.next)
	}
	expect.Same(t, "without money and train", after(t, turnOf(t, 3, 10, southTrack(t), owns(0)), "pass").At, 1)
	for _, line := range []string{"pass", "done"} { // buying is optional (VI.3.8)
		if s := after(t, turnOf(t, 3, 10, southTrack(t), owns(400), atStep(StepTrains)), line); s.At != 1 || len(s.Minors[9].Trains) > 0 {
			t.Errorf("%s, with money and without train: company %d, trains %v", line, s.At, s.Minors[9].Trains)
		}
	}
}

// Verbs of steps that are over are read, refused and not listed.
func TestStepsOver(t *testing.T) {
	s := turnOf(t, 3, 10, southTrack(t), owns(100, 2), atStep(StepTrains))
	for _, line := range []string{"lay 57 H17 1", "token G16", "scrap 2", "run best", "service raba"} {
		refusalCase{s: s, line: line, rule: "VI.3.1", key: "step-over"}.check(t)
	}
	for _, c := range advise.List(bare, s, s.Actor, "", 0, 0).Choices {
		if verb, _, _ := strings.Cut(c.Line, " "); verb != "buy" && verb != "pass" && verb != "done" {
			t.Errorf("%q is listed", c.Line)
		}
	}
}

// The refusal of a step that was passed over as impossible names the obstacle, not that it is over.
func TestStepsPassedOver(t *testing.T) {
	laidOne := func(n int) func(*State) { return func(s *State) { s.Turn.Laid = n } }
	at := atStep(StepTrains)
	for _, c := range []refusalCase{
		{name: "no money for a station", s: turnOf(t, 3, 10, southTrack(t), owns(0, 2), at), line: "token G16", rule: "VI.3.4", key: "station-dear"},
		{name: "no station left", s: turnOf(t, 3, 10, southTrack(t), owns(200, 2), stationAt(10, "C12", 0), stationAt(10, "C16", 0), at), line: "token G16", rule: "VI.3.4", key: "stations-placed"},
		{name: "two tiles", s: turnOf(t, 3, 10, owns(100, 2), laidOne(2), at), line: "lay 57 H17 1", rule: "VI.3.2", key: "tiles-laid"},
		{name: "no money for a second tile", s: turnOf(t, 3, 10, owns(9, 2), laidOne(1), at), line: "lay 57 H17 1", rule: "VI.3.2", key: "tile-dear"},
		{name: "nothing to scrap", s: turnOf(t, 3, 10, owns(100), at), line: "scrap 2", rule: "VI.3.6", key: "no-train"},
		{name: "nothing to run", s: turnOf(t, 3, 10, owns(100), at), line: "run best", rule: "VI.3.6", key: "no-train"},
	} {
		t.Run(c.name, c.check)
	}
}

// southTrack is a line of track from Temesvár (H17, minor 10) to Arad (G16), with
// Karánsebes' H19 beyond.
func southTrack(t *testing.T) func(*State) { return laid(t, "57 H17 2", "57 G16 2", "9 F15 2") }

func TestStation(t *testing.T) {
	for _, c := range []struct {
		name             string
		s                *State
		line, want       string
		minor, skev, out int // purses, and the bank's receipts
	}{
		{"first", turnOf(t, 3, 10, southTrack(t), atStep(StepStation), owns(100, 2)), "token G16", "token G16", 60, 20, 20},
		{"by place and number", turnOf(t, 3, 10, southTrack(t), atStep(StepStation), owns(100, 2)), "station in g16.1", "token G16", 60, 20, 20},
		{"one only, although E14 is reached", turnOf(t, 3, 10, southTrack(t), laid(t, "57 E14 2"), atStep(StepStation), owns(200, 2)), "token G16", "token G16", 160, 20, 20},
		{"second", turnOf(t, 3, 10, southTrack(t), laid(t, "57 G14 0"), stationAt(10, "G14", 0), atStep(StepStation), owns(100, 2)), "token G16", "token G16", 20, 40, 40},
	} {
		t.Run(c.name, func(t *testing.T) {
			bank := c.s.Cash.Bank
			r, refusal, err := try(c.s, c.line)
			if err != nil || refusal != nil || r.Line != c.want {
				t.Fatalf("%q: %v, %v, %v", c.line, r, refusal, err)
			}
			s := r.Pos.(*State)
			expect.Same(t, "minor, SzKÉV and the bank",
				[3]int{s.Purse(9), s.Purse(szKEV), s.Cash.Bank - bank}, [3]int{c.minor, c.skev, c.out})
			expect.Same(t, "the step is", s.Turn.Step, StepScrap)
			if _, ok := s.Board.Own(track.Owner(9), hexOn(t, s, "G16")); !ok {
				t.Error("no station stands on G16")
			}
		})
	}
}

// A hex with two cities: the number may be omitted if only one city is possible.
func TestStationInTwoCities(t *testing.T) {
	two := laid(t, "57 H17 2", "57 G16 1", "L32 G14 2", "8858 G14 4")
	s := turnOf(t, 3, 10, two, atStep(StepStation), owns(100, 2))
	legal := map[string]bool{}
	for _, p := range s.StationPlaces() {
		legal[s.StopName(p)] = true
	}
	for name := range legal {
		expect.Same(t, "token "+name, played(t, s, "token "+name).Line, "token "+name)
	}
	refusalCase{s: s, line: "token G14.3", rule: "VI.3.4", key: "which-city", expected: "G14.1 G14.2"}.check(t)
}

func TestStationRefusals(t *testing.T) {
	at := atStep(StepStation)
	rich := owns(100, 2)
	full := func(s *State) { s.Station(SIK, track.Place{Hex: hexOn(t, s, "G16")}) }
	for _, c := range []refusalCase{
		{name: "no city", s: turnOf(t, 3, 10, southTrack(t), at, rich), line: "token F15", rule: "VI.3.4", key: "no-city"},
		{name: "red area", s: turnOf(t, 3, 10, southTrack(t), at, rich), line: "token J15", rule: "VI.3.4", key: "no-city"},
		{name: "own station", s: turnOf(t, 3, 10, southTrack(t), at, rich), line: "token H17", rule: "VI.3.4", key: "station-here"},
		{name: "not reached", s: turnOf(t, 3, 10, southTrack(t), at, rich), line: "token E10", rule: "VI.3.4", key: "not-reached"},
		{name: "not reached, blocked", s: turnOf(t, 3, 10, southTrack(t), laid(t, "57 E14 2"), full, at, rich), line: "token E14", rule: "VI.3.4", key: "not-reached-blocked"},
		{name: "turned back", s: turnOf(t, 3, 10, southTrack(t), laid(t, "25 F15 3", "57 F13 1"), at, rich), line: "token F13", rule: "VI.3.4", key: "not-reached"},
		{name: "full", s: turnOf(t, 3, 10, southTrack(t), full, at, rich), line: "token G16", rule: "VI.3.4", key: "city-full"},
		{name: "too dear", s: turnOf(t, 3, 10, southTrack(t), at, owns(39, 2)), line: "token G16", rule: "VI.3.4", key: "station-dear"},
		{name: "second too dear", s: turnOf(t, 3, 10, southTrack(t), stationAt(10, "E10", 0), at, owns(79, 2)), line: "token G16", rule: "VI.3.4", key: "station-dear"},
		{name: "all placed", s: turnOf(t, 3, 10, southTrack(t), stationAt(10, "C12", 0), stationAt(10, "C16", 0), at, rich), line: "token G16", rule: "VI.3.4", key: "stations-placed"},
		{name: "too late", s: turnOf(t, 3, 10, southTrack(t), atStep(StepScrap), rich), line: "token G16", rule: "VI.3.1", key: "step-over"},
	} {
		t.Run(c.name, c.check)
	}
}
