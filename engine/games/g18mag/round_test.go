package g18mag

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// inRound is an operating round of a set in a phase, about to end: no company is in play, so that the rest runs
// by itself.
func inRound(t *testing.T, seats, phase, set, round int, changes ...func(*State)) *State {
	t.Helper()
	s := newGame(t, seats, inPhase(phase))
	s.Draft, s.Stage, s.Set, s.Round, s.Rounds = Draft{}, Operating, set, round, s.PhaseRules().Rounds
	for c := range s.Minors {
		s.Minors[c] = Minor{Owner: engine.Nobody}
	}
	for _, change := range changes {
		change(s)
	}
	return s
}

// TestOrder: minors by number, majors by price, on one space the upper first (VI.1).
func TestOrder(t *testing.T) {
	s := newGame(t, 3)
	for _, c := range []Company{9, 2, 0} {
		s.Minors[c].Owner = 0
	}
	for c := range s.Minors {
		s.Minors[c].In = s.Minors[c].Owner == 0
	}
	s.Draft = Draft{}
	priced(SIK, 70)(s)
	expect.NoError(t, beginSet(s, &engine.Tx{Pos: s}))
	names := engine.Each(s.Order, func(c Company) string { return Companies[c].Word })
	// Start prices: 60 RÁBA G&C, 65 SNW, 70 SzKÉV LdStEG SIK, 75 MÁVAG.
	expect.Same(t, "the order", strings.Join(names, " "), "1 3 10 MÁVAG SzKÉV LdStEG SIK SNW RÁBA G&C")
}

// history plays on with sales of trains in rounds "set.round: size" until the game
// is over, and writes down the rounds with the phase at their end.
func history(t *testing.T, s *State, sold map[string]int) string {
	t.Helper()
	var out []string
	tx := &engine.Tx{Pos: s}
	for range 60 {
		if s.Stage == Over {
			return strings.Join(out, " ")
		}
		at := fmt.Sprintf("%d.%d", s.Set, s.Round)
		if size := sold[at]; size > 0 {
			expect.NoError(t, soldByBank(s, tx, size))
		}
		noTrainSold(s, tx)
		out = append(out, at+s.PhaseRules().Name[:2])
		switch {
		case s.Round < s.Rounds:
			s.Round++
		case s.Set == s.EndSet:
			s.Stage = Over
		default:
			s.Set, s.Round, s.Rounds = s.Set+1, 1, s.PhaseRules().Rounds
		}
		s.Sold = false
	}
	return strings.Join(out, " ") + " ..."
}

// TestPhases: the first train of each pile opens a phase, cuts the set short, and
// the last one brings one more set of three (VI.3.9, IX, X).
func TestPhases(t *testing.T) {
	cases := []struct {
		name  string
		seats int
		sold  map[string]int
		want  string
	}{
		{"any order of piles, a second train does nothing", 3,
			map[string]int{"1.1": 6, "2.1": 6, "2.2": 2, "3.1": 3, "4.1": 3, "4.2": 2, "5.1": 2, "5.2": 4},
			"1.1gr 2.1gr 2.2gr 3.1br 4.1br 4.2br 5.1br 5.2gr 6.1gr 6.2gr 6.3gr"},
		{"the last phase in the first round of a set", 4,
			map[string]int{"1.1": 3, "2.1": 4, "3.1": 6},
			"1.1gr 2.1br 3.1gr 4.1gr 4.2gr 4.3gr"},
		{"two players: brown ends it", 2,
			map[string]int{"1.1": 4, "2.1": 2, "2.2": 2, "3.1": 3},
			"1.1gr 2.1gr 2.2gr 3.1br 4.1br 4.2br 4.3br"},
	}
	for _, c := range cases {
		expect.Same(t, c.name, history(t, inRound(t, c.seats, 0, 1, 1), c.sold), c.want)
	}
}

// TestMinorsStay: no phase takes a minor, its money or a train (III.3.2, VI.3.5).
func TestMinorsStay(t *testing.T) {
	s := turnOf(t, 3, 10, owns(1000, 2), atStep(StepTrains), func(s *State) { s.Minors[0].Trains = nil })
	order := fmt.Sprint(s.Order)
	for _, size := range []int{3, 4, 6} {
		expect.NoError(t, soldByBank(s, &engine.Tx{Pos: s}, size))
	}
	expect.Same(t, "name", s.PhaseRules().Name, "gray")
	expect.Same(t, "order", fmt.Sprint(s.Order), order)
	for i, m := range s.Minors {
		if !m.In || m.Owner == engine.Nobody || m.Stations != 1 || i > 0 && !slices.Equal(m.Trains, []int{2}) || s.Purse(Company(i)) < 50 {
			t.Errorf("minor %d: %+v", i+1, m)
		}
	}
}

// TestRoundsApart: shares are traded in stock rounds, companies act in operating rounds (IV).
func TestRoundsApart(t *testing.T) {
	own := []func(*State){shares(0, "SIK 30"), money(0, 500)}
	for _, c := range []struct {
		s     *State
		lines string
	}{
		{turnOf(t, 3, 10, own...), "sell 1 SIK,buy SIK"},
		{majorTurn(t, 135, own...), "sell 1 SIK,buy SIK"},
		{inStock(t, 3, own...), "lay 57 H17 1,run best,buy 2,pay 10,token G14"},
	} {
		for line := range strings.SplitSeq(c.lines, ",") {
			if _, refusal, _ := try(c.s, line); refusal == nil || refusal.Kind != engine.NotUnderstood {
				t.Errorf("%s: %q: %+v", c.s.Stage, line, refusal)
			}
		}
	}
}

