package pbem

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"railpost/pbem/desk/due"
	"railpost/pbem/desk/inbox"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/mail/imapbox"
	"railpost/store"
)

// Deliver handles mails from the mailbox and returns what is to become of each there. Mails
// of different games are worked out side by side and share one durable write; a second mail of
// the same game waits for the first. What comes of them is the same as if each came alone. After an
// error the mails after the last verdict stay in the mailbox.
//
// A batch is decoded before the lock of the office is taken, so meanwhile letters are written.
func (o *Office) Deliver(ctx context.Context, mails []imapbox.Mail) ([]imapbox.Verdict, error) {
	defer o.delivering.lock(byMail)()
	mine, release, err := o.claimMails(ctx, mails)
	if err != nil {
		return nil, err
	}
	defer release()
	b := newBatch(o, mine...)
	if err := o.inbox.Decode(b.received); err != nil {
		return b.verdicts, err
	}
	defer o.lock(byMail)()
	o.keeper.SourceReached(due.Mailbox, o.keeper.Time.Wall())
	err = o.keeper.BeforeMail(ctx)
	for i, n := 0, 0; err == nil && i < len(mine); i += n {
		n, err = b.take(ctx, i)
	}
	if err == nil {
		err = b.retryStale(ctx)
	}
	if err == nil {
		err = b.retrySlow(ctx)
	}
	return verdictsOf(mails, mine, b.verdicts), errors.Join(err, o.inbox.Reading())
}

// claimMails returns the mails that no other daemon is reading, and keeps others from them until they are released.
func (o *Office) claimMails(ctx context.Context, mails []imapbox.Mail) (mine []imapbox.Mail, release func(), err error) {
	if o.shared == nil {
		return mails, func() {}, nil
	}
	var taken []func()
	release = func() {
		for _, f := range taken {
			f()
		}
	}
	for _, m := range mails {
		free, ok, err := o.shared.Try(ctx, "mail "+inbox.Receive(m).Key())
		if err != nil {
			release()
			return nil, nil, fmt.Errorf("pbem: claiming messages: %w", err)
		}
		if ok {
			mine, taken = append(mine, m), append(taken, free)
		}
	}
	return mine, release, nil
}

// verdictsOf returns the verdicts of all mails: those that another daemon reads stay in the mailbox.
func verdictsOf(mails, mine []imapbox.Mail, verdicts []imapbox.Verdict) []imapbox.Verdict {
	if len(mine) == len(mails) {
		return verdicts
	}
	out := slices.Repeat([]imapbox.Verdict{imapbox.Later}, len(mails))
	for i, j := 0, 0; i < len(mails) && j < len(mine); i++ {
		if mails[i].UID == mine[j].UID {
			out[i] = verdicts[j]
			j++
		}
	}
	return out
}

// take is the way of the next mails that can go side by side: mailbox -> message -> orders ->
// engine -> log -> letters -> outbox. It returns how many they are.
func (b *batch) take(ctx context.Context, i int) (int, error) {
	b.office.decide(byMail, false)  // until they have been read
	some, err := b.messages(ctx, i) // decoded; their authors, and the letters they answer
	if err == nil {
		b.deciding(some)
		some, err = b.decideAll(ctx, some) // their orders, the engine's verdicts, the letters that follow
	}
	if err != nil {
		b.office.decide(byMail, true)
		return 1, b.putOff(ctx, i, err)
	}
	err = b.commit(ctx, some) // into the log, their letters into the outbox
	for j := i; j < i+len(some); j++ {
		if !slices.Contains(b.stale, j) {
			b.received[j] = nil // its text is not needed any more
		}
	}
	return len(some), err
}

// deciding notes that mails are decided; those that are not from seats, or ask the lobby, may be about any game.
func (b *batch) deciding(some []*pending) {
	var names []string
	any := false
	for _, p := range some {
		if any = any || !p.in.OfSeat() || b.office.lobby.Concerns(p.in); !any {
			names = append(names, p.in.Game.Name)
		}
	}
	b.office.decide(byMail, any, names...)
}

// takeIn delivers a mail by hand, as if it were in the mailbox.
func (o *Office) takeIn(ctx context.Context, raw []byte) (*inbox.Mail, *journal.Change, error) {
	return o.takeAlone(ctx, imapbox.Mail{Raw: raw, Size: int64(len(raw))}, false)
}

// takeAlone delivers one mail; again: a lost store may have handled it before. Then automatic mail is left alone, since
// the letters that it is about are those of that store.
func (o *Office) takeAlone(ctx context.Context, m imapbox.Mail, again bool) (*inbox.Mail, *journal.Change, error) {
	b := newBatch(o, m)
	b.replayed, b.alone = true, true
	ctx = store.WithBasis(ctx)
	in, err := o.inbox.Read(ctx, b.received[0], true)
	if err != nil {
		return in, nil, err
	}
	if in.Again = again; again && in.Fault == nil && in.Message.Class.Automatic() {
		return in, o.journal.NewChange(nil).Judged(verdict.Ignored, verdict.Why(in.Message.Class)), nil
	}
	some, err := b.decideAll(ctx, []*pending{{basis: store.BasisOf(ctx), in: in}})
	if err != nil {
		return in, nil, err
	}
	err = b.commit(ctx, some)
	if err == nil && len(b.stale) > 0 {
		err = store.ErrStale
	}
	return in, some[0].change, err
}

