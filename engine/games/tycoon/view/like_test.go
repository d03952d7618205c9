package view

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/tycoon"
)

// TestLike: build orders with the same key are legal, whole lines and worth the same, and a letter's list is
// the same as if all were tried.
func TestLike(t *testing.T) {
	shared := 0
	tries := struct { // every line
		tycoon.Rules
		engine.View
	}{tycoon.Rules{Lister: Lists{}}, View{}}
	lines := func(l advise.Listing) (list []string) {
		for _, c := range l.Choices {
			list = append(list, c.Line)
		}
		return append(list, fmt.Sprint(l.More))
	}
	check := func(t *testing.T, s *tycoon.State) {
		expect.Same(t, "the list", lines(advise.Short(New(), s, s.Actor(), 4, 14)), lines(advise.Short(tries, s, s.Actor(), 4, 14)))
		seat, worths := s.Actor(), map[uint64]int{}
		tx := engine.Look(s, seat)
		for _, first := range engine.Firsts(tx) {
			if first.Verb.Name != "build" {
				continue
			}
			for a := range first.Complete() {
				k, ok := View{}.Like(s, seat, a)
				var found []engine.Choice
				search := engine.Search{Budget: 100, Yield: func(c engine.Choice) bool { found = append(found, c); return true }}
				search.Lines(tx, a)
				if !ok {
					continue
				}
				if len(found) != 1 || len(found[0].Acts) != 1 {
					t.Fatalf("%s is not one whole line: %v", a.Text(), found)
				}
				w := View{}.Worth(found[0].After, seat, found[0].Stopped)
				if known, ok := worths[k]; ok && known != w {
					t.Errorf("%s is worth %d, not %d", a.Text(), w, known)
				} else if ok {
					shared++
				}
				worths[k] = w
			}
		}
	}
	growths(t, func(t *testing.T, s *tycoon.State, _ *rand.Rand) {
		check(t, s)
		holdBoth(s, s.Actor())
		check(t, s)
	})
	g, _, err := engine.Begin("like", New(), engine.Setup{Seats: 3}, make([]string, 3), engine.Seed("like"))
	rng := rand.New(rand.NewPCG(5, 7))
	for n := 0; err == nil && n < 120 && len(g.Waiting()) > 0; n++ {
		seat := g.Waiting()[0]
		if s := g.Pos.View(seat).(*tycoon.State); s.Stage == tycoon.StageActions && n%3 == 0 {
			check(t, s)
		}
		var out *engine.Outcome
		if out, err = g.Play(seat, []string{advise.RandomLine(rng, g.Title, g.Pos, seat)}, engine.Mode{}); err == nil {
			g = out.Game
		}
	}
	expect.NoError(t, err)
	expect.True(t, shared >= 1000, "only %d lines were like others", shared)
}

// The speaker in an auction loses cubes only to seats that would act before.
func TestAheadInAuction(t *testing.T) {
	for _, c := range []struct {
		leader, first, seat engine.Seat
		out                 []bool
		want                []engine.Seat
	}{
		{engine.Nobody, 0, 0, []bool{false, false, false}, []engine.Seat{1, 2}},
		{engine.Nobody, 1, 0, []bool{false, true, true}, []engine.Seat{2}},
		{engine.Nobody, 2, 0, []bool{false, true, true}, nil},
		{2, 2, 0, []bool{false, false, false}, []engine.Seat{2}},
		{1, 2, 0, []bool{false, false, true}, []engine.Seat{1, 2}},
	} {
		s := &tycoon.State{Seats: 3, First: c.first, Auction: tycoon.Auction{Speaker: c.seat, Leader: c.leader, Out: c.out}}
		expect.Same(t, []any{c.seat, c.leader, c.first, c.out}, ahead(s, c.seat), c.want)
	}
}
