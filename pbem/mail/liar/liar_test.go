package liar_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/mail/imapbox"
	"railpost/pbem/mail/liar"
	"railpost/pbem/mail/smtpout"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const mail = "From: ana@example.org\r\nSubject: mail\r\n\r\nwork 3\r\n"

// TestHonest: without a lie, the servers are ordinary ones; with MOVE and without.
func TestHonest(t *testing.T) {
	for _, caps := range []string{"", "IMAP4rev1 IDLE", "IMAP4rev1"} {
		s := liar.NewIMAP()
		if caps != "" {
			s.Caps = caps
		}
		addr, err := s.Listen()
		expect.NoError(t, err)
		s.Put([]byte(mail))
		c := imapbox.Config{Addr: addr, TLS: "none", User: "u", Password: func() (string, error) { return "p", nil }}
		ctx, cancel := context.WithCancel(t.Context())
		read := 0
		err = imapbox.Run(ctx, c, func(_ context.Context, ms []imapbox.Mail) ([]imapbox.Verdict, error) {
			for _, m := range ms {
				expect.Same(t, m.Raw, string(m.Raw), mail)
				read++
			}
			return []imapbox.Verdict{imapbox.Done}, nil
		}, func(st imapbox.Status) {
			if len(s.Mails("Processed")) == 1 {
				cancel()
			}
		})
		expect.True(t, err == nil && read == 1 && len(s.Mails("INBOX")) == 0, "%q: %d mails, %v", caps, read, err)
		if _, err := imapbox.Probe(t.Context(), c); err != nil {
			t.Error(err)
		}
		expect.Is(t, "close", s.Close(), nil)
	}
}

// TestSends: letters arrive as they were sent, and lies at their commands.
func TestSends(t *testing.T) {
	s := liar.NewSMTP()
	s.Lie = func(o *liar.Order) {
		if o.Name == "RCPT" && strings.Contains(o.Args, "ben@") {
			o.Refuse("550 5.1.1 nobody")
		}
	}
	out := smtpout.New(smtpout.Config{Addr: "127.0.0.1:25", TLS: "none", Dial: s.Dial, User: "u", Password: func() (string, error) { return "p", nil }})
	for to, want := range map[string]smtpout.Class{"ana@example.org": smtpout.Accepted, "ben@example.org": smtpout.RecipientBad} {
		if r := out.Send(t.Context(), "game@example.org", to, []byte("Subject: x\r\n\r\n.dot\r\n")); r.Class != want {
			t.Errorf("%s: %+v", to, r)
		}
	}
	if err := errors.Join(out.Close(), s.Close()); err != nil {
		t.Error(err)
	}
	got := s.Letters()
	if len(got) != 1 || got[0] != (liar.Letter{From: "game@example.org", To: "ana@example.org", Text: "Subject: x\r\n\r\n.dot\r\n"}) {
		t.Errorf("%+v", got)
	}
}
