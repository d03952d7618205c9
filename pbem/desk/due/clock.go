package due

import (
	"context"
	"errors"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/store"
)

// moveKey holds the last move of all due times.
const moveKey = "clock-move"

// Move is a move of the due times of all games.
type Move struct {
	At      time.Time `json:"at"`
	From    time.Time `json:"from"`    // since when nobody could answer
	Seconds int64     `json:"seconds"` // 0: it was taken back
}

// Clock is the state of the machine's clock.
type Clock struct {
	Now    time.Time `json:"now"`              // the machine's time
	Works  time.Time `json:"works"`            // the service's time: different while the clock is in doubt
	Seen   time.Time `json:"seen,omitzero"`    // the latest time that was taken as true
	Behind bool      `json:"behind,omitempty"` // the clock is behind that
	Step   Step      `json:"step,omitzero"`    // forward, and in doubt
	Moved  Move      `json:"moved,omitzero"`   // the last move of all due times
}

// Clock returns the state of the clock.
func (k *Keeper) Clock(ctx context.Context) (c Clock, err error) {
	c.Now, c.Works = k.Time.Wall(), k.Time.Now().Round(0)
	c.Seen, err = k.timeOf(ctx, tickKey)
	c.Behind = clock.SetBack(c.Seen, c.Now) > 0
	return c, errors.Join(err, k.value(ctx, stepKey, &c.Step), k.value(ctx, moveKey, &c.Moved))
}

// Counted returns the time until which times to answer have run: now, or the last time seen before the clock
// came into doubt or nobody could answer.
func (k *Keeper) Counted(ctx context.Context) (time.Time, error) {
	still, err := k.Still(ctx)
	if err != nil || !still.IsZero() {
		return still, err
	}
	c, err := k.Clock(ctx)
	if c.Behind || !c.Step.From.IsZero() || clock.Shift(c.Seen, c.Now, k.Config.Schedule.OutageThreshold.Duration) > 0 {
		return c.Seen, err
	}
	return c.Now, err
}

// SetClock accepts the clock's time, and reports whether it was in doubt: a step forward then counts as an
// outage, and if the clock is behind, the last time seen is set back.
func (k *Keeper) SetClock(ctx context.Context) (was bool, err error) {
	c, err := k.Clock(ctx)
	doubted := !c.Step.From.IsZero()
	if err != nil || !doubted && !c.Behind {
		return false, err
	}
	if c.Behind {
		err = k.Put(ctx, map[string][]byte{tickKey: []byte(c.Now.UTC().Format(time.RFC3339Nano))})
	}
	return true, errors.Join(err, k.trust(ctx, c.Step, doubted))
}

// UndoMove undoes the last shift of all due times; ok is false if there is none. A game shifted by another
// outage since, or by none, stays unchanged.
func (k *Keeper) UndoMove(ctx context.Context) (ok bool, err error) {
	var m Move
	if err := k.value(ctx, moveKey, &m); err != nil || m.Seconds == 0 {
		return false, err
	}
	names, err := k.names(ctx)
	for _, name := range names {
		err = errors.Join(err, store.Decide(ctx, func(ctx context.Context) error { return k.moveBack(ctx, name, m.From) }))
	}
	if err != nil {
		return false, err
	}
	m.Seconds = 0
	return true, k.put(ctx, moveKey, m)
}

func (k *Keeper) moveBack(ctx context.Context, name string, from time.Time) (err error) {
	defer fault.Guard(k.Log, "times that move back", &err)
	g, err := k.Games.Load(ctx, name)
	if err != nil || g.Table.Ended() || !g.Table.Outage.From.Equal(from) {
		return err
	}
	c := k.NewChange(g)
	out := c.Table.Outage
	c.Table.Outage = table.Outage{}
	if c.Table.State == table.Inviting {
		return k.moveRows(ctx, c, -out.By)
	}
	c.Table.NotStood(out, c.At)
	c.Note(engine.Nobody, engine.Report{Message: engine.Msg(key.TimesBack, engine.Text("by", lasting(out.By)))})
	c.SetDue(func(store.Due) bool { return true })
	return k.Commit(ctx, c)
}
