package imapbox

import (
	"context"
	"errors"
	"time"

	"github.com/emersion/go-imap/v2"

	"railpost/pbem/facts/clock"
)

type deliverFunc = func(ctx context.Context, ms []Mail) ([]Verdict, error)

// Run watches the mailbox until ctx ends, and then returns nil; it returns an error only
// for a configuration that cannot work. deliver is called with one batch at a time, oldest
// mail first, and must have committed every mail for which it returns Done; an error leaves
// the batch in the mailbox for later. status is called at every change; it must not block.
func Run(ctx context.Context, c Config, deliver deliverFunc, status func(Status)) error {
	c, err := c.withDefaults()
	if err != nil {
		return err
	}
	if status == nil {
		status = func(Status) {}
	}
	r := &runner{c: c, deliver: deliver, status: status}
	for ctx.Err() == nil {
		err := r.session(ctx)
		if ctx.Err() != nil {
			return nil
		}
		r.pause(ctx, err)
	}
	return nil
}

type runner struct {
	c       Config
	deliver deliverFunc
	status  func(Status)
	memory  memory
	failed  int       // sessions in a row that ended early
	refused int       // times that the server refused to open the mailbox
	began   time.Time // of the present session
	watched bool      // it has reached the end of the mailbox
}

// session is one connection from log-in to its end. It returns why it ended.
func (r *runner) session(ctx context.Context) error {
	r.began, r.watched = time.Now(), false
	r.status(Status{State: Connecting})
	l, err := connect(ctx, r.c)
	if err != nil {
		return busy(err)
	}
	defer l.close()
	b, err := openBox(l, &r.memory)
	if err != nil {
		return r.barred(err)
	}
	r.refused = 0
	opened, woken := time.Now(), false
	for {
		if err := b.drain(ctx, r.deliver, woken); err != nil {
			return err
		}
		if ctx.Err() != nil {
			l.logout()
			return nil
		}
		n, next := b.waiting()
		unread, unmoved := b.faults()
		r.status(Status{State: Watching, Err: errors.Join(b.trouble, unread.cause()), Waiting: n,
			Renewed: b.memory.renewed, Unread: unread, Unmoved: unmoved})
		b.memory.renewed, r.watched = false, true
		if woken, err = b.wait(ctx, earliest(opened.Add(r.c.Poll), next)); err != nil {
			return err
		}
		if ctx.Err() == nil && time.Since(opened) >= r.c.Poll {
			opened, woken = time.Now(), false
			if err := b.open(); err != nil {
				return r.barred(err)
			}
		}
	}
}

func earliest(a, b time.Time) time.Time {
	if b.IsZero() || a.Before(b) {
		return a
	}
	return b
}

// wait returns when the mailbox should be looked at again: the server announced mail
// (woken), the time has come, IDLE has run long enough, or ctx ended.
func (b *box) wait(ctx context.Context, until time.Time) (woken bool, err error) {
	select {
	case <-b.wake: // it arrived while a command ran
		return true, nil
	default:
	}
	if b.c.NoIdle || !b.caps.Has(imap.CapIdle) {
		return b.sleep(ctx, until)
	}
	return b.idle(ctx, earliest(until, time.Now().Add(b.c.IdleMax)))
}

// idle waits with IDLE. A wake-up can be lost, which is why the caller searches when the time
// has come.
func (b *box) idle(ctx context.Context, until time.Time) (woken bool, err error) {
	var cmd interface {
		Close() error
		Wait() error
	}
	err = b.call("idle", 0, func() error {
		c, err := b.imap.Idle()
		cmd = c
		return err
	})
	if err != nil {
		return false, err
	}
	select {
	case <-b.wake:
		woken = true
	case <-time.After(time.Until(until)):
	case <-ctx.Done():
	case <-b.imap.Closed():
	}
	if err := b.call("end idle", 0, cmd.Close); err != nil {
		return false, err
	}
	b.leaving = cmd.Wait
	if woken && !b.memory.patient {
		return true, nil // the next command need not wait for the answer (RFC 3501 5.5)
	}
	return woken, b.left()
}

// left waits for the answer to the end of an IDLE, if there is one that was not waited for.
func (b *box) left() error {
	wait := b.leaving
	if b.leaving = nil; wait == nil {
		return nil
	}
	return b.call("end idle", 0, wait)
}

// sleep waits without IDLE; a NOOP each minute keeps the connection alive and brings news.
func (b *box) sleep(ctx context.Context, until time.Time) (woken bool, err error) {
	for {
		left := time.Until(until)
		if left <= 0 {
			return false, nil
		}
		select {
		case <-time.After(min(left, time.Minute)):
		case <-ctx.Done():
		case <-b.imap.Closed():
		}
		if ctx.Err() != nil {
			return false, nil
		}
		if err := b.call("noop", 0, func() error { return b.imap.Noop().Wait() }); err != nil {
			return false, err
		}
		select {
		case <-b.wake:
			return true, nil
		default:
		}
	}
}

// pause waits before the next connection. After a refusal that is long: repeated attempts get accounts locked.
// For a busy account it is minutes, or the time that the server asks for.
func (r *runner) pause(ctx context.Context, err error) {
	if err == nil {
		err = errors.New("imap: the connection ended")
	}
	if _, refused := errors.AsType[*refusedError](err); refused {
		r.c.Log.Error("imap: the account is refused; waiting for an operator", "err", err, "again_in", r.c.AuthPause)
		r.status(Status{State: Refused, Err: err, Next: time.Now().Add(r.c.AuthPause)})
		r.untilPassword(ctx)
		return
	}
	wait, state := r.backoff(), Broken
	if busy, ok := errors.AsType[*busyError](err); ok {
		state = Busy
		if busy.wait == 0 {
			busy.wait = busyPause << min(r.failed-1, 3)
		}
		wait = max(wait, min(busy.wait, r.c.AuthPause))
	}
	r.c.Log.Warn("imap: connection lost", "err", err, "again_in", wait)
	r.status(Status{State: state, Err: err, Next: time.Now().Add(wait)})
	clock.Sleep(ctx, wait)
}

// busyPause is the first wait for a busy account that does not say how long; it doubles up to
// 16 minutes.
const busyPause = 2 * time.Minute

// settled is the age from which the end of a working session counts as a new problem.
const settled = time.Minute

// backoff doubles up to RetryMax, each reduced a little at random so that many clients do
// not come back together.
func (r *runner) backoff() time.Duration {
	if r.watched && time.Since(r.began) > settled {
		r.failed = 0
	}
	wait := r.c.RetryMax
	if r.failed < 20 {
		wait = min(wait, r.c.RetryMin<<r.failed)
	}
	r.failed++
	return time.Duration(float64(wait) * (0.8 + 0.2*r.c.Random()))
}

// untilPassword waits for AuthPause, or until the password has been changed.
func (r *runner) untilPassword(ctx context.Context) {
	old, oldErr := r.c.secret(ctx)
	end := time.Now().Add(r.c.AuthPause)
	for ctx.Err() == nil && time.Now().Before(end) {
		clock.Sleep(ctx, min(10*time.Second, r.c.AuthPause/8, time.Until(end)))
		now, err := r.c.secret(ctx)
		if err == nil && (oldErr != nil || now != old) {
			return
		}
	}
}
