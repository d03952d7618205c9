package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/emersion/go-message/mail"

	"railpost/pbem/mail/imapbox"
	"railpost/pbem/mail/reader"
	"railpost/pbem/mail/smtpout"
	"railpost/pbem/run/daemon"
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
func (c *client) fetch(ctx context.Context, take func([]*reader.Letter) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	deliver := func(_ context.Context, ms []imapbox.Mail) ([]imapbox.Verdict, error) {
		verdicts := make([]imapbox.Verdict, len(ms))
		var letters []*reader.Letter
		for i, m := range ms {
			verdicts[i] = imapbox.Done
			l, err := reader.Read(m.Raw)
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
	raw, err := c.reply(a)
	if err != nil {
		return err
	}
	if r := c.out.Send(ctx, c.address, a.to.ReplyTo, raw); r.Class != smtpout.Accepted && ctx.Err() == nil {
		return fmt.Errorf("demo: mail from %s was not accepted: %d %s", c.name, r.Code, r.Text)
	}
	return nil
}

// reply writes an answer as mail programs do for people who keep the letter below.
func (c *client) reply(a *answer) ([]byte, error) {
	var h mail.Header
	h.SetAddressList("From", []*mail.Address{{Name: c.name, Address: c.address}})
	h.SetAddressList("To", []*mail.Address{{Address: a.to.ReplyTo}})
	h.SetSubject("Re: " + a.to.Subject)
	h.SetDate(time.Now())
	h.SetMessageID(a.id)
	if a.id == "" {
		if err := h.GenerateMessageID(); err != nil {
			return nil, err
		}
	}
	h.SetMsgIDList("In-Reply-To", []string{a.to.ID})
	h.SetMsgIDList("References", []string{a.to.ID})
	h.SetContentType("text/plain", map[string]string{"charset": "utf-8"})
	var out bytes.Buffer
	w, err := mail.CreateSingleInlineWriter(&out, h)
	if err != nil {
		return nil, err
	}
	quoted := strings.ReplaceAll(strings.TrimRight(a.to.Text, "\n"), "\n", "\n> ")
	_, err = fmt.Fprintf(w, "%s\n\nRailpost wrote:\n> %s\n", strings.Join(a.typed, "\n"), quoted)
	err = errors.Join(err, w.Close())
	return out.Bytes(), err
}