// TestNoTrainSold is VI.4.3 by the text and as the public engine reads it.
func TestNoTrainSold(t *testing.T) {
	consecutive := func(s *State) { s.Rules.Consecutive = true }
	late := func(s *State) { s.Rules.LateEnd = true }
	cases := []struct {
		name    string
		changes []func(*State)
		sold    map[string]int
		want    string
	}{
		{"the third marker works as a sale", nil, nil,
			"1.1ye 2.1ye 3.1gr 4.1gr 4.2gr 5.1br 6.1br 6.2br 7.1gr 8.1gr 8.2gr 8.3gr"},
		{"a sale between takes no marker away, but that of its own pile", nil,
			map[string]int{"2.1": 2, "4.1": 4, "4.2": 2, "5.1": 3},
			"1.1ye 2.1ye 3.1ye 4.1gr 5.1br 6.1br 6.2br 7.1gr 8.1gr 8.2gr 8.3gr"},
		{"in succession", []func(*State){consecutive},
			map[string]int{"3.1": 2},
			"1.1ye 2.1ye 3.1ye 4.1ye 5.1ye 6.1gr 7.1gr 7.2gr 8.1br 9.1br 9.2br 10.1gr 11.1gr 11.2gr 11.3gr"},
		{"in succession no pile is used up", []func(*State){consecutive},
			map[string]int{"4.1": 3, "5.1": 4},
			"1.1ye 2.1ye 3.1gr 4.1br 5.1gr 6.1gr 6.2gr 6.3gr"},
		{"the end is noticed late", []func(*State){consecutive, late},
			map[string]int{"4.1": 3},
			"1.1ye 2.1ye 3.1gr 4.1br 5.1br 5.2br 6.1gr 7.1gr 7.2gr 7.3gr 8.1gr 8.2gr 8.3gr"},
		{"but not the end by a sale", []func(*State){consecutive, late},
			map[string]int{"4.1": 3, "5.1": 4},
			"1.1ye 2.1ye 3.1gr 4.1br 5.1gr 6.1gr 6.2gr 6.3gr"},
	}
	for _, c := range cases {
		expect.Same(t, c.name, history(t, inRound(t, 3, 0, 1, 1, c.changes...), c.sold), c.want)
	}
}

// TestEndOfRound: the steps after a round (IV, IX).
func TestEndOfRound(t *testing.T) {
	cases := []struct {
		name       string
		set, round int
		endSet     int
		want       string
	}{
		{"another round", 3, 1, 0, "operating 3.2"},
		{"a stock round", 3, 2, 0, "stock 4.0"},
		{"the last stock round", 3, 2, 4, "stock 4.0"},
		{"another of the last rounds", 4, 1, 4, "operating 4.2"},
		{"the end", 4, 2, 4, "over 4.2"},
	}
	for _, c := range cases {
		s := inRound(t, 3, 1, c.set, c.round, money(0, 1000), shares(0, "SIK 20"), func(s *State) {
			s.EndSet, s.Cash.Held[s.Account(SIK)] = c.endSet, 100
		})
		expect.NoError(t, endRound(s, &engine.Tx{Pos: s}))
		expect.Same(t, c.name, fmt.Sprintf("%s %d.%d", s.Stage, s.Set, s.Round), c.want)
	}
}

// TestScores: cash and shares at market price, but not the minors' property; equal scores share the place (IX.2).
func TestScores(t *testing.T) {
	minor := func(s *State) { s.Minors[0].Owner, s.Minors[0].Trains, s.Cash.Held[s.Account(0)] = 1, []int{6}, 500 }
	s := newGame(t, 3, minor, money(0, 100), money(1, 20), money(2, 300), shares(0, "SIK 20"), shares(1, "SIK 30"), priced(SIK, 80))
	got := engine.Each(bare.Scores(s), func(sc engine.Score) string {
		return fmt.Sprintf("%d: %d. with %d", sc.Seat, sc.Rank, sc.Points)
	})
	expect.True(t, slices.Equal(got, []string{"2: 1. with 300", "0: 2. with 260", "1: 2. with 260"}), "%q", got)
}

// TestAgreedEnd is R-39: only where a game came from the public site.
func TestAgreedEnd(t *testing.T) {
	if _, refusal, _ := try(newGame(t, 3), "end game"); refusal == nil {
		t.Error("a game is ended although the table did not agree on it")
	}
	s := after(t, newGame(t, 3, func(s *State) { s.Rules.AgreedEnd = true }), "take 1", "end game")
	if !s.Over() || !s.Quit || s.Prompts(0) != nil {
		t.Errorf("%s", s.Stage)
	}
}

// TestSeating is II.4: a round table, the first seat has the PD. One to six play (I).
func TestSeating(t *testing.T) {
	seen := map[string]bool{}
	for i := range 40 {
		g, _ := expect.Get2(engine.Begin("seating", bare, engine.Setup{Seats: 4}, nil, engine.Seed(fmt.Sprint(i))))(t)
		s := g.Pos.(*State)
		seen[fmt.Sprint(s.Table)] = true
		if s.Priority != s.Table[0] || s.Actor != s.Table[0] || left(s, s.Table[3]) != s.Table[0] || left(s, s.Table[1]) != s.Table[2] {
			t.Errorf("%v: priority %d, seat %d acts", s.Table, s.Priority, s.Actor)
		}
	}
	for seats, want := range []bool{false, true, true, true, true, true, true, false} {
		if _, err := engine.CheckSetup(bare, engine.Setup{Seats: seats}); (err == nil) != want {
			t.Errorf("%d players: %v", seats, err)
		}
	}
	expect.True(t, len(seen) >= 10, "40 games have %d seatings", len(seen))
}
