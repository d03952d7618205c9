package pbem

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"railpost/pbem/due"
	"railpost/pbem/fault"
	"railpost/pbem/imapbox"
	"railpost/pbem/inbox"
	"railpost/pbem/journal"
	"railpost/pbem/verdict"
	"railpost/store"
)

// Deliver takes mails out of the mailbox and returns what is to become of each
// there. Mails of different games share one durable write; a second mail of the same
// game waits for the first. With an error the mails after the last verdict stay
// where they are.
func (o *Office) Deliver(ctx context.Context, mails []imapbox.Mail) ([]imapbox.Verdict, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	b := newBatch(o, len(mails))
	now := o.journal.Now()
	o.keeper.Found(due.Mailbox, now)
	_, err := o.keeper.AfterOutage(ctx, now)
	for i := 0; err == nil && i < len(mails); i++ {
		err = b.take(ctx, i, mails[i])
	}
	if err == nil {
		err = b.flush(ctx)
	}
	if err == nil {
		err = b.again(ctx, mails)
	}
	return b.verdicts, errors.Join(err, o.inbox.Reading(""))
}

// take is the way of one mail: mailbox -> message -> orders -> engine -> log ->
// letters -> outbox.
func (b *batch) take(ctx context.Context, i int, m imapbox.Mail) error {
	if err := b.office.inbox.Reading(inbox.KeyOf(m)); err != nil {
		return err
	}
	b.office.journal.Hook("reading")
	in, err := b.message(ctx, m) // decoded; who wrote it, and which letter they answer
	if err != nil {
		return b.putOff(ctx, i, m, err)
	}
	c, err := b.decide(ctx, in) // its orders, what the engine says to them, the letters that follow
	if err != nil {
		return b.putOff(ctx, i, m, err)
	}
	b.pending = append(b.pending, pending{i, in, c})
	if len(c.Values) > 0 { // the next mail may depend on them
		return b.flush(ctx) // into the log, its letters into the outbox
	}
	return nil
}

// batch collects changes that can share one write.
type batch struct {
	office   *Office
	verdicts []imapbox.Verdict
	pending  []pending
	slow     []int // mails that took too long
	last     bool  // these are being tried again
	replayed bool  // the organiser takes the mails in by hand
}

type pending struct {
	index  int
	in     *inbox.Mail
	change *journal.Change
}

func newBatch(o *Office, mails int) *batch {
	return &batch{office: o, verdicts: slices.Repeat([]imapbox.Verdict{imapbox.Later}, mails)}
}

// takeIn takes in a mail by hand, as if it lay in the mailbox.
func (o *Office) takeIn(ctx context.Context, raw []byte) (*inbox.Mail, *journal.Change, error) {
	b := newBatch(o, 1)
	b.replayed, b.last = true, true
	in, err := b.message(ctx, imapbox.Mail{Raw: raw, Size: int64(len(raw))})
	if err != nil {
		return nil, nil, err
	}
	c, err := b.decide(ctx, in)
	if err != nil {
		return nil, nil, err
	}
	b.pending = append(b.pending, pending{0, in, c})
	return in, c, b.flush(ctx)
}

// message reads a mail once nothing that it may depend on is still to be written.
func (b *batch) message(ctx context.Context, m imapbox.Mail) (*inbox.Mail, error) {
	in, err := b.office.inbox.Read(ctx, m, b.replayed)
	if err != nil || !b.clashes(in) {
		return in, err
	}
	if err := errors.Join(b.flush(ctx), b.office.inbox.Reading(inbox.KeyOf(m))); err != nil {
		return nil, err
	}
	return b.office.inbox.Read(ctx, m, b.replayed)
}

// decide returns what follows from a mail.
func (b *batch) decide(ctx context.Context, in *inbox.Mail) (*journal.Change, error) {
	c, err := b.office.decide(ctx, in)
	if b.last && errors.Is(err, inbox.ErrSlow) {
		c, err = b.office.gate.TooSlow(ctx, in)
	}
	if err != nil {
		return nil, err
	}
	b.office.inbox.Mark(in, c)
	return c, nil
}

// putOff leaves a mail in the mailbox whose game cannot be read, so that the others
// go on, and puts one that was slow after the others of its batch. Any other error is
// returned.
func (b *batch) putOff(ctx context.Context, i int, m imapbox.Mail, err error) error {
	var game *fault.Game
	switch {
	case errors.As(err, &game):
		if err := b.flush(ctx); err != nil {
			return err
		}
		return b.office.journal.AlarmBroken(ctx, game)
	case errors.Is(err, inbox.ErrSlow):
		b.office.journal.Log.Warn("a mail took too long and is tried once more behind the others", "mail", inbox.KeyOf(m))
		b.slow = append(b.slow, i)
		return nil
	}
	return err
}

