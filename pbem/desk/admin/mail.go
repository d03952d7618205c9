package admin

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"railpost/pbem/config"
	"railpost/pbem/facts/fault"
	"railpost/pbem/mail/outbox"
	"railpost/store"
	"railpost/templates"
)

// QueueRow is one letter of mail.queue.
type QueueRow struct {
	ID       uint64    `json:"id"`
	Game     string    `json:"game"`
	Step     uint64    `json:"step"`
	Seat     int       `json:"seat"`
	Kind     string    `json:"kind"`
	To       string    `json:"to"`
	State    string    `json:"state"`
	Attempts int       `json:"attempts"`
	NextTry  time.Time `json:"next_try"`
	LastCode string    `json:"last_code,omitempty"`
	Queued   time.Time `json:"queued"`
}

// MailRow is one incoming mail that was kept.
type MailRow struct {
	Key     string    `json:"key"`
	At      time.Time `json:"at"`
	From    string    `json:"from"`
	Subject string    `json:"subject"`
	Game    string    `json:"game,omitempty"`
	Verdict string    `json:"verdict"`
}

// Queue is the result of mail.queue: letters to be sent and the latest incoming mails.
type Queue struct {
	Out  []QueueRow `json:"out"`
	In   []MailRow  `json:"in"`
	Left int        `json:"left"` // letters that were not given up
	Rate int        `json:"rate"` // letters a minute from a long queue; 0: no limit
}

const mailsListed = 50

// ShortKey is how much of a message's key tells it apart from the other messages of the queue.
const ShortKey = 12

func (d mailDesk) listQueue(ctx context.Context, _ None) (*Queue, error) {
	out := &Queue{Out: []QueueRow{}, In: []MailRow{}}
	letters, err := d.Store.Letters(ctx)
	if err != nil {
		return nil, err
	}
	if d.Config.Mail.Kind != config.Embedded {
		out.Rate = outbox.Sustained(d.Config.Mail.Out.RatePerMinute)
	}
	for _, l := range letters {
		if l.State != store.Failed {
			out.Left++
		}
		out.Out = append(out.Out, QueueRow{l.ID, l.Game, l.Seq, l.Seat, l.Kind, l.To, d.queueState(l), l.Attempts, l.NextTry, l.LastCode, l.Queued})
	}
	mails, err := d.Store.Mails(ctx, mailsListed)
	if err != nil {
		return nil, err
	}
	for _, m := range mails {
		out.In = append(out.In, MailRow{m.Key, m.At, m.From, m.Subject, m.Game, m.Verdict})
	}
	return out, nil
}

// queueState returns a letter's state, with Waiting for one that waits for its next
// attempt.
func (d mailDesk) queueState(l store.Letter) string {
	switch {
	case l.State == store.Failed:
		return "failed"
	case l.Leased.After(d.Now()):
		return "sending"
	}
	return "waiting"
}

// MailRef names a letter by its number, or a kept mail by its key.
type MailRef struct {
	Ref string `arg:"" help:"Number of a letter or key of a message, as railpost mail queue shows them."`
}

// MailText is a letter or mail as it is on the wire, except for the tokens in answer
// addresses. A letter that was never attempted has no bytes yet.
type MailText struct {
	Ref   string `json:"ref"`
	State string `json:"state"`
	Bytes []byte `json:"bytes"`
}

// showMail shows a letter or a mail, which may reveal hidden information of its game: the table is told.
func (d mailDesk) showMail(ctx context.Context, p MailRef) (*MailText, error) {
	if id, err := strconv.ParseUint(p.Ref, 10, 64); err == nil {
		l, ok, err := d.Store.Letter(ctx, id)
		if err != nil {
			return nil, err
		}
		if ok {
			return &MailText{Ref: p.Ref, State: d.queueState(l), Bytes: withoutTokens(l.Bytes)}, d.confessLetter(ctx, l)
		}
	}
	m, ok, err := d.Store.Mail(ctx, p.Ref)
	if err == nil && !ok && len(p.Ref) >= ShortKey {
		m, ok, err = d.mailOf(ctx, p.Ref)
	}
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fault.Wrong("railpost mail queue lists both", "there is no letter or kept mail %q", p.Ref)
	}
	return &MailText{Ref: p.Ref, State: m.Verdict, Bytes: withoutTokens(m.Bytes)}, d.confessMail(ctx, m.Bytes)
}

