package due

import (
	"context"
	"errors"
	"fmt"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/profiles"
	"railpost/pbem/desk/seats"
	"railpost/pbem/desk/sitter"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/turn"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/key"
	"railpost/store"
)

// Tick carries out everything due at now. It is called about once a minute; it makes up once for missed calls,
// and an outage shifts all due times. During an outage, or while the clock is in doubt, nothing falls due; but
// while it is behind, reminders continue by the time that has passed. Of several daemons one does it at a time.
// Once a day it looks at all games that have ended, aside: without the lock of the office.
func (k *Keeper) Tick(ctx context.Context, now time.Time, aside func(do func())) error {
	done, ok, err := k.watch(ctx, now)
	if !ok || err != nil {
		return err
	}
	defer done()
	last, sure, err := k.sure(ctx, now)
	if err != nil || !sure {
		if clock.SetBack(last, now) > 0 {
			err = errors.Join(err, k.runDue(ctx, k.Time.Now().Round(0), func(d store.Due) bool { return d.Kind == journal.DueReminder }))
		}
		return err
	}
	may, err := k.MayDelete(ctx)
	if err != nil {
		return err
	}
	if may && journal.DayOf(last) != journal.DayOf(now) { // before anything about this look that a mail could change meanwhile
		if err := errors.Join(k.ForgetDays(ctx, now), k.ForgetDaemons(ctx, now), waitlist.ForgetSilent(ctx, k.Journal, now), profiles.ForgetUnanswered(ctx, k.Journal, now), k.retire(ctx, now, aside)); err != nil {
			return err
		}
	}
	out, err := k.afterOutage(ctx, now)
	if err != nil {
		return err
	}
	if !out.From.IsZero() { // letters that name times wait until these have moved
		return k.keepTick(ctx, now, out)
	}
	k.noteNoOutage(now)
	if err := errors.Join(k.tellRestored(ctx), k.tellMoved(ctx), k.tellLifted(ctx), k.report(ctx, now)); err != nil {
		return err
	}
	// A row that fails is retried; it must not look like an outage.
	return errors.Join(k.runDue(ctx, now, func(store.Due) bool { return true }), k.digests(ctx, now), k.keepTick(ctx, now, out))
}

// runDue carries out the rows that are due, each in a commit of its own. A failing row
// holds up nothing: the organisers are told, once a day. It returns an error only if not
// even that can be stored.
func (k *Keeper) runDue(ctx context.Context, now time.Time, concerns func(d store.Due) bool) error {
	rows, failed := k.Store.DueBefore(ctx, now, 0)
	if damaged, ok := errors.AsType[*store.Corrupt](failed); ok {
		failed = tell.AlarmBroken(ctx, k.Journal, &fault.Game{Name: damaged.Game, Err: failed})
	}
	for _, d := range rows {
		if !concerns(d) {
			continue
		}
		err := k.runRow(store.WithBasis(ctx), d, now)
		var game *fault.Game
		switch {
		case err == nil, errors.Is(err, store.ErrStale): // stale: an answer came first; if the row is still there, the next tick has it
		case errors.As(err, &game):
			failed = errors.Join(failed, tell.AlarmBroken(ctx, k.Journal, game))
		default:
			k.Log.Error("a due task failed", "game", d.Game, "kind", d.Kind, "seat", d.Seat, "err", err)
			failed = errors.Join(failed, tell.Alarm(ctx, k.Journal, nil, d.Game+"/due", engine.Msg(key.AlarmDue, engine.Text("game", d.Game), engine.Text("why", err.Error()))))
		}
	}
	return failed
}

// Redo carries out the first plan of a game, or vote that was due by an instant, and reports whether there was one. How
// long a plan waits is drawn, so it may have been played earlier.
func (k *Keeper) Redo(ctx context.Context, game string, by time.Time) (bool, error) {
	rows, err := k.Store.DueOf(ctx, game)
	for _, d := range rows {
		if d.Kind == journal.DuePlan || d.Kind == journal.DueSilence && !d.At.After(by) {
			return true, k.runRow(store.WithBasis(ctx), d, k.Now())
		}
	}
	return false, err
}

func (k *Keeper) runRow(ctx context.Context, d store.Due, now time.Time) (err error) {
	defer fault.Guard(k.Log, "what was due", &err)
	g, err := k.Games.Load(ctx, d.Game)
	if err != nil {
		return err
	}
	c := k.NewChange(g)
	c.At = now
	c.Done = []store.Due{d}
	switch d.Kind {
	case journal.DueReminder:
		remind(ctx, c, engine.Seat(d.Seat))
	case journal.DueDeadline:
		deadline(ctx, c, engine.Seat(d.Seat))
	case journal.DueTimeOut:
		timeOut(ctx, c, engine.Seat(d.Seat))
	case journal.DuePlan:
		turn.PlanDue(ctx, c, engine.Seat(d.Seat))
	case journal.DueSilence:
		turn.Settle(ctx, c)
		if len(c.ToAll) > 0 {
			turn.TellOutcome(ctx, c)
		}
	case journal.DueSitter:
		sitter.Due(ctx, c, engine.Seat(d.Seat), d)
	case journal.DueInvitation:
		seats.Chase(ctx, c)
	default:
		c.Fail(fmt.Errorf("pbem: due row of unknown kind %q", d.Kind))
	}
	if c.Err != nil || c.Empty {
		return c.Err
	}
	k.Log.Info("due", "game", d.Game, "kind", d.Kind, "seat", d.Seat, "at", d.At)
	k.Hook("due.before")
	err = k.Commit(ctx, c)
	k.Hook("due.after")
	return err
}
