package view

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/games/g18mag"
	"railpost/engine/rail/track"
)

// A game of usual turns alone ends in the last phase; nothing is usual in the draft; every service bought and
// everything built pays. A recurring turn of a minor (see recurs) is recognised.
func TestUsualTurns(t *testing.T) {
	for _, seats := range level.Of([]int{3}, []int{2, 3, 4}, []int{2, 3, 4, 5, 6}) {
		looked := 0
		end := enginetest.PlayUsual(t, whole, seats, func(p engine.Position, seat engine.Seat, lines []string) {
			s := p.(*g18mag.State)
			if seats == 3 {
				knowsAgain(t, s, seat, lines, &looked)
			}
			if s.Stage == g18mag.Drafting && lines != nil {
				t.Errorf("in the draft %q is usual", lines)
			}
			servicesPay(t, s, lines)
			buildingPays(t, s, lines)
			trainIsBought(t, s, lines)
		}, "lay", "token", "service", "run", "buy", "scrap", "pay", "pass", "done")
		if s := end.(*g18mag.State); s.Phase != len(s.Edition().Phases)-1 {
			t.Errorf("%d seats: the game ends in phase %s", seats, s.PhaseRules().Name)
		}
		if seats == 3 && looked == 0 {
			t.Error("no minor had a turn")
		}
	}
}

// servicesPay holds a turn with services to: the run without them brings less,
// after their price.
func servicesPay(t *testing.T, s *g18mag.State, lines []string) {
	t.Helper()
	first := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "service") })
	if first < 0 {
		return
	}
	c, seat := s.Company(), s.Actor
	total := func(lines []string) int {
		g := &engine.Game{Name: "try", Title: whole, Pos: s, Drawn: map[string]int{}}
		for _, l := range lines {
			r, err := g.Try(seat, l, true)
			expect.NoError(t, err, fmt.Sprintf("%q of %q", l, lines))
			g.Take(seat, r)
			if strings.HasPrefix(l, "run") {
				break
			}
		}
		after := g.Pos.(*g18mag.State)
		return after.Purse(c) + after.Cash.Of(g18mag.Wallet(seat))
	}
	without := slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return strings.HasPrefix(l, "service") })
	if with, plain := total(lines), total(without); with <= plain {
		t.Errorf("%q brings minor and owner to %d, without services %d", lines, with, plain)
	}
}

// behind plays lines and returns the position after those that begin with a
// verb.
func behind(t *testing.T, s *g18mag.State, lines []string, verb string) *g18mag.State {
	t.Helper()
	g := &engine.Game{Name: "try", Title: whole, Pos: s, Drawn: map[string]int{}}
	for _, l := range lines {
		if !strings.HasPrefix(l, verb) {
			break
		}
		r, err := g.Try(s.Actor, l, true)
		expect.NoError(t, err, fmt.Sprintf("%q of %q", l, lines))
		g.Take(s.Actor, r)
	}
	return g.Pos.(*g18mag.State)
}

// buildingPays holds tiles that cost something to: the minor runs for more. A
// terrain token is no small change.
func buildingPays(t *testing.T, s *g18mag.State, lines []string) {
	t.Helper()
	if s.Stage != g18mag.Operating || !s.Company().Minor() {
		return
	}
	c, after := s.Company(), behind(t, s, lines, "lay")
	if s.Purse(c) == after.Purse(c) && s.Minors[c].Tokens == after.Minors[c].Tokens {
		return
	}
	if was, is := bestIncome(withTrain(s, c), c), bestIncome(withTrain(after, c), c); is <= was {
		t.Errorf("%q costs %d Ft, and minor %d runs for %d instead of %d", lines, s.Purse(c)-after.Purse(c), c+1, is, was)
	}
	if saved := after.Purse(g18mag.SIK) - s.Purse(g18mag.SIK); after.Minors[c].Tokens < s.Minors[c].Tokens && s.EndSet == 0 && saved <= cheapTerrain && s.Purse(c) >= g18mag.ExtraTile+saved {
		t.Errorf("%q spends a terrain token for %d Ft", lines, saved)
	}
}

// trainIsBought holds a minor without train to buying one that it can pay, unless
// it cannot run any more.
func trainIsBought(t *testing.T, s *g18mag.State, lines []string) {
	t.Helper()
	if s.Stage != g18mag.Operating || !s.Company().Minor() || len(s.Minors[s.Company()].Trains) > 0 || s.Set == s.EndSet && s.Round == s.Rounds {
		return
	}
	buys := slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "buy") })
	if money := behind(t, s, lines, "lay").Purse(s.Company()); money >= s.Goods().Trains[0].Price && !buys {
		t.Errorf("%q buys no train for %d Ft", lines, money)
	}
}

// TestFaraway: tiles are of use up to the third hex from a station, and as far as the longest train goes.
func TestFaraway(t *testing.T) {
	s := traced(t, "18Mag-3p-314000", 75)
	find := func(name string) track.HexID {
		h, ok := s.World().Map.Find(name)
		if !ok {
			t.Fatalf("there is no hex %s", name)
		}
		return h
	}
	const minor = 0
	s.Board.Stations = []track.Station{{Hex: find("H27"), Owner: g18mag.Owner(minor)}}
	for _, c := range []struct {
		trains []int
		near   []string // in a row from the station
		far    string
	}{
		{nil, []string{"H27", "H25", "H23", "H21"}, "H19"},
		{[]int{2}, []string{"H21"}, "H19"},
		{[]int{4, 2}, []string{"H19"}, "H17"},
	} {
		s.Minors[minor].Trains = c.trains
		for _, name := range c.near {
			expect.True(t, !faraway(s, minor, track.Lay{Hex: find(name)}), "with trains %v %s is too far", c.trains, name)
		}
		expect.True(t, faraway(s, minor, track.Lay{Hex: find(c.far)}), "with trains %v %s is not too far", c.trains, c.far)
	}
}

// knowsAgain: the turn of a minor is the same for any owners, and even after everything else has changed. In
// the last rounds it may depend on the holders of shares. It checks every seventh turn.
func knowsAgain(t *testing.T, s *g18mag.State, seat engine.Seat, lines []string, looked *int) {
	t.Helper()
	part := recurs(s, seat)
	if part == nil {
		if s.Stage == g18mag.Operating && s.Company().Minor() && s.Asking == nil {
			t.Error("a turn of a minor is not known again")
		}
		return
	}
	if *looked++; *looked%7 != 0 {
		return
	}
	seats := engine.Seat(s.Seats)
	other := s.Clone().(*g18mag.State)
	for i := range other.Minors {
		if other.Minors[i].Owner != engine.Nobody {
			other.Minors[i].Owner = (other.Minors[i].Owner + 1) % seats
		}
	}
	other.Actor = (seat + 1) % seats
	for seat := range seats {
		other.Cash.Held[g18mag.Wallet(seat)] = 100 * int(seat)
	}
	slices.Reverse(other.Shares.Held)
	slices.Reverse(other.Market.At)
	known := bytes.Equal(part, recurs(other, other.Actor))
	if !known && !lastRounds(s) {
		t.Errorf("set %d: minor %d is not known again", s.Set, s.Company())
	}
	if again := whole.Usual(other, other.Actor).Lines; known && !slices.Equal(lines, again) {
		t.Errorf("set %d: minor %d plays %q, for another owner %q", s.Set, s.Company(), lines, again)
	}
	other.Cash.Held[other.Account(other.Company())]++
	expect.True(t, !bytes.Equal(part, recurs(other, other.Actor)), "what a minor has does not count")
}
