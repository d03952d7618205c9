package titles_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/titles"
)

// TestOthersOnAView: a seat's view is enough to think for the others: each of their orders is judged or stops
// before something hidden, and none fails.
func TestOthersOnAView(t *testing.T) {
	seed := level.Seed(t, 3)
	for _, title := range titles.All() {
		rng := rand.New(rand.NewPCG(seed, 9))
		g, _, err := engine.Begin("x", title, engine.Setup{Seats: 3}, []string{"Ana", "Ben", "Carla"}, engine.Seed("what if"))
		expect.NoError(t, err)
		for step := range 150 {
			waiting := g.Waiting()
			if len(waiting) == 0 {
				break
			}
			for reader := range engine.Seat(3) {
				if step%6 > 0 {
					break
				}
				on := g.Clone()
				on.Pos = g.Pos.View(reader)
				for n := 0; n < 4 && len(on.Waiting()) > 0; n++ {
					s := on.Waiting()[0]
					line := advise.RandomLine(rng, title, on.Pos, s)
					if line == "" {
						break
					}
					r, err := on.Try(s, line, true)
					if _, refused := engine.AsRefusal(err); refused || err == nil && r.Stopped {
						break
					}
					expect.NoError(t, err, fmt.Sprintf("%s step %d: %s thinks of %q", title.Name(), step, "a reader", line))
					on = on.After(r)
				}
			}
			r := expect.Get(g.Try(waiting[0], advise.RandomLine(rng, title, g.Pos, waiting[0]), false))(t)
			g.Take(waiting[0], r)
		}
	}
}
