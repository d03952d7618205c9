package g18mag

import (
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/track"
)

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
