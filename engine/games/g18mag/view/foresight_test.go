package view

import (
	"bytes"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18mag"
)

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
