package pbem

import (
	"context"
	"errors"
	"fmt"
	"time"

	"railpost/engine"
	"railpost/pbem/clock"
	"railpost/pbem/table"
	"railpost/store"
	"railpost/templates"
)

// tickKey holds the latest instant at which Tick looked at the clock.
const tickKey = "tick"

// Tick does what has fallen due at now. It is called about once a minute; what
// was missed is made up for once, and an outage moves all due times. While the
// clock stands behind what has been seen before nothing falls due.
func (o *Office) Tick(ctx context.Context, now time.Time) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	last, err := o.lastTick(ctx)
	if err != nil {
		return err
	}
	if back := clock.SetBack(last, now); back > 0 {
		o.Log.Error("the clock stands behind; nothing falls due until it is right", "behind", back)
		return nil
	}
	if gap := clock.Shift(last, now, o.Config.Schedule.OutageThreshold.Duration); gap > 0 {
		if err := o.shiftAll(ctx, gap); err != nil {
			return err
		}
	}
	// A row that fails is tried again; it must not look like an outage.
	return errors.Join(o.runDue(ctx, now), o.keepTick(ctx, now))
}

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

// shiftAll moves the times of all running games: nobody could answer while the
// service was down. Each game remembers the outage it was moved by, so that a
// death in between moves none twice.
func (o *Office) shiftAll(ctx context.Context, gap time.Duration) error {
	var names []string
	err := o.Store.Heads(ctx, func(h store.Head) error { names = append(names, h.Game); return nil })
	if err != nil {
		return err
	}
	o.Log.Warn("the service was down; all due times move", "by", gap)
	for _, name := range names {
		if err := o.shift(ctx, name, gap); err != nil {
			return err
		}
	}
	return nil
}

// shift moves the times of one game.
func (o *Office) shift(ctx context.Context, name string, gap time.Duration) error {
	g, err := o.load(ctx, name)
	if err != nil {
		return err
	}
	if g.table.State != table.Running && g.table.State != table.Inviting {
		return nil
	}
	rows, err := o.Store.DueOf(ctx, name)
	if err != nil {
		return err
	}
	last, err := o.lastTick(ctx)
	if err != nil {
		return err
	}
	if g.table.Shifted.Equal(last) {
		return nil
	}
	c := o.newChange(ctx, g)
	c.table.Shifted = last
	c.move(rows, gap)
	return o.commit(ctx, c)
}

// move shifts a game's waits and due rows.
func (c *change) move(rows []store.Due, by time.Duration) {
	for i := range c.table.Waiting {
		w := &c.table.Waiting[i]
		w.Since, w.Until = w.Since.Add(by), w.Until.Add(by)
	}
	for _, d := range rows {
		c.done = append(c.done, d)
		d.At = d.At.Add(by)
		c.put = append(c.put, d)
	}
}

// runDue carries out the rows that are due, each in a commit of its own.
func (o *Office) runDue(ctx context.Context, now time.Time) error {
	rows, err := o.Store.DueBefore(ctx, now, 0)
	if err != nil {
		return err
	}
	var failed error
	for _, d := range rows {
		err := o.runRow(ctx, d, now)
		if errors.Is(err, store.ErrStale) {
			continue // an answer came first
		}
		if err != nil {
			o.Log.Error("what was due could not be done", "game", d.Game, "kind", d.Kind, "seat", d.Seat, "err", err)
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

func (o *Office) runRow(ctx context.Context, d store.Due, now time.Time) error {
	g, err := o.load(ctx, d.Game)
	if err != nil {
		return err
	}
	c := o.newChange(ctx, g)
	c.at = now
	c.done = []store.Due{d}
	switch d.Kind {
	case dueReminder:
		err = c.remind(engine.Seat(d.Seat))
	case dueDeadline:
		err = c.deadline(engine.Seat(d.Seat))
	case dueInvitation:
		err = c.chase()
	default:
		err = fmt.Errorf("pbem: due row of unknown kind %q", d.Kind)
	}
	if err != nil {
		return err
	}
	o.Log.Info("due", "game", d.Game, "kind", d.Kind, "seat", d.Seat, "at", d.At)
	o.Hook("due.before")
	err = o.commit(ctx, c)
	o.Hook("due.after")
	return err
}

// remind sends the full turn letter again and sets the next reminder. Reminders
// that were missed are made up for by this one.
func (c *change) remind(s engine.Seat) error {
	w := c.table.WaitFor(s)
	if w == nil || c.table.State != table.Running {
		return nil
	}
	plan, err := c.table.Plan()
	if err != nil {
		return err
	}
	if next := plan.NextReminder(c.at, w.Since, w.Until, c.table.ZoneOf(s)); !next.IsZero() {
		c.put = append(c.put, store.Due{At: next, Game: c.game.name, Kind: dueReminder, Seat: int(s)})
	}
	return c.queue(s, templates.Reminder, facts{})
}

// deadline plays nothing for anybody: the table and the organiser are told.
func (c *change) deadline(s engine.Seat) error {
	w := c.table.WaitFor(s)
	if w == nil || w.Late || c.table.State != table.Running {
		return nil
	}
	w.Late = true
	told := engine.Msg("pbem.late", engine.Player("seat", s))
	for i, p := range c.table.Players {
		if p.Letters == table.Off && engine.Seat(i) != s {
			continue
		}
		if err := c.queue(engine.Seat(i), templates.Late, facts{Told: []engine.Message{told}}); err != nil {
			return err
		}
	}
	return c.notify(told)
}

// chase tells the organiser who has not answered the invitation.
func (c *change) chase() error {
	if c.table.State != table.Inviting {
		return nil
	}
	return c.notify(engine.Msg("pbem.invitation-unanswered", engine.Several("seats", missing(c.table)...)))
}
