package titles

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
)

// Orders lists the verbs of a title as its help shows them. They are found by playing,
// because a title reveals its verbs only by asking for them; rare ones may need more games.
func Orders(t engine.Title, games int) ([]engine.Usage, error) {
	lo, hi := t.Seats()
	seen := map[string]engine.Usage{}
	for i := range games {
		if err := collect(t, lo+i%(hi-lo+1), uint64(i), seen); err != nil {
			return nil, err
		}
	}
	var out []engine.Usage
	for _, u := range seen {
		out = append(out, u)
	}
	slices.SortFunc(out, func(a, b engine.Usage) int { return strings.Compare(a.Form, b.Form) })
	return out, nil
}

// endless limits a game.
const endless = 5000

func collect(t engine.Title, seats int, n uint64, seen map[string]engine.Usage) error {
	seed := engine.Seed(fmt.Sprintf("orders of %s, game %d", t.Name(), n))
	g, _, err := engine.Begin("orders", t, engine.Setup{Seats: seats}, make([]string, seats), seed)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(n, uint64(seats)))
	for range endless {
		waiting := g.Waiting()
		if g.Pos.Over() || len(waiting) == 0 {
			return nil
		}
		for _, u := range advise.Help(g.Pos, waiting[0], "") {
			seen[u.Form] = u
		}
		r, err := g.Try(waiting[0], advise.RandomLine(rng, g.Title, g.Pos, waiting[0]), false)
		if err != nil {
			return fmt.Errorf("playing %s: %w", t.Name(), err)
		}
		g.Take(waiting[0], r)
	}
	return nil
}
