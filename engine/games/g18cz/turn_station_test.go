package g18cz

import (
	"fmt"
	"slices"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/track"
)

// linked is EKJ at D5 with track to D3, the home of BTE.
func linked(changes ...func(*State)) []func(*State) {
	return append([]func(*State){laid("57 D5 1", "57 D3 1")}, changes...)
}

// TestStations: one in a turn, in a city within reach, for the price of the next one (VIII.6, R34).
func TestStations(t *testing.T) {
	s := turn(t, "EKJ", linked(laid("14 D3 1"))...)
	c := mustCompany("EKJ")
	expect.Same(t, "legal are", lines(s, "token"), []string{"token D3"})
	built := after(t, s, "token D3")
	if got := where(built, "EKJ"); got != "D5.0.0 D3.0.1" || built.Treasury(c) != s.Treasury(c)-40 || !slices.Equal(built.Companies[c].TokenCosts, []int{100}) || built.Turn.Step == StepStation || !built.Turn.Station {
		t.Errorf("stations %s, %d K, left %v, step %s", got, built.Treasury(c), built.Companies[c].TokenCosts, built.Turn.Step)
	}
	// The circle that is kept is BTE's (R55).
	built.Companies[mustCompany("BTE")].In = true
	built = changed(built, placed("BTE", "D3"))
	expect.Same(t, "BTE stands at", where(built, "BTE"), "D3.0.0")
}

func TestStationRefusals(t *testing.T) {
	full := turn(t, "EKJ", linked(laid("14 D3 1"), stations("VBW", "D3"))...)
	for _, c := range []refusalCase{
		{"kept for a home", turn(t, "EKJ", linked()...), "token D3", "VIII.6", "kept"},
		{"all circles taken or kept", full, "token D3", "VIII.6", "kept"},
		{"all circles taken", changed(full, placed("BTE", "D3")), "token D3", "VIII.6", "city-full"},
		{"own station there", full, "token D5", "VIII.6", "station-here"},
		{"own station in the other city", changed(full, laid("8885 B9 0"), stations("EKJ", "B9.1")), "token B9.2", "VIII.6", "station-here"},
		{"not reached", full, "token D17", "VIII.6", "not-reached"},
		{"behind a full city", turn(t, "KFN", laid("57 G20 1", "57 G22 1", "57 G24 1"), stations("VBW", "G22")), "token G24", "VIII.6", "not-reached-blocked"},
		{"turned back", turn(t, "BCB", laid("57 E16 1", "23 E18 4", "57 D17 2")), "token D17", "VIII.6", "not-reached"},
		{"no city", full, "token D7", "VIII.6", "no-city"},
		{"money", turn(t, "EKJ", linked(laid("14 D3 1"), treasury("EKJ", 39))...), "token D3", "VIII.6", "treasury"},
		{"none left", turn(t, "EKJ", linked(func(s *State) { s.Companies[mustCompany("EKJ")].TokenCosts = []int{0} })...), "token D3", "VIII.6", "no-station"},
		{"one in a turn", changed(full, func(s *State) { s.Turn.Station = true }), "token D3", "VIII.6", "one-station"},
		{"too late", changed(full, atStep(StepTrains)), "token D3", "VIII.3", "step-over"},
	} {
		c.check(t)
	}
}

// TestATEFirst: nobody places a station on B9 before ATE (VIII.6); a city that ATE can no longer use is open to all.
func TestATEFirst(t *testing.T) {
	reach := []func(*State){laid("57 D5 3", "9 C6 3", "9 B7 4"), laid("8885 B9 0")}
	s := turn(t, "EKJ", reach...)
	for stop := range 2 {
		p := track.Place{Hex: hexOf(s, "B9"), Stop: stop}
		expect.Fails(t, stop+1, closedTo(s, mustCompany("EKJ"), p), "")
		if err := closedTo(changed(s, func(s *State) { s.Companies[mustCompany("ATE")].Gone = true }), mustCompany("EKJ"), p); err != nil {
			t.Errorf("city %d is closed without ATE: %v", stop+1, err)
		}
		if err := closedTo(changed(s, placed("ATE", "B9.1")), mustCompany("EKJ"), p); (err != nil) != (stop == 0) {
			t.Errorf("city %d with ATE in the first: %v", stop+1, err)
		}
	}
}

// TestKeptCircles: circles of homes stay free through upgrades (VIII.4, VIII.6).
func TestKeptCircles(t *testing.T) {
	s := turn(t, "kk", laid("8889 E12 1"), stations("EKJ", "E12.2"))
	for _, c := range []struct {
		lays string
		want string
	}{{"8891 E12 1", "E12.2.0"}, {"8892 E12 0", "E12.0.2"}, {"8893 E12 0", "E12.0.2"}} {
		s = changed(s, laid(c.lays))
		expect.Same(t, fmt.Sprintf("after %s EKJ stands at", c.lays), where(s, "EKJ"), c.want)
	}
	s = changed(s, placed("NWB", "E12"), placed("BN", "E12"))
	if bn, nwb := where(s, "BN"), where(s, "NWB"); bn != "E12.0.0" || nwb != "E12.0.1" {
		t.Errorf("BN %s, NWB %s", bn, nwb)
	}
	gone := turn(t, "kk", laid("8889 E12 1"), stations("EKJ", "E12.2"), func(s *State) { s.Companies[mustCompany("BN")].Gone = true }, laid("8891 E12 1", "8892 E12 0"))
	expect.Same(t, "without BN EKJ stands at", where(gone, "EKJ"), "E12.0.0")
}
