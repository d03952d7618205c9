package daemon

import (
	"context"
	"crypto/rand"
	"time"

	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/clock"
	"railpost/store"
)

// Other daemons, and commands, may work on the same database. Their notifications save waiting; lost ones are
// made up for at the next look at queue, clock and games.

// lookAtAll is the interval at which all games count as changed, in case a notification was lost.
const lookAtAll = 5 * time.Minute

// takeOverAfter is how long another process may keep the letters that it has queued.
const takeOverAfter = 200 * time.Millisecond

// runBeside follows other processes' changes in a shared store until ctx ends.
func (d *Daemon) runBeside(ctx context.Context) error {
	shared, ok := d.store.(store.Shared)
	if !ok {
		return nil
	}
	id := rand.Text()
	d.sayPresent(ctx, id)
	defer func() {
		if err := d.office.SayGone(context.WithoutCancel(ctx), id); err != nil {
			d.o.Log.Warn("other daemons could not be notified that this one stops", "err", err)
		}
	}()
	changed := make(chan struct{}, 1)
	go func() {
		again, alive := time.NewTicker(lookAtAll), time.NewTicker(sayPresentEvery)
		defer again.Stop()
		defer alive.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-again.C:
				d.office.ChangedElsewhere("", true)
			case <-alive.C:
				d.sayPresent(ctx, id)
			case <-changed:
				clock.Sleep(ctx, takeOverAfter)
				d.pump.Wake()
				d.hooks.Wake()
			}
		}
	}()
	return shared.Listen(ctx, func(game string, all bool) {
		d.office.ChangedElsewhere(game, all)
		if game != "" {
			d.moved.add(game)
		}
		select {
		case changed <- struct{}{}:
		default:
		}
	})
}

// sayPresentEvery is how often a daemon tells the others that it still runs.
const sayPresentEvery = 2 * time.Minute

func (d *Daemon) sayPresent(ctx context.Context, id string) {
	if err := d.office.SayPresent(ctx, id, journal.Program{Version: d.o.Version, Titles: d.o.Titled}); err != nil && ctx.Err() == nil {
		d.o.Log.Warn("other daemons could not be notified that this one runs", "err", err)
	}
}
