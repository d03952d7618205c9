package bench

import (
	"context"
	"slices"
	"time"

	"railpost/engine"
	"railpost/engine/titles"
)

// The games that are decided again: so many of each title, to their ends unless random players need longer than
// people do.
var replayGames, replayOrders = 4, 700

// replay decides whole games of each title again, with and without comparing the digest of
// each position.
func replay(ctx context.Context, o Options, f *Figure) error {
	for _, t := range titles.All() {
		games, err := playGamesOf(t.Name(), "r", o.times(replayGames), replayOrders)
		if err != nil {
			return err
		}
		if err := f.replay(ctx, t.Name(), games); err != nil {
			return err
		}
	}
	return nil
}

// replay adds the cost of an order in some games.
func (f *Figure) replay(ctx context.Context, title string, games []game) error {
	orders := 0
	for _, g := range games {
		orders += len(g.all) - 1
	}
	again := func(seed func(game) engine.Seed) (each time.Duration, objects uint64, err error) {
		var times []time.Duration
		for range 5 {
			began, before := time.Now(), allocated()
			for _, g := range games {
				if _, err := engine.Replay(titles.Find, g.all, seed(g)); err != nil {
					return 0, 0, err
				}
			}
			times, objects = append(times, time.Since(began)), allocated()-before
		}
		return slices.Min(times), objects, ctx.Err()
	}
	without, objects, err := again(func(game) engine.Seed { return nil })
	if err != nil {
		return err
	}
	with, _, err := again(game.seed)
	if err != nil {
		return err
	}
	f.most(title+", without digests", micros(without)/float64(orders), 10, "us/order")
	f.add(title+", allocations", float64(objects)/float64(orders), "objects/order")
	f.most(title+", comparing digests", micros(with)/float64(orders), 30, "us/order")
	f.add(title+", orders a game", float64(orders)/float64(len(games)), "orders")
	return nil
}
