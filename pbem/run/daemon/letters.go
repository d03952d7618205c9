package daemon

import (
	"context"

	"railpost/pbem/config"
	"railpost/pbem/config/accounts"
	"railpost/pbem/mail/outbox"
	"railpost/pbem/mail/smtpout"
	"railpost/templates"
)

// openOut prepares the sender of letters.
func (d *Daemon) openOut() error {
	out := d.o.Config.Mail.Out
	o := outbox.Options{
		Store: d.store, Render: d.office.Render, Untry: d.office.Untry, PerMinute: out.RatePerMinute, PerDay: out.PerDay, GiveUpAfter: out.GiveUpAfter.Duration, Lease: d.o.Lease,
		Spare: d.spare, Now: d.office.Now, From: d.o.Config.FromAddress(), Notify: d.outboxEvent, Log: d.o.Log, Hook: d.o.Hook, Random: d.o.Random,
		CanWait: func(kind string) bool { return templates.Kind(kind).Row().CanWait },
	}
	if d.o.DryRunDir != "" {
		o.Sender, o.PerMinute, o.PerDay = folder(d.o.DryRunDir), 0, 0
		d.pump = outbox.New(o)
		return nil
	}
	c := accounts.SMTP(d.o.Config, d.o.Log)
	c.TLSConfig, c.Dial = d.o.TLS, d.o.DialOut
	c.BeforeData = func() { d.o.Hook("smtp.before-data") }
	c.AfterAccepted = func() { d.o.Hook("smtp.accepted") }
	if d.post != nil {
		c.Addr, c.TLS, c.User = d.post.SMTPAddr(), string(config.NoTLS), d.o.Config.Identity.BaseAddress
		c.Password = func() (string, error) { return d.key, nil }
		o.PerMinute, o.PerDay = 0, 0 // the limits of providers do not apply within one process
	}
	d.sender = smtpout.New(c)
	d.closing(d.sender.Close)
	o.Sender = sender{d}
	d.pump = outbox.New(o)
	return nil
}

// spare reports whether no letter may expire now.
func (d *Daemon) spare(ctx context.Context) bool {
	may, err := d.office.MayDelete(ctx)
	return err != nil || !may
}

// sender hands letters to the server and counts them.
type sender struct{ d *Daemon }

func (s sender) SendBefore(ctx context.Context, m smtpout.Mail, next *smtpout.Mail) smtpout.Result {
	s.d.OpenMailbox(m.To)
	if next != nil {
		s.d.OpenMailbox(next.To)
	}
	r := s.d.sender.SendBefore(ctx, m, next)
	switch r.Class {
	case smtpout.Accepted:
		s.d.health.MailOut("sent")
	case smtpout.RecipientBad, smtpout.Refused:
		s.d.health.MailOut("failed")
	default:
		s.d.health.MailOut("deferred")
	}
	return r
}
