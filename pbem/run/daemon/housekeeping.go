package daemon

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"railpost/pbem/desk/due"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/mail/imapbox"
	"railpost/pbem/mail/outbox"
	"railpost/pbem/show/web"
	"railpost/store"
)

// look is one pass of the clock. Failed parts are retried at the next.
func (d *Daemon) look(ctx context.Context, now time.Time) {
	if err := d.tick(ctx, now); err != nil && ctx.Err() == nil && d.failing.Now() {
		d.o.Log.Error("tick", "err", err)
	}
}

// tick carries out due work. It feeds the watchdog, because a hanging loop does not get here. A loop that meets
// an error does get here, and a restart would not help.
func (d *Daemon) tick(ctx context.Context, now time.Time) error {
	err := d.carryOut(ctx, now)
	d.systemd("WATCHDOG=1")
	d.endIfLost(err)
	if err != nil {
		return fmt.Errorf("daemon: carrying out what is due: %w", err)
	}
	d.ticked.Touch()
	return d.tidy(ctx, now)
}

// endIfLost ends the service if an error says that the store is no longer as it knows it: it is unsure what was
// kept, or another process has taken the database over.
func (d *Daemon) endIfLost(err error) {
	if errors.Is(err, store.ErrUnsure) || errors.Is(err, store.ErrLocked) {
		d.broken(err)
	}
}

// carryOut carries out everything due, at times that an outage of the server has shifted.
func (d *Daemon) carryOut(ctx context.Context, now time.Time) error {
	d.reachServer(now)
	return d.office.Tick(context.WithoutCancel(ctx), now)
}

// reachServer tells the Office whether letters can be sent: not while the server is out of reach,
// nor while letters wait because it refuses us. Before the first attempt that is unknown,
// unless there is nothing to send, and while one letter alone is refused. What this daemon met at its last
// attempt counts for as long as a letter waits: another daemon may have sent it since.
func (d *Daemon) reachServer(now time.Time) {
	waits := d.waits()
	out, down := d.pump.Outage()
	refusal := d.pump.Refusal()
	switch {
	case down && waits:
		d.office.SourceLost(due.Server, out.Since)
	case refusal == outbox.Refusal{} && d.pump.Stats() != outbox.Stats{}, !waits:
		d.office.SourceReached(due.Server, now)
	case !refusal.Since.IsZero():
		d.office.SourceLost(due.Server, refusal.Since)
	}
}

// waits reports whether a letter still must be sent, or may have to be: the store cannot be read.
func (d *Daemon) waits() bool {
	oldest, err := d.store.Oldest(context.Background())
	return err != nil || !oldest.IsZero()
}

// tickEvery is how often the clock is checked: as schedule.tick says, and at least three
// times within the limit of systemd's watchdog.
func (d *Daemon) tickEvery() time.Duration {
	every := d.o.Config.Schedule.Tick.Duration
	if w := watchdog(); w > 0 {
		every = min(every, max(w/3, time.Second))
	}
	return every
}

const tidyEvery = time.Hour

// tidy deletes raw mails, and facts of letters, that have been kept long enough.
func (d *Daemon) tidy(ctx context.Context, now time.Time) error {
	if passed := now.Sub(d.tidied); passed >= 0 && passed < tidyEvery {
		return nil
	}
	if may, err := d.office.MayDelete(ctx); err != nil || !may {
		return err
	}
	d.tidied = now
	keep := d.o.Config.Store
	return errors.Join(
		d.watchBudget(ctx, now),
		d.drop(ctx, now, "old mails", keep.KeepRawDays, d.store.DropMails),
		d.drop(ctx, now, "sent letters", keep.KeepSentDays, d.store.DropSent))
}

// drop deletes data older than so many days; 0 keeps it for ever.
func (d *Daemon) drop(ctx context.Context, now time.Time, what string, days int, older func(context.Context, time.Time) (int, error)) error {
	if days == 0 {
		return nil
	}
	n, err := older(ctx, now.AddDate(0, 0, -days))
	if err != nil {
		return fmt.Errorf("daemon: deleting %s: %w", what, err)
	}
	if n > 0 {
		d.o.Log.Info("deleted: "+what, "count", n, "older_than_days", days)
	}
	return nil
}

// probes defines readiness and counts for monitoring.
func (d *Daemon) probes() {
	d.health.AddProbe("clock", d.ticked.Within(5*d.o.Config.Schedule.Tick.Duration))
	d.health.AddProbe("mailbox", d.mailboxProbe)
	d.health.AddProbe("reading", d.readingProbe)
	d.health.AddProbe("outbox", d.outboxProbe)
	d.health.AddProbe("disk", d.room)
	d.gauges()
	d.health.SetGames(d.games)
}

