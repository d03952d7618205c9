package pbem

import (
	"context"
	"errors"
	"fmt"

	"railpost/engine"
	"railpost/pbem/fault"
	"railpost/pbem/imapbox"
	"railpost/pbem/journal"
	"railpost/pbem/verdict"
	"railpost/store"
)

// Deliver takes mails out of the mailbox and answers with what is to become of
// each there. Mails of different games share one durable write; a second mail
// of the same game waits for the first. With an error the mails behind the
// last verdict stay where they are.
func (o *Office) Deliver(ctx context.Context, ms []imapbox.Mail) ([]imapbox.Verdict, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	b := &batch{office: o, verdicts: make([]imapbox.Verdict, len(ms))}
	for i := range b.verdicts {
		b.verdicts[i] = imapbox.Later
	}
	o.Found(Mailbox, o.Now())
	_, err := o.afterOutage(ctx, o.Now())
	for i := 0; err == nil && i < len(ms); i++ {
		err = b.take(ctx, i, ms[i])
	}
	if err == nil {
		err = b.flush(ctx)
	}
	if err == nil {
		err = b.again(ctx, ms)
	}
	return b.verdicts, errors.Join(err, o.reading(""))
}

// batch collects changes that can share one write.
type batch struct {
	office   *Office
	verdicts []imapbox.Verdict
	pending  []pending
	behind   []int // mails that were slow
	last     bool  // these are being tried again
	replayed bool  // the organiser takes the mails in by hand
}

type pending struct {
	index  int
	in     *incoming
	change *journal.Change
}

// take works out one mail. A mail of a game that cannot be read stays in the
// mailbox; the others go on.
func (b *batch) take(ctx context.Context, i int, m imapbox.Mail) error {
	o := b.office
	if err := o.reading(keyOf(m)); err != nil {
		return err
	}
	o.Hook("reading")
	c, in, err := b.decide(ctx, m)
	var game *fault.Game
	if errors.As(err, &game) {
		if err := b.flush(ctx); err != nil {
			return err
		}
		return o.AlarmBroken(ctx, game)
	}
	if errors.Is(err, errSlow) {
		b.later(i, m)
		return nil
	}
	if err != nil {
		return err
	}
	b.pending = append(b.pending, pending{i, in, c})
	if len(c.Values) > 0 { // the next mail may depend on them
		return b.flush(ctx)
	}
	return nil
}

// decide reads a mail and says what follows from it, once nothing that it may
// depend on is still to be written.
func (b *batch) decide(ctx context.Context, m imapbox.Mail) (*journal.Change, *incoming, error) {
	in, err := b.office.read(ctx, m, b.replayed)
	if err != nil {
		return nil, nil, err
	}
	if b.clashes(in) {
		if err := errors.Join(b.flush(ctx), b.office.reading(keyOf(m))); err != nil {
			return nil, nil, err
		}
		if in, err = b.office.read(ctx, m, b.replayed); err != nil {
			return nil, nil, err
		}
	}
	c, err := b.office.decide(ctx, in)
	if b.last && errors.Is(err, errSlow) {
		c, err = b.office.putAsideSlow(ctx, in)
	}
	if err != nil {
		return nil, nil, err
	}
	b.office.mark(in, c)
	return c, in, nil
}

