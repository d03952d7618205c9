package due

import (
	"context"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/key"
	"railpost/store"
)

// Of several daemons on one store, one at a time looks at the clock: the first, unless its own clock is wrong,
// or it cannot reach its mailbox or server. Another may reach them, so such a daemon looks only if no other has
// for some time; then it is an outage of the whole service.

// watchName is the name that is held while somebody looks at the clock, see store.Shared.
const watchName = "clock"

// BeforeMail is AfterOutage before mails are read. Where another daemon looks at the clock, or one has
// looked lately and found nothing wrong, it does nothing.
func (k *Keeper) BeforeMail(ctx context.Context) error {
	now := k.Time.Wall()
	if k.shared != nil && now.Sub(k.reach.calmSince()) < k.Config.Schedule.OutageThreshold.Duration {
		return nil
	}
	done, ok, err := k.watch(ctx, now)
	if !ok || err != nil {
		return err
	}
	defer done()
	return k.AfterOutage(ctx)
}

// watch reports whether this daemon looks at the clock now; no other does until done is called.
func (k *Keeper) watch(ctx context.Context, now time.Time) (done func(), ok bool, err error) {
	if k.shared == nil {
		return func() {}, true, nil
	}
	if ok, err := k.agrees(ctx); !ok || err != nil {
		return nil, false, err
	}
	if k.reach.now() != [2]time.Time{} {
		last, err := k.timeOf(ctx, tickKey)
		if err != nil || now.Sub(last) < 3*k.Config.Schedule.Tick.Duration {
			return nil, false, err
		}
	}
	return k.shared.Try(ctx, watchName)
}

// mostSkew is the largest accepted difference between the clocks of a daemon and the store.
const mostSkew = 5 * time.Second

// agrees reports whether the clock of this machine agrees with the store's. If not, it tells the organisers
// once a day, since perhaps no other daemon looks at the clock.
func (k *Keeper) agrees(ctx context.Context) (bool, error) {
	clocked, ok := k.Store.(store.Clocked)
	if !ok {
		return true, nil
	}
	ahead, err := clocked.Skew(ctx)
	ahead += k.Time.Wall().Sub(k.Time.Now())
	if err != nil || ahead.Abs() <= mostSkew {
		return err == nil, err
	}
	if k.skewed.Now() {
		k.Log.Error("the clock of this machine differs from the database's; other daemons carry out what is due", "ahead", ahead)
	}
	k.Time.Hold(k.Time.Wall().Add(-ahead)) // otherwise data would be deleted by it
	by := engine.Text("by", lasting(ahead.Abs().Round(time.Second)))
	return false, tell.Alarm(ctx, k.Journal, nil, "skew", engine.Msg(key.AlarmSkew, by))
}

// noteNoOutage records that there is no outage.
func (k *Keeper) noteNoOutage(now time.Time) {
	k.reach.mu.Lock()
	defer k.reach.mu.Unlock()
	k.reach.calm = now
}

func (r *reach) calmSince() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.lost != [2]time.Time{} {
		return time.Time{}
	}
	return r.calm
}