// gauges are measured at every scrape, so each may read at most the oldest game or letter.
func (d *Daemon) gauges() {
	ctx := context.Background()
	d.health.SetBuild(d.o.Version)
	d.health.SetGauge("queue_length", func() float64 {
		n, err := d.store.Outbox(ctx)
		return orUnknown(float64(n), err)
	})
	d.health.SetGauge("oldest_letter_seconds", func() float64 {
		t, err := d.store.Oldest(ctx)
		if t.IsZero() {
			return orUnknown(0, err)
		}
		return orUnknown(d.office.Now().Sub(t).Seconds(), err)
	})
	d.health.SetGauge("seats_late", func() float64 {
		n, _, err := d.office.Lateness(ctx)
		return orUnknown(float64(n), err)
	})
	d.health.SetGauge("longest_late_seconds", func() float64 {
		_, longest, err := d.office.Lateness(ctx)
		return orUnknown(longest.Seconds(), err)
	})
	d.health.SetGauge("last_backup_timestamp_seconds", func() float64 {
		t, err := d.lastBackup(ctx)
		if t.IsZero() {
			return orUnknown(0, err)
		}
		return float64(t.Unix())
	})
	d.health.SetGauge("mailbox_last_look_timestamp_seconds", func() float64 {
		if t := d.looked.Last(); !t.IsZero() {
			return float64(t.Unix())
		}
		return 0
	})
	for by := range d.office.LockTimes() {
		d.health.SetGauge(fmt.Sprintf("lock_held_seconds_total{by=%q}", by), func() float64 { return d.office.LockTimes()[by].Held.Seconds() })
		d.health.SetGauge(fmt.Sprintf("lock_waited_seconds_total{by=%q}", by), func() float64 { return d.office.LockTimes()[by].Waited.Seconds() })
	}
}

// orUnknown returns a measure, or -1 if the store returned an error.
func orUnknown(v float64, err error) float64 {
	if err != nil {
		return -1
	}
	return v
}

// readingMost is how long one mail may be read before monitoring should know.
const readingMost = time.Second

func (d *Daemon) readingProbe() error {
	if t := d.office.ReadingFor(); t > readingMost {
		return fmt.Errorf("one message has been read for %s", t.Round(time.Second))
	}
	return nil
}

// outageLasts is how long the server for outgoing mail may be out of reach before
// monitoring should know.
const outageLasts = time.Minute

func (d *Daemon) outboxProbe() error {
	out, _ := d.pump.Outage()
	held, _ := d.pump.Held()
	return outboxReady(out, held, d.office.Now())
}

func outboxReady(out outbox.Outage, held outbox.Hold, now time.Time) error {
	switch {
	case !out.Since.IsZero() && now.Sub(out.Since) < outageLasts:
		return nil
	case !out.Since.IsZero():
		return fmt.Errorf("no server reached since %s: %s", out.Since.Format(time.RFC3339), out.Reason)
	case !held.Until.IsZero():
		return fmt.Errorf("on hold until %s: %s", held.Until.Format(time.RFC3339), held.Reason)
	}
	return nil
}

func (d *Daemon) mailboxProbe() error {
	switch s := d.box.Load(); s.State {
	case imapbox.Watching:
		return errors.Join(s.Err, d.looked.Within(3*d.o.Config.Mail.In.PollInterval.Duration)())
	case imapbox.Broken, imapbox.Busy, imapbox.Refused:
		return fmt.Errorf("%s: %w", s.State, s.Err)
	}
	return errors.New("not reached yet")
}

func (d *Daemon) games() map[string]int {
	states, err := d.office.CountByState(context.Background())
	if err != nil {
		d.o.Log.Error("counting games", "err", err)
	}
	return states
}

// count is called for every mail.
func (d *Daemon) count(v verdict.Verdict, taken, refused int) {
	d.health.MailIn(cmp.Or(string(v.Why), "orders"), string(v.Act))
	d.health.OrdersAccepted(taken)
	d.health.OrdersRefused(refused)
	d.o.Count(v, taken, refused)
}

func (d *Daemon) runHealth(ctx context.Context) error {
	return d.health.ListenAndServe(ctx, d.o.Config.Health.Listen)
}

func (d *Daemon) runWeb(ctx context.Context) error {
	if d.o.Config.OneClick() {
		if _, err := d.office.Handle(ctx, "web.link", nil); err != nil { // it draws the secret of links
			d.o.Log.Error("letters get no button to unsubscribe with one click", "err", err)
		}
	}
	return web.New(web.Options{Config: d.o.Config, Store: d.store, Titles: d.o.Titles, Templates: d.o.Templates, Log: d.o.Log, Unsubscribe: d.office.Unsubscribe}).Serve(ctx)
}

// tellStop tells systemd that the service was asked to stop.
func (d *Daemon) tellStop(ctx context.Context) error {
	<-ctx.Done()
	d.systemd("STOPPING=1")
	return nil
}
