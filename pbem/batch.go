package pbem

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"railpost/pbem/fault"
	"railpost/pbem/imapbox"
	"railpost/pbem/inbox"
	"railpost/pbem/journal"
	"railpost/store"
)

// batch collects changes that can share one write.
type batch struct {
	office   *Office
	received []*inbox.Received
	verdicts []imapbox.Verdict
	pending  []pending
	slow     []int // mails that took too long
	last     bool  // slow mails are being retried
	replayed bool  // the organiser delivers the mails by hand
}

type pending struct {
	index  int
	in     *inbox.Mail
	change *journal.Change
}

func newBatch(o *Office, mails ...imapbox.Mail) *batch {
	b := &batch{office: o, verdicts: slices.Repeat([]imapbox.Verdict{imapbox.Later}, len(mails))}
	for _, m := range mails {
		b.received = append(b.received, inbox.Receive(m))
	}
	return b
}

// putOff leaves a mail whose game cannot be read in the mailbox, so that the others are
// handled, and moves a slow one to the end of its batch. Any other error is returned.
func (b *batch) putOff(ctx context.Context, i int, key string, err error) error {
	var game *fault.Game
	switch {
	case errors.As(err, &game):
		if err := b.flush(ctx); err != nil {
			return err
		}
		return b.office.journal.AlarmBroken(ctx, game)
	case errors.Is(err, inbox.ErrSlow):
		b.office.journal.Log.Warn("a mail took too long; it is tried once more after the others", "mail", key)
		b.slow = append(b.slow, i)
		return nil
	}
	return err
}

// clashes reports whether in may depend on a change that is still to be written. Changes
// without a game touch service-wide values and are written one by one.
func (b *batch) clashes(in *inbox.Mail) bool {
	for _, p := range b.pending {
		if p.in.Key == in.Key || in.Game == nil || p.in.Game == nil || p.in.Game.Name == in.Game.Name {
			return true
		}
	}
	return false
}

func (b *batch) flush(ctx context.Context) error {
	if len(b.pending) == 0 {
		return nil
	}
	o := b.office
	var kept []pending
	var commits []store.Commit
	for _, p := range b.pending {
		if p.change.Empty {
			b.verdicts[p.index] = imapbox.Done
			o.told(p.in, p.change)
			continue
		}
		c, err := p.change.Commit()
		if err != nil {
			return err
		}
		o.finish(ctx, p.change, &c)
		kept, commits = append(kept, p), append(commits, c)
	}
	b.pending = nil
	if len(commits) == 0 {
		return nil
	}
	// If the process dies from here on, the mail read last is not to blame.
	if !b.replayed { // the file is about mails of the mailbox
		if err := o.inbox.Reading(); err != nil {
			return err
		}
	}
	o.journal.Hook("before-commit")
	errs, err := o.journal.Store.Commit(ctx, commits...)
	if err != nil {
		return fmt.Errorf("pbem: storing %d mails: %w", len(commits), err)
	}
	o.journal.Hook("after-commit")
	for i, p := range kept {
		o.journal.Settle(p.change, commits[i], errs[i])
		err = errors.Join(err, b.judge(ctx, p, errs[i]))
	}
	return err
}

func (b *batch) judge(ctx context.Context, p pending, err error) error {
	var damaged *store.Corrupt
	switch {
	case err == nil, errors.Is(err, store.ErrSeen):
		b.verdicts[p.index] = imapbox.Done
		if p.change.Poison {
			b.verdicts[p.index] = imapbox.Poison
		}
		b.office.told(p.in, p.change)
	case errors.Is(err, store.ErrStale):
		// Somebody else has changed the game: the mail is read again at the next poll.
	case errors.Is(err, store.ErrInvalid):
		return b.aside(ctx, p, err)
	case errors.As(err, &damaged): // the mail stays in the mailbox, as in take
		return b.office.journal.AlarmBroken(ctx, &fault.Game{Name: damaged.Game, Err: err})
	default:
		return fmt.Errorf("pbem: storing a mail: %w", err)
	}
	return nil
}

// aside quarantines a mail whose change the store will never accept, so that it does not
// block the mails after it.
func (b *batch) aside(ctx context.Context, p pending, why error) error {
	o := b.office
	c := o.gate.Faulty(ctx, p.in, why)
	o.inbox.Mark(p.in, c)
	if err := o.journal.Commit(c); err != nil {
		return fmt.Errorf("pbem: setting a mail aside: %w", err)
	}
	b.verdicts[p.index] = imapbox.Poison
	o.told(p.in, c)
	return nil
}
