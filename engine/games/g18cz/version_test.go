package g18cz

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// versionOne has a game decided as version 1 did.
func versionOne(s *State) { s.Version = 0 }

// TestSideInReserve: if cards of the reserve show different sides, "of" chooses one; the other may rust or not
// (VIII.10, VIII.12).
func TestSideInReserve(t *testing.T) {
	mixed := func(s *State) { s.Reserve = cards("4+4f 4Ef") }
	at := func(kind string, changes ...func(*State)) *State {
		return buyer(t, "SX", append([]func(*State){reaches(kind), treasury("SX", 3000), owns("SX", "3Ee"), mixed}, changes...)...)
	}
	sx := func(changes ...func(*State)) *State { return at("i", changes...) }
	expect.Same(t, "listed", lines(sx(), "buy 4f"), []string{"buy 4f", "buy 4f of 4Ef"})
	expect.Same(t, "version 1 lists", lines(sx(versionOne), "buy 4f"), []string{"buy 4f"})
	for _, c := range []struct{ line, want, rest, later string }{ // later: the reserve once an 8E was bought
		{"buy 4f", "buy 4f", "4Ef", ""},
		{"buy 4f of 4+4f", "buy 4f", "4Ef", ""},
		{"buy 4f of 4Ef", "buy 4f of 4Ef", "4+4f", "4+4f"},
		{"buy 4f of 4Ef from reserve for 250", "buy 4f of 4Ef", "4+4f", "4+4f"},
		{"buy 4Ef", "buy 4Ef", "4+4f", "4+4f"},
		{"buy 4Ef of 4+4f", "buy 4Ef of 4+4f", "4Ef", ""},
	} {
		r := played(t, sx(), c.line)
		s := r.Pos.(*State)
		expect.Same(t, c.line, r.Line, c.want)
		expect.Same(t, c.line, names(s.Reserve), c.rest)
		reaches("j")(s)
		s = after(t, s, "buy 8Ej")
		expect.Same(t, c.line+": reserve", names(s.Reserve), c.later)
	}
	depot := at("f")
	expect.Same(t, "beside the depot listed", lines(depot, "buy 4f"), []string{"buy 4f", "buy 4f from reserve", "buy 4f of 4Ef"})
	expect.Same(t, "beside the depot the reserve keeps", names(after(t, depot, "buy 4f of 4+4f").Reserve), "4Ef")
	for _, c := range []refusalCase{
		{"no such card", sx(), "buy 4f of 4f", "VIII.10", "side-reserve"},
		{"not the reserve", depot, "buy 4f of 4Ef from depot", "VIII.10", "side-seller"},
	} {
		c.check(t)
	}
	for name, s := range map[string]*State{"a side of another card": sx(), "version 1": sx(versionOne)} {
		line := map[string]string{"a side of another card": "buy 4f of 3d", "version 1": "buy 4f of 4Ef"}[name]
		refused(t, []any{name, line}, s, line)
	}
}

// TestLateExcessOfOthers: with late_excess_check the public engine asks nobody for
// excess trains while somebody may be taken over; version 1 let only the corporation
// that operates wait (VIII.12).
func TestLateExcessOfOthers(t *testing.T) {
	crowd := func(changes ...func(*State)) *State {
		s := merger(t, append([]func(*State){
			under(func(r *Rulings) { r.LateExcess, r.NoConsent = true, true }), founded(3, "VBW", 50, 50), founded(2, "KFN", 60, 60),
			owns("KFN", "3+3d 3+3d 3d 3d"), owns("EKJ", "3d"), func(s *State) { s.Overlooked = true },
		}, changes...)...)
		return after(t, s, "acquire EKJ for 70", "pass") // keeps the received trains
	}
	kfn := mustCompany("KFN")
	s := crowd()
	if q, _ := s.Question(); q != NoQuestion || s.Turn.Step != StepTakeOver || s.Actor() != 0 {
		t.Fatalf("asked %s at %s of seat %d", q, s.Turn.Step, s.Actor())
	}
	s = after(t, s, "pass")
	if q, c := s.Question(); q != AskExcess || c != kfn || s.Actor() != 2 {
		t.Errorf("behind the step asked %s of %d, seat %d", q, c, s.Actor())
	}
	if s = after(t, s, "discard 3d"); s.Turn.Step != StepTrains || s.Actor() != 0 || names(s.Reserve) != "3d" {
		t.Errorf("then %s, seat %d, reserve %s", s.Turn.Step, s.Actor(), names(s.Reserve))
	}
	if q, c := crowd(versionOne).Question(); q != AskExcess || c != kfn {
		t.Errorf("version 1 asked %s of %d", q, c)
	}
}

// TestSameCityFirst: of two stations in a city the buyer's is removed before a question about another hex; the
// other one takes the lowest free circle (VIII.9).
func TestSameCityFirst(t *testing.T) {
	both := func(changes ...func(*State)) *State {
		s := merger(t, append([]func(*State){
			under(func(r *Rulings) { r.NoConsent = true }), laid("57 D5 1", "14 D5 1", "8885 B9 0"), func(s *State) {
				i, _ := s.Board.Own(Owner(mustCompany("EKJ")), hexOf(s, "D5"))
				s.Board.GiveStation(i, Owner(mustCompany("EKJ")), 1)
			}, stations("BTE", "D5 B9.1"), stations("EKJ", "B9.2"),
		}, changes...)...)
		return after(t, s, "acquire EKJ for 70")
	}
	sorted := func(s *State, id string) string {
		list := strings.Fields(where(s, id))
		slices.Sort(list)
		return strings.Join(list, " ")
	}
	s, first := both(), both(versionOne)
	for _, c := range []struct {
		name            string
		s               *State
		buyer, bought   string
		left, leftAfter int
	}{
		{"version 2", s, "B9.0.0 D3.0.0", "B9.1.0 D5.0.1", 3, 6},
		{"version 1", first, "B9.0.0 D3.0.0 D5.0.0", "B9.1.0 D5.0.1", 2, 6},
	} {
		charter := func(s *State) int { return len(s.Companies[mustCompany("BTE")].TokenCosts) }
		if q, _ := c.s.Question(); q != AskDoubled || sorted(c.s, "BTE") != c.buyer || sorted(c.s, "EKJ") != c.bought || charter(c.s) != c.left {
			t.Errorf("%s: asked %s; BTE at %s, EKJ at %s; %d left", c.name, q, sorted(c.s, "BTE"), sorted(c.s, "EKJ"), charter(c.s))
		}
		s := after(t, c.s, "remove B9.2")
		if got := sorted(s, "BTE"); got != "B9.0.0 D3.0.0 D5.0.0" || charter(s) != c.leftAfter {
			t.Errorf("%s: in the end BTE at %s, %d left", c.name, got, charter(s))
		}
	}
}

// TestVersionOfGames: new games are of version 3; positions of old ones, which were kept, have no number.
func TestVersionOfGames(t *testing.T) {
	for version, want := range map[int]int{0: 3, 1: 0, 2: 2, 3: 3} {
		setup := seating(3)
		setup.Version = version
		g, _ := expect.Get2(engine.Begin("g", bare, setup, make([]string, 3), engine.Seed("a seed")))(t)
		expect.Same(t, fmt.Sprintf("a game begun with version %d has", version), g.Pos.(*State).Version, want)
	}
}
