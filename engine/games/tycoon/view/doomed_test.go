package view

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
	"railpost/engine/rail/hex"
)

// TestDoomed: an incomplete link is said to be lost if no action is left, if other track blocks it, or if no
// way of one last action completes it; but not if one does, or if a card may give more actions.
func TestDoomed(t *testing.T) {
	count := map[string]int{}
	growths(t, func(t *testing.T, s *tycoon.State, _ *rand.Rand) {
		g := acting(t, s.Seats, nil)
		for c := range s.Book().Cities {
			for way := range 36 { // of one track
				p := tycoon.FromCity(tycoon.City(c), tycoon.Way("").Then(hex.Edge(way/6)).Then(hex.Edge(way%6)))
				if bill, err := s.Check(0, p, tycoon.Use{}); err == nil && !bill.Completes() {
					g.Pos = s
					doomedIn(t, count, g, s.BuildLine(p, tycoon.Use{}))
				}
			}
		}
	})
	for _, why := range []string{"", key.DoomedOf + "late", key.DoomedOf + "blocked", key.DoomedOf + "far"} {
		expect.True(t, count[why] != 0, "no position with %q: %v", why, count)
	}
}

// doomedIn compares the verdicts on an incomplete link in all rounds, with a card that gives actions and without.
func doomedIn(t *testing.T, count map[string]int, g *engine.Game, line string) {
	t.Helper()
	s := g.Pos.(*tycoon.State)
	executive := slices.IndexFunc(s.Book().Cards, func(c tycoon.Card) bool { return c.Kind == tycoon.RailroadExecutive })
	for round := 1; round <= tycoon.Rounds; round++ {
		for _, up := range [][]int{nil, {executive}} {
			s.Round, s.Up = round, up
			r, err := g.Try(0, line, true)
			expect.NoError(t, err, line)
			want := ""
			if round == tycoon.Rounds {
				want = key.DoomedOf + "late"
			} else {
				after := r.Pos.(*tycoon.State)
				i := slices.IndexFunc(after.Open, func(l tycoon.Link) bool { return l.Owner == 0 && !slices.Contains(s.Open, l) })
				at := after.OpenAt(i)
				if what, _, _ := after.Ahead(0, at, after.Open[i].Way.Last()); what == tycoon.Blocked {
					want = key.DoomedOf + "blocked"
				} else if round == tycoon.Rounds-1 && up == nil && !plainlyCompletes(after, 0, at) {
					want = key.DoomedOf + "far"
				}
			}
			count[want]++
			m := engine.Move{Before: s, After: r.Pos, Seat: 0, Acts: r.Acts, Reports: r.Reports}
			expect.Same(t, fmt.Sprintf("%s in round %d, cards %v", line, round, up), (View{}).Doomed(m).Key, want)
		}
	}
}

// plainlyCompletes reports whether any chain of one action leads from an open end to a city.
func plainlyCompletes(s *tycoon.State, seat engine.Seat, at tycoon.Spot) bool {
	for _, u := range []tycoon.Use{{}, {Engineering: true}} {
		if u.Engineering && s.Hand(seat).Engineering() == 0 {
			continue
		}
		for _, o := range originsAt(s, seat, at) {
			if len(plainWays(s, seat, o, u, s.Book().MostTracks(u))) > 0 {
				return true
			}
		}
	}
	return false
}
