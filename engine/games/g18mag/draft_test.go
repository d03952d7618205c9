package g18mag

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/stock"
)

// newGame is the position after the set-up, without draws.
func newGame(t *testing.T, seats int, changes ...func(*State)) *State {
	t.Helper()
	s := expect.Get(begin(&engine.Tx{}, seating(seats)))(t)
	for _, change := range changes {
		change(s)
	}
	return s
}

// firstLegal is the first company that the actor may take.
func firstLegal(s *State, from []Company) string {
	for _, c := range from {
		if mayTake(s, c) == nil {
			return "take " + Companies[c].Word
		}
	}
	return ""
}

// TestDraftOrder plays the draft; all take the last minors (V, X).
func TestDraftOrder(t *testing.T) {
	cases := []struct {
		seats    int
		order    string
		priority engine.Seat // afterwards
		passedOn engine.Seat // under pass_on
	}{
		{2, "01100110", 0, 0},
		{3, "012120201012120201", 2, 0},
		{4, "0123123023013012", 3, 0},
		{5, "01234123402340134012", 3, 4},
		{6, "012345123450234501345012", 3, 4},
	}
	for _, c := range cases {
		for _, passOn := range []bool{false, true} {
			s := newGame(t, c.seats, func(s *State) { s.Rules.PassOn = passOn })
			all := slices.Concat(s.Edition().Majors, s.Edition().Minors)
			order := ""
			for s.Stage == Drafting {
				order += fmt.Sprint(s.Actor)
				s = after(t, s, firstLegal(s, all))
			}
			want := c.priority
			if passOn {
				want = c.passedOn
			}
			if order != c.order || s.Priority != want || s.Set != 1 || s.Round != 1 || s.Stage != Operating {
				t.Errorf("%d players, pass on %v: %s, then %s %d.%d with priority %d", c.seats, passOn, order, s.Stage, s.Set, s.Round, s.Priority)
			}
		}
	}
}

// TestDraftEnds checks everybody's property after the draft.
func TestDraftEnds(t *testing.T) {
	for seats := 2; seats <= 6; seats++ {
		s := newGame(t, seats)
		for s.Stage == Drafting {
			s = after(t, s, firstLegal(s, s.Edition().Minors[1:])+firstMajorLeft(s))
		}
		if s.Minors[0].In || slices.Contains(s.Order, 0) || len(s.Board.Stations) != seats*s.Limits().minors {
			t.Errorf("%d players: minor 1 was not drafted and is still in the game: %+v", seats, s.Minors[0])
		}
		for _, c := range s.Edition().Majors {
			if all := s.Shares.Of(c.Share(), stock.Bank) + s.Shares.Sold(c.Share()); all != 100 {
				t.Errorf("%d players: %d %% of %s are left", seats, all, Companies[c].Word)
			}
		}
		expect.Same(t, seats, s.Stage, Operating)
		expect.Same(t, seats, s.Round, 1)
		for seat := range engine.Seat(seats) {
			n := 0
			for _, c := range s.Edition().Minors {
				if s.Minors[c].Owner == seat {
					n++
				}
			}
			percent := 0
			for _, c := range s.Edition().Majors {
				percent += s.Held(c, seat)
			}
			if n != s.Limits().minors || percent != 10*s.Limits().shares || s.Cash.Of(Wallet(seat)) != 0 {
				t.Errorf("%d players: seat %d has %d minors, %d %% and %d Ft", seats, seat, n, percent, s.Cash.Of(Wallet(seat)))
			}
		}
	}
}

// firstMajorLeft is a line after no minor.
func firstMajorLeft(s *State) string {
	if firstLegal(s, s.Edition().Minors[1:]) != "" {
		return ""
	}
	return firstLegal(s, s.Edition().Majors)
}

// TestTake is the result of a pick (V).
func TestTake(t *testing.T) {
	s := after(t, newGame(t, 3), "take 5", "take SIK")
	m := s.Minors[4]
	if m.Owner != 0 || !slices.Equal(m.Trains, []int{2}) || s.Purse(4) != 50 || m.Stations != 1 || m.Tokens != 3 {
		t.Errorf("minor 5 of seat 0: %+v with %d Ft", m, s.Purse(4))
	}
	if st := s.Board.Stations[0]; s.HexName(st.Hex) != "H27" || st.Slot != 0 {
		t.Errorf("its home station: %+v", st)
	}
	if s.Held(SIK, 1) != 10 || s.DirectorOf(SIK) != engine.Nobody || s.Draft.Shares[SIK.Share()] != 0 {
		t.Errorf("seat 1 holds %d %% of SIK, director %d", s.Held(SIK, 1), s.DirectorOf(SIK))
	}
}

// TestTwoSharesMakeADirector: at once, even in the draft (V).
func TestTwoSharesMakeADirector(t *testing.T) {
	s := after(t, newGame(t, 5), "take SIK", "take 1", "take 2", "take 3", "take 4", "take 5", "take 6", "take 7", "take 8")
	expect.Must(t, "seat", s.Actor, 0)
	s = after(t, s, "take SIK")
	expect.Same(t, "director of SIK", s.DirectorOf(SIK), 0)
	expect.Same(t, "certificates", s.Certificates(0), 1)
}

func TestDraftRefusals(t *testing.T) {
	started := after(t, newGame(t, 2), "take 4", "take SIK")
	for _, c := range []refusalCase{
		{"drafted before", started, "take 4", "V", "taken", ""},
		{"both limits", started, "take SIK", "V", "share-gone", ""},
		{"one share with two players", started, "take raba", "V", "shares-full", ""},
		{"minors full", after(t, newGame(t, 2), "take 1", "take 2", "take 3", "take 4", "take 6", "take 7", "take RABA"), "take 11", "V", "minors-full", ""},
	} {
		t.Run(c.name, c.check)
	}
	if _, refusal, _ := try(after(t, started, "take 6"), "sell 1 SIK"); refusal == nil || refusal.Kind != engine.NotUnderstood {
		t.Errorf("a share is sold: %+v", refusal)
	}
	r, refusal, err := try(started, "take 5")
	if refusal == nil || refusal.Kind != engine.NotUnderstood || strings.Contains(strings.Join(refusal.Expected, " "), "4") {
		t.Errorf("minor 5 with two players: %+v, %v, %v", r, refusal, err)
	}
}

// A minor may be named by its home.
func TestTakeByHome(t *testing.T) {
	s := newGame(t, 3)
	for line, want := range map[string]string{
		"take kassa": "take 6", "take Szeged": "take 4", "take pest": "take 1", "take E12": "take 1", "take szabadka": "take 4", "take Buda & Pest": "take 1",
		"take brasso": "take 5", "take Kassa-Oderbergi Vasút": "take 6", "take szk": "take SzKÉV", "take minor 7": "take 7",
	} {
		expect.Same(t, line, played(t, s, line).Line, want)
	}
}
