package g18cz

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
)

// TestRulesAlone plays whole games at random without any view.
func TestRulesAlone(t *testing.T) {
	for seats := 2; seats <= 6; seats++ {
		for seed := range level.Of[uint64](1, 3, 3) {
			setup := expect.Get(engine.CheckSetup(bare, engine.Setup{Seats: seats, Version: 1}))(t)
			g, _, err := engine.Begin("t", bare, setup, make([]string, seats), engine.Seed("0123456789abcdef0123456789abcdef"))
			expect.NoError(t, err)
			rng := rand.New(rand.NewPCG(seed, 1))
			n := 0
			for ; !g.Pos.Over() && n < 5000; n++ {
				w := g.Waiting()
				expect.Must(t, fmt.Sprintf("%d seats: waiting for %v after %d moves", seats, w, n), len(w), 1)
				line := advise.RandomLine(rng, g.Title, g.Pos, w[0])
				r, err := g.Try(w[0], line, false)
				expect.NoError(t, err, fmt.Sprintf("%d seats: %q", seats, line))
				g.Take(w[0], r)
			}
			expect.True(t, g.Pos.Over(), "%d seats: not over after %d moves", seats, n)
		}
	}
}
