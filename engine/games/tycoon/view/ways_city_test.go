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

// TestToCities compares the ways to each city with the first ones of all.
func TestToCities(t *testing.T) {
	growths(t, func(t *testing.T, s *tycoon.State, rng *rand.Rand) {
		seat := engine.Seat(rng.IntN(s.Seats))
		holdBoth(s, seat)
		u := anyUse(rng)
		for _, o := range origins(s, seat) {
			list := explore(s, seat, []origin{o}, u, 2, 1)
			one := firstToEach(list, false, nil)
			more := firstToEach(list, true, one)
			got := fromOrigin(s, seat, o, u, 1, nil)
			expect.Must(t, o, got, one)
			expect.Must(t, o, fromOrigin(s, seat, o, u, 2, one), more)
		}
	})
}

// TestWaysKept compares ways kept while track is laid elsewhere with newly computed ones.
func TestWaysKept(t *testing.T) {
	g, _, err := engine.Begin("kept", New(), engine.Setup{Seats: 3}, make([]string, 3), engine.Seed("kept"))
	rng := rand.New(rand.NewPCG(3, 7))
	for n := 0; err == nil && n < 150; n++ {
		s := g.Pos.(*tycoon.State)
		anew, no := New().Decode(engine.Setup{Seats: 3}, engine.Encode(s))
		if no != nil {
			t.Fatal(no)
		}
		seat := engine.Seat(rng.IntN(3))
		of := func(s *tycoon.State) []any {
			each := waysFrom(s, seat, tycoon.Use{})
			return []any{each.one, each.further(s, seat, tycoon.Use{})}
		}
		expect.Must(t, fmt.Sprintf("after %d orders", n), of(s), of(anew.(*tycoon.State)))
		lines := New().Usual(s, s.Actor()).Lines
		if s.Stage == tycoon.StageActions {
			all := advise.List(New(), s, s.Actor(), "build", 0, 0).Choices
			lines = []string{all[rng.IntN(len(all))].Line}
		}
		var out *engine.Outcome
		if out, err = g.Play(s.Actor(), lines, engine.Mode{}); err == nil {
			g = out.Game
		}
	}
	expect.NoError(t, err)
}
