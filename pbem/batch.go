package pbem

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/inbox"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/fault"
	"railpost/pbem/mail/imapbox"
	"railpost/store"
)

// batch is the mails of one look at the mailbox. Those of different games are worked out side
// by side and share a write.
type batch struct {
	office   *Office
	received []*inbox.Received
	verdicts []imapbox.Verdict
	slow     []int // mails that took too long
	stale    []int // mails whose games another daemon has changed meanwhile
	single   bool  // each mail is taken by itself
	alone    bool  // each mail is taken alone: slow ones for the last time, or one by hand
	replayed bool  // the organiser delivers the mails by hand
}

// pending is a mail on its way.
type pending struct {
	basis  *store.Basis // reads for the mail
	index  int
	in     *inbox.Mail
	change *journal.Change // nil: not decided yet
	err    error
}

func newBatch(o *Office, mails ...imapbox.Mail) *batch {
	b := &batch{office: o, verdicts: slices.Repeat([]imapbox.Verdict{imapbox.Later}, len(mails))}
	for _, m := range mails {
		b.received = append(b.received, inbox.Receive(m))
	}
	return b
}

// messages reads the mails from an index on, as many as can be worked out side by side.
func (b *batch) messages(ctx context.Context, i int) (some []*pending, err error) {
	for ; i < len(b.received); i++ {
		r := b.received[i]
		if err := b.office.inbox.Reading(r.Key()); err != nil {
			return nil, err
		}
		b.office.journal.Hook("reading")
		own := store.WithBasis(ctx)
		in, err := b.office.inbox.Read(own, r, b.replayed)
		alone := b.alone || b.single || err != nil || !in.OfSeat() || b.office.inbox.Suspect(r)
		if len(some) > 0 && (alone || clashes(some, in)) {
			return some, nil // it is read again when they are written
		}
		if some = append(some, &pending{basis: store.BasisOf(own), index: i, in: in}); alone {
			return some, err
		}
	}
	return some, nil
}

// clashes reports whether a mail depends on the results of others.
func clashes(some []*pending, in *inbox.Mail) bool {
	return slices.ContainsFunc(some, func(p *pending) bool { return p.in.Key == in.Key || p.in.Game.Name == in.Game.Name })
}

// decideAll decides mails in parallel. It returns those up to the first that others may depend on, since it
// leaves values without a game; the others must be read again.
func (b *batch) decideAll(ctx context.Context, some []*pending) ([]*pending, error) {
	o := b.office
	if len(some) > 1 {
		keys := engine.Each(some, func(p *pending) string { return b.received[p.index].Key() })
		if err := o.inbox.Reading(keys...); err != nil {
			return nil, err
		}
		o.journal.Hook("deciding")
	}
	inbox.SideBySide(len(some), func(i int) bool {
		p := some[i]
		p.change, p.err = b.decide(p.basis.In(ctx), p.in)
		return p.err == nil && len(p.change.Values) == 0
	})
	for i, p := range some {
		switch {
		case p.change == nil && i == 0:
			return nil, p.err
		case p.change == nil:
			return some[:i], nil
		}
		if o.inbox.Mark(ctx, p.in, p.change); len(p.change.Values) > 0 {
			return some[:i+1], nil
		}
	}
	return some, nil
}

// putOff leaves a mail whose game cannot be read in the mailbox, so that the others are handled, and moves a
// slow one to the end of its batch. Any other error is returned.
func (b *batch) putOff(ctx context.Context, i int, err error) error {
	var game *fault.Game
	switch {
	case errors.As(err, &game):
		return tell.AlarmBroken(ctx, b.office.journal, game)
	case errors.Is(err, inbox.ErrSlow):
		b.office.journal.Log.Warn("a message took too long; it is tried once more after the others", "mail", b.received[i].Key())
		b.slow = append(b.slow, i)
		return nil
	}
	return err
}

// commit stores the changes of mails, in their order, with their letters to seats.
func (b *batch) commit(ctx context.Context, some []*pending) error {
	o := b.office
	var kept []*pending
	var commits []store.Commit
	for _, p := range some {
		if p.change.Empty { // see gate.Repeated
			b.verdicts[p.index] = imapbox.Again
			o.logMail(p.in, p.change)
			continue
		}
		c, err := p.change.Commit(p.basis.In(ctx))
		if err != nil {
			return err
		}
		kept, commits = append(kept, p), append(commits, c)
	}
	if len(commits) == 0 {
		return nil
	}
	o.finishAll(ctx, kept, commits)
	// If the process dies from here on, the mail read last is not to blame.
	if !b.replayed { // the file is about mails of the mailbox
		if err := o.inbox.Reading(); err != nil {
			return err
		}
	}
	o.journal.Hook("before-commit")
	errs, err := o.journal.Store.Commit(ctx, commits...)
	for i, p := range kept {
		if (err != nil || errs[i] != nil) && p.change.Game != nil {
			o.writer.ForgetGame(p.change.Game)
		}
	}
	if err != nil {
		return fmt.Errorf("pbem: storing %d messages: %w", len(commits), err)
	}
	o.journal.Hook("after-commit")
	for i, p := range kept {
		o.journal.Settle(p.change, commits[i], errs[i])
		err = errors.Join(err, b.judge(ctx, p, errs[i]))
	}
	return err
}

func (b *batch) judge(ctx context.Context, p *pending, err error) error {
	var damaged *store.Corrupt
	switch {
	case err == nil, errors.Is(err, store.ErrSeen) && (b.office.shared == nil || p.change.Poison): // what is set aside asks for no mark first
		b.verdicts[p.index] = imapbox.Done
		if p.change.Poison {
			b.verdicts[p.index] = imapbox.Poison
		}
		b.office.logMail(p.in, p.change)
	case errors.Is(err, store.ErrStale), errors.Is(err, store.ErrSeen): // another daemon had the same mail, or one of that name
		b.stale = append(b.stale, p.index)
	case errors.Is(err, store.ErrInvalid):
		return b.quarantine(ctx, p, err)
	case errors.As(err, &damaged): // the mail stays in the mailbox, as in take
		return tell.AlarmBroken(ctx, b.office.journal, &fault.Game{Name: damaged.Game, Err: err})
	default:
		return fmt.Errorf("pbem: storing a message: %w", err)
	}
	return nil
}

// quarantine quarantines a mail whose change the store will never accept, so that it does not block the mails after it.
func (b *batch) quarantine(ctx context.Context, p *pending, why error) error {
	o := b.office
	c := o.gate.Faulty(ctx, p.in, why)
	o.inbox.Mark(ctx, p.in, c)
	if err := o.journal.Commit(ctx, c); err != nil {
		return fmt.Errorf("pbem: quarantining a message: %w", err)
	}
	b.verdicts[p.index] = imapbox.Poison
	o.logMail(p.in, c)
	return nil
}