// clashes: what in says may depend on a change that is still to be written.
// Changes of no game touch service-wide values and go one by one.
func (b *batch) clashes(in *incoming) bool {
	for _, p := range b.pending {
		if p.in.key == in.key || in.game == nil || p.in.game == nil || p.in.game.Name == in.game.Name {
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
	if err := o.reading(""); err != nil {
		return err
	}
	o.Hook("before-commit")
	errs, err := o.Store.Commit(ctx, commits...)
	if err != nil {
		return fmt.Errorf("pbem: keeping %d mails: %w", len(commits), err)
	}
	o.Hook("after-commit")
	for i, p := range kept {
		o.Settle(p.change, commits[i], errs[i])
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
		return b.office.AlarmBroken(ctx, &fault.Game{Name: damaged.Game, Err: err})
	default:
		return fmt.Errorf("pbem: keeping a mail: %w", err)
	}
	return nil
}

// aside puts a mail into quarantine whose change the store will never take: it
// must not stop the mails behind it.
func (b *batch) aside(ctx context.Context, p pending, why error) error {
	o := b.office
	c, err := o.faulty(ctx, p.in, why)
	if err != nil {
		return err
	}
	o.mark(p.in, c)
	if err := o.Commit(c); err != nil {
		return fmt.Errorf("pbem: putting a mail aside: %w", err)
	}
	b.verdicts[p.index] = imapbox.Poison
	o.told(p.in, c)
	return nil
}

// told writes the one line a mail has in the daemon's log. No body, no token.
func (o *Office) told(in *incoming, c *journal.Change) {
	game, step := "", uint64(0)
	if in.game != nil {
		game, step = in.game.Name, c.Seq()
	}
	id := ""
	if in.mail != nil {
		id = in.mail.MessageID
	}
	o.Count(c.Verdict, c.Taken, c.Refused)
	o.Log.Info("mail in", "message_id", id, "game", game, "seat", int(in.seat), "step", step, "verdict", c.Verdict.String(), "ms", o.Now().Sub(c.At).Milliseconds())
}

// decide is the way of one mail, from the message to the queued letters. A
// fault of ours (a panic, an engine's error) puts the mail into quarantine and
// is told to the organiser; it never loses the mail nor stops the others.
func (o *Office) decide(ctx context.Context, in *incoming) (*journal.Change, error) {
	c, err := o.sort(ctx, in)
	var ours *fault.Error
	if errors.Is(err, errSlow) || !errors.As(err, &ours) {
		return c, err
	}
	return o.faulty(ctx, in, err)
}

func (o *Office) faulty(ctx context.Context, in *incoming, err error) (*journal.Change, error) {
	o.Log.Error("a mail could not be worked out", "mail", in.key, "err", err)
	return o.quarantine(ctx, in, verdict.Fault, engine.Msg("pbem.fault", engine.Text("what", err.Error())))
}

// sort sends a mail the way its class, its history and its sender ask for.
func (o *Office) sort(ctx context.Context, in *incoming) (c *journal.Change, err error) {
	defer fault.Guard(o.Log, "a mail", &err)
	if err := in.slow(o.Now()); err != nil {
		return nil, err
	}
	switch {
	case in.fault != nil, in.short && in.mail.From == "": // nothing of it is at hand, so it may have been anything
		return o.unreadable(ctx, in)
	case !in.mail.Class.Answerable():
		return o.bounced(ctx, in)
	case in.large:
		return o.unreadable(ctx, in)
	}
	mark, seen, err := o.Store.Seen(ctx, in.key)
	if err != nil {
		return nil, err
	}
	if seen {
		return o.again(ctx, in, mark)
	}
	switch {
	case in.proof == proven:
		return o.handle(ctx, in)
	case in.mail.Away:
		return o.NewChange(ctx, nil).Judged(verdict.Ignored, verdict.Away), nil
	}
	switch in.proof {
	case confirming:
		return o.confirm(ctx, in)
	case otherAddress:
		return o.enclose(ctx, in)
	case unauthentic:
		return o.answerUnauthentic(ctx, in)
	case onFile:
		return o.answerOnFile(ctx, in)
	}
	return o.answerStranger(ctx, in)
}

// mark keeps with a change that its mail has been handled, and what is kept of it.
func (o *Office) mark(in *incoming, c *journal.Change) {
	if c.Empty {
		return
	}
	game, verdict := "", c.Verdict.String()
	if in.game != nil {
		game = in.game.Name
	}
	c.Recovered = in.recovered()
	c.Mark = &store.Mark{Key: in.key, Raw: in.content, Game: game, Verdict: verdict, At: c.At}
	if in.proof == proven && c.Table != nil {
		c.Table.Players[in.seat].Wrote = c.At
	}
	kept := o.keep(in, c)
	if kept == nil {
		return
	}
	c.Raw = &store.RawMail{Key: in.key, At: c.At, Verdict: verdict, Game: game, Bytes: kept}
	if in.mail != nil {
		c.Raw.From, c.Raw.Subject = shown(in.mail.From), shown(in.mail.Subject)
	}
}
