package bench

import (
	"context"
	"time"

	"railpost/engine"
)

// MeasureReplay measures the re-decision of every order of whole games of
// Russian Railroads, with and without comparing the digest of each position.
func MeasureReplay(ctx context.Context, o Options) (Figure, error) {
	f := Figure{Name: "replay", What: "re-deciding every order of whole games, in place"}
	err := measure(o, &f, func(string) error {
		games, err := scripts(ctx, "r", o.times(8), 10_000)
		if err != nil {
			return err
		}
		orders := 0
		for _, g := range games {
			orders += len(g.records) - 1
		}
		const passes = 5
		each := func(seed func(string) engine.Seed) (float64, error) {
			best := time.Duration(0)
			for range passes {
				began := time.Now()
				for _, g := range games {
					if _, err := engine.Replay(find, g.records, seed(g.name)); err != nil {
						return 0, err
					}
				}
				if took := time.Since(began); best == 0 || took < best {
					best = took
				}
			}
			return micros(best) / float64(orders), ctx.Err()
		}
		without, err := each(func(string) engine.Seed { return nil })
		if err != nil {
			return err
		}
		with, err := each(seedOf)
		if err != nil {
			return err
		}
		f.add("orders a game", float64(orders)/float64(len(games)), "orders")
		f.most("without digests", without, 10, "us/order")
		f.most("comparing digests", with, 150, "us/order")
		f.add("comparing / without", with/without, "ratio")
		return nil
	})
	return f, err
}
