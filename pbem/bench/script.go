package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/titles"
)

const (
	title = "russian"
	seats = 4
)

// script is a game as it will be played: the same name and seed give the same
// set-up, so its orders are legal when the service plays it.
type script struct {
	name    string
	records []*engine.Record // the set-up first
}

func find(name string) engine.Title {
	switch name {
	case title:
		return titles.Find(name)
	case endlessTitle:
		return endless{}
	}
	return nil
}

func seedOf(name string) engine.Seed { return engine.Seed("a seed for the measured game " + name) }

// scripts plays games by chance, each up to most orders.
func scripts(ctx context.Context, prefix string, games, most int) ([]script, error) {
	out := make([]script, games)
	errs := make(chan error, games)
	next := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				var err error
				if out[i], err = playOut(fmt.Sprintf("%s-%d", prefix, i), most); err != nil {
					errs <- err
				}
			}
		})
	}
	for i := range games {
		if ctx.Err() != nil || len(errs) > 0 {
			break
		}
		next <- i
	}
	close(next)
	wg.Wait()
	close(errs)
	if err := <-errs; err != nil {
		return nil, err
	}
	return out, ctx.Err()
}

// playOut plays one game by chance, up to most orders.
func playOut(name string, most int) (script, error) {
	g, first, err := engine.Begin(name, find(title), engine.Setup{Seats: seats}, names(), seedOf(name))
	if err != nil {
		return script{}, err
	}
	out := script{name, []*engine.Record{first}}
	var seed uint64
	for _, c := range name {
		seed = seed*31 + uint64(c)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	for n := 0; n < most && !g.Pos.Over(); n++ {
		seat := g.Waiting()[0]
		r, err := g.Try(seat, advise.RandomLine(rng, g.Title, g.Pos, seat), false)
		if err != nil {
			return out, fmt.Errorf("playing %s by chance: %w", name, err)
		}
		out.records = append(out.records, g.Take(seat, r))
	}
	return out, nil
}

func names() []string { return []string{"Ana", "Ben", "Cleo", "Dag"} }

// address of a seat, of its own for each game.
func address(game string, seat int) string { return fmt.Sprintf("%s.%d@example.org", game, seat) }
