package demo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"railpost/pbem/daemon"
	"railpost/pbem/imapbox"
	"railpost/pbem/mailtest"
	"railpost/pbem/smtpout"
)

// client is a player's mail program: it fetches by IMAP and sends by SMTP, as
// any other would.
type client struct {
	name, address string
	imap          string
	keep          bool // fetched letters stay in the mailbox
	out           *smtpout.Sender
}

func password() (string, error) { return daemon.EmbeddedPassword, nil }

func newClient(name, address string, d *daemon.Daemon) *client {
	return &client{name: name, address: address, imap: d.IMAPAddr(),
		out: smtpout.New(smtpout.Config{Addr: d.SMTPAddr(), TLS: "none", User: address, Password: password})}
}

// fetch passes letters to take until ctx ends, those that arrived together in one call. An
// error of take ends it and is returned.
func (c *client) fetch(ctx context.Context, take func([]*mailtest.Received) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	deliver := func(_ context.Context, ms []imapbox.Mail) ([]imapbox.Verdict, error) {
		verdicts := make([]imapbox.Verdict, len(ms))
		var letters []*mailtest.Received
		for i, m := range ms {
			verdicts[i] = imapbox.Done
			l, err := mailtest.ReadLetter(m.Raw)
			if err != nil {
				stop(err)
				return verdicts, nil
			}
			letters = append(letters, l)
		}
		if err := take(letters); err != nil {
			stop(err)
		}
		return verdicts, nil
	}
	err := imapbox.Run(ctx, imapbox.Config{Addr: c.imap, User: c.address, Password: password, TLS: "none", ReadOnly: c.keep, MaxSize: 8 << 20}, deliver, nil)
	if cause := context.Cause(ctx); err == nil && !errors.Is(cause, context.Canceled) {
		err = cause
	}
	return err
}

// send mails an answer to the address the letter asks for.
func (c *client) send(ctx context.Context, a *answer) error {
	raw, err := mailtest.Reply(a.style, mailtest.Answer{
		Letter: a.to.Raw, From: c.name + " <" + c.address + ">", Typed: a.typed,
		Date: time.Now(), ID: a.id,
	})
	if err != nil {
		return err
	}
	if r := c.out.Send(ctx, c.address, a.to.ReplyTo, raw); r.Class != smtpout.Accepted && ctx.Err() == nil {
		return fmt.Errorf("demo: mail from %s was not accepted: %d %s", c.name, r.Code, r.Text)
	}
	return nil
}
