package view

import (
	"bytes"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/games/g18mag"
)

// The turn of a minor is the same whoever owns what, and not after all else has changed. In the last
// rounds it may depend on who holds which shares.
func TestRecurs(t *testing.T) {
	looked := 0
	enginetest.PlayUsual(t, whole, 3, func(p engine.Position, seat engine.Seat, lines []string) {
		s := p.(*g18mag.State)
		part := View{}.Recurs(s, seat)
		if part == nil {
			if s.Stage == g18mag.Operating && s.Company().Minor() && s.Asking == nil {
				t.Error("a turn of a minor is not known again")
			}
			return
		}
		if looked++; looked%7 != 0 {
			return
		}
		other := s.Clone().(*g18mag.State)
		for i := range other.Minors {
			if other.Minors[i].Owner != engine.Nobody {
				other.Minors[i].Owner = (other.Minors[i].Owner + 1) % 3
			}
		}
		other.Actor = (seat + 1) % 3
		for seat := range engine.Seat(3) {
			other.Cash.Held[g18mag.Wallet(seat)] = 100 * int(seat)
		}
		slices.Reverse(other.Shares.Held)
		slices.Reverse(other.Market.At)
		known := bytes.Equal(part, View{}.Recurs(other, other.Actor))
		if !known && !lastRounds(s) {
			t.Errorf("set %d: minor %d is not known again", s.Set, s.Company())
		}
		if again := whole.Usual(other, other.Actor).Lines; known && !slices.Equal(lines, again) {
			t.Errorf("set %d: minor %d plays %q, for another owner %q", s.Set, s.Company(), lines, again)
		}
		other.Cash.Held[other.Account(other.Company())]++
		if bytes.Equal(part, View{}.Recurs(other, other.Actor)) {
			t.Error("what a minor has does not count")
		}
	}, "lay", "token", "service", "run", "buy", "scrap", "pay", "pass", "done")
	if looked == 0 {
		t.Error("no minor had a turn")
	}
}
