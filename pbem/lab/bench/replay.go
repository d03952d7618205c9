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
func replay(ctx context.Context, o Options, f *Figure) {
	for _, t := range titles.All() {
		games := playGamesOf(t.Name(), "r", replayGames, replayOrders)
		f.replay(ctx, t.Name(), games)
	}
}

// replay adds the cost of an order in some games.
func (f *Figure) replay(ctx context.Context, title string, games []game) {
	orders := 0
	for _, g := range games {
		orders += len(g.all) - 1
	}
	again := func(seed func(game) engine.Seed) (each time.Duration, objects uint64) {
		var times []time.Duration
		for range 5 {
			began, before := time.Now(), allocated()
			for _, g := range games {
				get(engine.Replay(titles.Find, g.all, seed(g)))
			}
			times, objects = append(times, time.Since(began)), allocated()-before
		}
		check(ctx.Err())
		return slices.Min(times), objects
	}
	without, objects := again(func(game) engine.Seed { return nil })
	with, _ := again(game.seed)
	f.most(title+", without digests", micros(without)/float64(orders), 10, "us/order")
	f.add(title+", allocations", float64(objects)/float64(orders), "objects/order")
	f.most(title+", comparing digests", micros(with)/float64(orders), 30, "us/order")
	f.add(title+", orders a game", float64(orders)/float64(len(games)), "orders")
}