// mailOf returns the mail of the queue whose key has this prefix.
func (d mailDesk) mailOf(ctx context.Context, short string) (store.RawMail, bool, error) {
	list, err := d.Store.Mails(ctx, mailsListed)
	i := slices.IndexFunc(list, func(m store.RawMail) bool { return strings.HasPrefix(m.Key, short) })
	if err != nil || i < 0 {
		return store.RawMail{}, false, err
	}
	return d.Store.Mail(ctx, list[i].Key)
}

// RetryMail are the parameters of mail.retry: one letter, or all.
type RetryMail struct {
	Ref string `arg:"" optional:"" help:"Number of a letter, as railpost mail queue shows it."`
	All bool   `help:"Try all failed and waiting letters again."`
}

// Retried is the result: the letters that are due now.
type Retried struct {
	Due []DueLetter `json:"due"`
}

// DueLetter is one of them, with its address.
type DueLetter struct {
	ID uint64 `json:"id"`
	To string `json:"to"`
}

func (d mailDesk) retryMail(ctx context.Context, p RetryMail) (*Retried, error) {
	var letters []store.Letter
	if p.All {
		var err error
		if letters, err = d.Store.Letters(ctx); err != nil {
			return nil, err
		}
	} else {
		l, err := d.letterOf(ctx, p.Ref)
		if err != nil {
			return nil, err
		}
		letters = []store.Letter{l}
	}
	out := &Retried{Due: []DueLetter{}}
	for _, l := range letters {
		to, err := d.presentAddress(ctx, l)
		if err != nil {
			return nil, err
		}
		switch err := d.Store.Retry(ctx, l.ID, d.Now(), to); {
		case errors.Is(err, store.ErrNoLetter): // it was sent meanwhile
		case err != nil:
			return nil, err
		default:
			out.Due = append(out.Due, DueLetter{l.ID, to})
		}
	}
	d.Wake()
	return out, nil
}

// letterOf finds a letter by its number.
func (d mailDesk) letterOf(ctx context.Context, ref string) (store.Letter, error) {
	id, err := strconv.ParseUint(ref, 10, 64)
	if err != nil {
		return store.Letter{}, fault.Wrong("railpost mail queue shows the numbers", "%q is not the number of a letter", ref)
	}
	l, ok, err := d.Store.Letter(ctx, id)
	if err == nil && !ok {
		err = fault.Wrong("railpost mail queue shows the numbers", "there is no letter %d", id)
	}
	return l, err
}

// presentAddress returns where a retried letter goes: one that was given up, to the current
// address of its player. A letter that asks whether an address is the player's goes nowhere
// else.
func (d mailDesk) presentAddress(ctx context.Context, l store.Letter) (string, error) {
	if l.State != store.Failed || l.Game == "" || l.Seat < 0 || l.Kind == string(templates.Confirm) {
		return l.To, nil
	}
	g, err := d.Games.Load(ctx, l.Game)
	if err != nil {
		return "", err
	}
	return g.Table.Players[l.Seat].Address(), nil
}

// dropMail deletes a letter that must not be sent any more.
func (d mailDesk) dropMail(ctx context.Context, p MailRef) (*MailText, error) {
	l, err := d.letterOf(ctx, p.Ref)
	if err != nil {
		return nil, err
	}
	err = d.Store.Drop(ctx, l.ID, d.Now())
	if errors.Is(err, store.ErrInvalid) {
		return nil, fault.Wrong("try again in a minute", "letter %d may be on its way right now", l.ID)
	}
	return &MailText{Ref: p.Ref, State: "dropped"}, err
}

// ReplayMail are the parameters of mail.replay: a raw mail to handle as if it were in the
// mailbox.
type ReplayMail struct {
	Bytes []byte `json:"bytes"`
}

// Replayed is the result.
type Replayed struct {
	Verdict string `json:"verdict"`
}

// replayMail delivers one mail by hand. Like any mail it counts once. The table is told, since the service's
// operator could write such a mail.
func (d mailDesk) replayMail(ctx context.Context, p ReplayMail) (*Replayed, error) {
	if err := d.keeper.AfterOutage(ctx); err != nil {
		return nil, err
	}
	if err := d.confessByHand(ctx, p.Bytes); err != nil {
		return nil, err
	}
	in, c, err := d.takeIn(ctx, p.Bytes)
	if err != nil {
		return nil, err
	}
	return &Replayed{Verdict: c.Verdict.String()}, d.confessRecovered(ctx, in, c)
}