// clashes: what in says may depend on a change that is still to be written.
// Changes of no game touch service-wide values and go one by one.
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
		kept, commits = append(kept, p), append(commits, c)
	}
	b.pending = nil
	if len(commits) == 0 {
		return nil
	}
	// A death from here on is no fault of the mail read last.
	if err := o.inbox.Reading(""); err != nil {
		return err
	}
	o.journal.Hook("before-commit")
	errs, err := o.journal.Store.Commit(ctx, commits...)
	if err != nil {
		return fmt.Errorf("pbem: keeping %d mails: %w", len(commits), err)
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
		// Somebody else has changed the game: the mail is read again at the next look.
	case errors.Is(err, store.ErrInvalid):
		return b.aside(ctx, p, err)
	case errors.As(err, &damaged): // the mail stays in the mailbox, as in take
		return b.office.journal.AlarmBroken(ctx, &fault.Game{Name: damaged.Game, Err: err})
	default:
		return fmt.Errorf("pbem: keeping a mail: %w", err)
	}
	return nil
}

// aside quarantines a mail whose change the store will never accept: it must not stop
// the mails after it.
func (b *batch) aside(ctx context.Context, p pending, why error) error {
	o := b.office
	c, err := o.gate.Faulty(ctx, p.in, why)
	if err != nil {
		return err
	}
	o.inbox.Mark(p.in, c)
	if err := o.journal.Commit(c); err != nil {
		return fmt.Errorf("pbem: putting a mail aside: %w", err)
	}
	b.verdicts[p.index] = imapbox.Poison
	o.told(p.in, c)
	return nil
}

// told writes the one line a mail has in the daemon's log. No body, no token.
func (o *Office) told(in *inbox.Mail, c *journal.Change) {
	game, step := "", uint64(0)
	if in.Game != nil {
		game, step = in.Game.Name, c.Seq()
	}
	id := ""
	if in.Message != nil {
		id = in.Message.MessageID
	}
	o.count(c.Verdict, c.Taken, c.Refused)
	o.journal.Log.Info("mail in", "message_id", id, "game", game, "seat", int(in.Seat), "step", step, "verdict", c.Verdict.String(), "ms", o.journal.Now().Sub(c.At).Milliseconds())
}

// again tries the mails that were slow once more, each alone.
func (b *batch) again(ctx context.Context, ms []imapbox.Mail) error {
	b.last = true
	for _, i := range b.slow {
		if err := b.take(ctx, i, ms[i]); err != nil {
			return err
		}
		if err := b.flush(ctx); err != nil {
			return err
		}
	}
	return nil
}

// decide returns what follows from a message, the queued letters among it. A
// fault of ours (a panic, an engine's error) puts the mail into quarantine and
// is told to the organiser; it never loses the mail nor stops the others.
func (o *Office) decide(ctx context.Context, in *inbox.Mail) (*journal.Change, error) {
	c, err := o.route(ctx, in)
	var ours *fault.Error
	if errors.Is(err, inbox.ErrSlow) || !errors.As(err, &ours) {
		return c, err
	}
	return o.gate.Faulty(ctx, in, err)
}

// route sends a mail the way its class, its history and its sender ask for.
func (o *Office) route(ctx context.Context, in *inbox.Mail) (c *journal.Change, err error) {
	defer fault.Guard(o.journal.Log, "a mail", &err)
	if err := in.Slow(o.journal.Now()); err != nil {
		return nil, err
	}
	switch {
	case in.Fault != nil, in.Short && in.Message.From == "": // nothing of it is at hand, so it may have been anything
		return o.gate.Unreadable(ctx, in)
	case !in.Message.Class.Answerable():
		return o.gate.Bounced(ctx, in)
	case in.Large:
		return o.gate.Unreadable(ctx, in)
	}
	mark, seen, err := o.journal.Store.Seen(ctx, in.Key)
	if err != nil {
		return nil, err
	}
	if seen {
		return o.gate.Repeated(ctx, in, mark)
	}
	switch {
	case in.Proof == inbox.Proven:
		return o.handler.Handle(ctx, in)
	case in.Message.Away:
		return o.journal.NewChange(ctx, nil).Judged(verdict.Ignored, verdict.Away), nil
	}
	switch in.Proof {
	case inbox.Confirming:
		return o.gate.Confirm(ctx, in)
	case inbox.OtherAddress:
		return o.gate.Enclose(ctx, in)
	case inbox.Unauthentic:
		return o.gate.AnswerUnauthentic(ctx, in)
	case inbox.OnFile:
		return o.gate.AnswerOnFile(ctx, in)
	}
	return o.gate.AnswerStranger(ctx, in)
}
