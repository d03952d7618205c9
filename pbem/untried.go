package pbem

import (
	"context"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/letters"
	"railpost/pbem/table"
	"railpost/store"
)

// soon is how long a letter may take to its first attempt without its reader's time
// beginning anew: as long as a queue of some hundred letters goes out.
const soon = 5 * time.Minute

// firstAttempt is where a player's time begins: what passes before the letter that
// asks is handed over for the first time does not count. It answers with the letter
// as it is to be written now; times may have moved since it was queued.
func (o *Office) firstAttempt(ctx context.Context, l store.Letter) (store.Letter, error) {
	f, err := letters.ReadFacts(l.Data)
	if err != nil || l.Game == "" || len(f.Waits) == 0 {
		return l, err
	}
	g, err := o.games.Load(ctx, l.Game)
	if err != nil {
		return l, err
	}
	if now := o.Now(); l.Seat >= 0 && !f.Asked.IsZero() && now.Sub(f.Asked) > soon && g.Table.State == table.Running {
		c := o.newChange(ctx, g)
		w := c.table.WaitFor(engine.Seat(l.Seat))
		if w != nil && !w.Late && w.Asked <= l.Seq && now.Sub(latest(f.Asked, w.Since)) > soon {
			w.Move(now.Sub(latest(f.Asked, w.Since)))
			if err := c.setDue(func(d store.Due) bool { return d.Seat == l.Seat }); err != nil {
				return l, err
			}
			if err := o.commit(c); err != nil {
				return l, err
			}
		}
	}
	f.Waits = slices.Clone(f.Waits)
	for i, w := range f.Waits {
		if is := g.Table.WaitFor(w.Seat); is != nil && is.Asked == w.Asked {
			f.Waits[i] = *is
		}
	}
	l.Data, err = f.Bytes()
	return l, err
}

// undelivered says whether the letter that asks a seat has not been tried yet, and
// whether its server has not taken one of those that ask. The latter counts as
// delivered: table and organiser are told.
func (c *change) undelivered(w table.Wait) (untried, lost bool, err error) {
	queued, err := c.office.Store.Letters(c.ctx)
	if err != nil {
		return false, false, err
	}
	for _, l := range queued {
		if l.Game != c.game.Name || l.Seat != int(w.Seat) || l.Seq < w.Asked {
			continue
		}
		f, err := letters.ReadFacts(l.Data)
		if err != nil {
			return false, false, err
		}
		if l.State != store.Waiting {
			lost = true
		} else if !f.Asked.IsZero() {
			untried = true
		}
	}
	return untried, lost, nil
}