// decide returns what follows from a mail, including the queued letters. A fault of ours (a
// panic, an error of the engine) quarantines the mail and is reported to the organiser; it
// neither loses the mail nor stops the others.
func (b *batch) decide(ctx context.Context, in *inbox.Mail) (*journal.Change, error) {
	o := b.office
	in.Resume(o.journal.Now())
	defer o.inbox.Begin(in.Key)()
	c, err := o.route(ctx, in)
	var ours *fault.Error
	switch slow := errors.Is(err, inbox.ErrSlow); {
	case slow && (b.alone || in.Laborious()):
		c = o.gate.TooSlow(ctx, in)
		err = c.Err
	case !slow && errors.As(err, &ours):
		c = o.gate.Faulty(ctx, in, err)
		err = c.Err
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// route returns the change of a mail, or the fault of ours that it met.
func (o *Office) route(ctx context.Context, in *inbox.Mail) (c *journal.Change, err error) {
	defer fault.Guard(o.journal.Log, "a mail", &err)
	c = o.handle(ctx, in)
	return c, c.Err
}

// handle passes a mail to the handler for its class, its history and its sender.
func (o *Office) handle(ctx context.Context, in *inbox.Mail) *journal.Change {
	if err := in.Slow(o.journal.Now()); err != nil {
		return o.journal.NewChange(nil).Fail(err)
	}
	switch {
	case in.Fault != nil, in.Short && in.Message.From == "": // none of it is available, so it may have been anything
		return o.gate.Unreadable(ctx, in)
	case in.Message.Class.Automatic():
		return o.gate.Bounced(ctx, in)
	case in.Large:
		return o.gate.Unreadable(ctx, in)
	}
	mark, seen, err := o.journal.Store.Seen(ctx, in.Key)
	if err != nil {
		return o.journal.NewChange(nil).Fail(err)
	}
	if seen {
		return o.gate.Repeated(ctx, in, mark)
	}
	switch {
	case in.Robot:
		return o.orders.Handle(ctx, in)
	case in.Proof == inbox.Proven:
		if c := o.lobby.FromSeat(ctx, in); c != nil {
			return c
		}
		return o.orders.Handle(ctx, in)
	case in.Message.Away:
		return o.journal.NewChange(nil).Judged(verdict.Ignored, verdict.Away)
	case in.Message.From == "":
		return o.gate.SenderUnread(ctx, in, o.lobby.Asks(ctx, in))
	}
	if in.Proof == inbox.Organiser {
		return o.desk.ByMail(ctx, in)
	}
	if in.Digest != nil {
		return o.digest.Answer(ctx, in)
	}
	if c := o.desk.FirstLetter(ctx, in); c != nil {
		return c
	}
	switch in.Proof {
	case inbox.Confirming:
		return o.gate.Confirm(ctx, in)
	case inbox.Asked:
		return o.gate.AnswerGuest(ctx, in)
	case inbox.Listed:
		return o.gate.AnswerNewcomer(ctx, in)
	case inbox.Visitor:
		return o.lobby.Answer(ctx, in)
	case inbox.OtherAddress:
		return o.gate.Enclose(ctx, in)
	case inbox.Unauthentic:
		return o.gate.AnswerUnauthentic(ctx, in)
	}
	if c := o.lobby.Unsubscribe(ctx, in); c != nil {
		return c
	}
	if c := o.lobby.FirstLetter(ctx, in); c != nil {
		return c
	}
	if in.Proof == inbox.OnFile {
		if c := o.gate.EncloseUnproven(ctx, in); c != nil {
			return c
		}
		return o.gate.AnswerOnFile(ctx, in)
	}
	return o.gate.AnswerStranger(ctx, in)
}

// logMail writes the one line for a mail in the daemon's log. No body, no token. A mail without Message-ID is
// named by its key.
func (o *Office) logMail(in *inbox.Mail, c *journal.Change) {
	game, step := "", uint64(0)
	if in.Game != nil {
		game, step = in.Game.Name, c.Seq()
	}
	id := in.Key
	if in.Message != nil && in.Message.MessageID != "" {
		id = in.Message.MessageID
	}
	o.count(c.Verdict, c.Taken, c.Refused)
	o.journal.Log.Info("mail in", "message_id", id, "game", game, "seat", int(in.Seat), "step", step, "verdict", c.Verdict.String(), "ms", o.journal.Now().Sub(c.At).Milliseconds())
}

// retryStale decides mails again whose games another daemon has changed meanwhile. After some attempts they wait for
// the next poll.
func (b *batch) retryStale(ctx context.Context) error {
	b.single = true
	for range staleRetriesMost {
		stale := b.stale
		b.stale = nil
		for _, i := range stale {
			b.office.journal.Log.Info("a message is processed again: another daemon changed its game", "mail", b.received[i].Key())
			if _, err := b.take(ctx, i); err != nil {
				return err
			}
		}
	}
	return nil
}

const staleRetriesMost = 8

// retrySlow retries the slow mails, each alone.
func (b *batch) retrySlow(ctx context.Context) error {
	b.alone = true
	for _, i := range b.slow {
		if _, err := b.take(ctx, i); err != nil {
			return err
		}
	}
	return nil
}
