package pbem

import (
	"context"
	"fmt"
	"time"

	"railpost/engine"
	"railpost/pbem/clock"
	"railpost/pbem/table"
	"railpost/store"
)

// tickKey holds the latest instant at which the service looked at the clock.
const tickKey = "tick"

func (o *Office) lastTick(ctx context.Context) (time.Time, error) {
	b, err := o.Store.Get(ctx, tickKey)
	if err != nil || len(b) == 0 {
		return time.Time{}, err
	}
	t, err := time.Parse(time.RFC3339Nano, string(b))
	if err != nil {
		return t, fmt.Errorf("pbem: the time of the last tick: %w", err)
	}
	return t, nil
}

func (o *Office) keepTick(ctx context.Context, now time.Time) error {
	errs, err := o.Store.Commit(ctx, store.Commit{Put: map[string][]byte{tickKey: []byte(now.UTC().Format(time.RFC3339Nano))}})
	if err != nil {
		return err
	}
	return errs[0]
}

// clockBehind tells the organisers, once a day, that the clock stands behind
// what it has shown before.
func (o *Office) clockBehind(ctx context.Context, back time.Duration) error {
	o.Log.Error("the clock stands behind; nothing falls due until it is right", "behind", back)
	return o.alarm(o.newChange(ctx, nil), "clock", engine.Msg("pbem.alarm-clock", engine.Text("behind", clock.FormatDuration(back))))
}

// afterOutage moves the times of all games if the service was down: nobody
// could answer. It comes before anything that sets new times.
func (o *Office) afterOutage(ctx context.Context, now time.Time) error {
	last, err := o.lastTick(ctx)
	if err != nil {
		return err
	}
	gap := clock.Shift(last, now, o.Config.Schedule.OutageThreshold.Duration)
	if gap == 0 {
		return nil
	}
	o.Log.Warn("the service was down; all due times move", "by", gap)
	if err := o.shiftAll(ctx, table.Outage{From: last, By: gap}); err != nil {
		return err
	}
	return o.keepTick(ctx, now)
}

// shiftAll moves the times of all games. A game whose times cannot be moved stays
// as it is and does not hold up the others; the organisers are told. It is an error
// only if not even that can be kept.
func (o *Office) shiftAll(ctx context.Context, out table.Outage) error {
	var names []string
	err := o.Store.Heads(ctx, func(h store.Head) error { names = append(names, h.Game); return nil })
	if err != nil {
		return err
	}
	for _, name := range names {
		err := o.shift(ctx, name, out)
		if err == nil {
			continue
		}
		o.Log.Error("the times of a game could not be moved", "game", name, "err", err)
		told := engine.Msg("pbem.alarm-unmoved", engine.Text("game", name), engine.Text("by", clock.FormatDuration(out.By)), engine.Text("why", err.Error()))
		if err := o.alarm(o.newChange(ctx, nil), name+"/unmoved", told); err != nil {
			return err
		}
	}
	return nil
}

// shift moves the times of one game. The game remembers by how much it was
// moved for which outage, so that a death in between moves none twice.
func (o *Office) shift(ctx context.Context, name string, out table.Outage) (err error) {
	defer o.guard("times that move", &err)
	g, err := o.load(ctx, name)
	if err != nil {
		return err
	}
	if g.table.State != table.Running && g.table.State != table.Inviting {
		return nil
	}
	by := out.By
	if g.table.Outage.From.Equal(out.From) {
		by -= g.table.Outage.By
	}
	if by <= 0 {
		return nil
	}
	rows, err := o.Store.DueOf(ctx, name)
	if err != nil {
		return err
	}
	c := o.newChange(ctx, g)
	c.table.Outage = out
	c.move(rows, by)
	return o.commit(c)
}
