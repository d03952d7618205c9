package due

import (
	"context"
	"errors"
	"time"

	"railpost/pbem/desk/daily"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/table"
	"railpost/store"
)

// digests sends the daily letters that are due, once after an outage, too, and urgent letters, or those for
// readers who have stopped daily ones.
func (k *Keeper) digests(ctx context.Context, now time.Time) error {
	list, failed := daily.All(ctx, k.Journal)
	for _, d := range list {
		if d.Off && !d.Owed {
			continue
		}
		waiting, err := daily.Waiting(ctx, k.Journal, d, now)
		if game, ok := errors.AsType[*fault.Game](err); ok {
			err = tell.AlarmBroken(ctx, k.Journal, game)
		}
		failed = errors.Join(failed, err)
		if !d.Off && !now.Before(d.Next()) {
			failed = errors.Join(failed, unlessStale(k.daily(ctx, d, waiting, now)))
			continue
		}
		for _, w := range waiting {
			if (d.Off || daily.Urgent(w.Game.Table, w.Wait, now)) && !w.HasSeen(d) {
				c := k.NewChange(w.Game)
				c.At = now
				told, ok := daily.Urge(ctx, c, d.Address)
				if !ok && !daily.Pressing(w.Wait, now) { // otherwise the reader would learn of the question too late
					continue
				}
				tell.Seat(ctx, c, w.Seat, told...)
				if len(c.Letters) == 0 && c.Err == nil { // their letters come back
					continue
				}
				failed = errors.Join(failed, unlessStale(k.Commit(ctx, c)))
			}
		}
		if d.Off && failed == nil {
			failed = k.paid(ctx, d)
		}
	}
	return failed
}

// unlessStale ignores that another daemon, or a mail, was faster: the next look at the clock finds the rest.
func unlessStale(err error) error {
	if errors.Is(err, store.ErrStale) {
		return nil
	}
	return err
}

// paid notes that a player who has stopped daily letters has got single ones about all waiting games.
func (k *Keeper) paid(ctx context.Context, d *table.Digest) error {
	c := k.NewChange(nil)
	d.Owed = false
	c.KeepDigest(d)
	if d.Forget {
		c.Values[table.DigestKey(d.Address)] = nil
	}
	return k.Commit(ctx, c)
}

// daily sends somebody the letter about all games that wait for them.
func (k *Keeper) daily(ctx context.Context, d *table.Digest, waiting []daily.Waits, now time.Time) error {
	ctx = store.WithBasis(ctx)
	c := k.NewChange(nil)
	c.At = now
	if k.shared != nil { // another daemon may have sent it, if this one was cut off
		if is := c.Digest(ctx, d.Address); is == nil || !is.Looked.Equal(d.Looked) {
			return c.Err
		}
	}
	d.Looked = now
	if len(waiting) == 0 || d.Silent || c.Suspended(ctx, d.Address) {
		c.KeepDigest(d)
	} else {
		daily.TellWaiting(ctx, c, d, waiting)
	}
	return k.Commit(ctx, c)
}
