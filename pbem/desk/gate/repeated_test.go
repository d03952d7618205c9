package gate_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/imapbox"
)

// TestSetAside: a message over a limit is reported to its player, and to the organiser with game, sender and the true reason;
// the log has one line about it, which names it.
func TestSetAside(t *testing.T) {
	for name, tc := range map[string]struct{ header, text, why string }{
		"header":        {strings.Repeat("X-Spam: no\r\n", 30000), "sell red", "Its header is longer than 256 KB."},
		"continuations": {"Content-Type: text/plain" + strings.Repeat(";\r\n a*0=b", 20000) + "\r\n", "sell red", "Its header is longer"},
		"authentication": {strings.Repeat("Authentication-Results: mx.example; dkim=pass header.d=example.org\r\n", 5000), "sell red",
			"Its header is longer"},
		"lines": {"", strings.Repeat("x\r\n", 3000), "It has too many lines"},
		"size":  {"", strings.Repeat("x", 2<<20), "It is larger than 1MB"},
		"tags":  {"Content-Type: text/html\r\n", strings.Repeat("<p>x", 3000), "It has too many lines"},
		"depth": {"", "", "It has too many lines"},
	} {
		if name == "depth" {
			for i := range 30 {
				tc.header += fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i)
			}
		}
		for _, first := range []bool{true, false} {
			b := pbemtest.Games(t, "winter")
			var log bytes.Buffer
			b.Options().Log = slog.New(slog.NewTextHandler(&log, nil))
			expect.NoError(t, b.Reopen())
			l, _ := b.Latest("Ana")
			whose := fmt.Sprintf("From: %s\r\nTo: %s\r\nMessage-ID: <1@x>\r\n", pbemtest.From("Ana"), l.ReplyTo)
			if first || name == "depth" {
				whose += tc.header
			} else {
				whose = tc.header + whose
			}
			expect.NoError(t, b.Deliver([]byte(whose+"\r\n"+tc.text)))
			if b.Last != imapbox.Poison || b.Verdict != "quarantined: unreadable" {
				t.Errorf("%s: %s", name, b.Verdict)
				continue
			}
			ana, _ := b.Latest("Ana")
			organiser, _ := b.Latest(pbemtest.Host)
			for reader, want := range map[string]string{ana.Text: "Railpost set your message aside and played none of it. " + tc.why,
				organiser.Text: "Railpost set aside a message from ana@example.org in game winter. " + tc.why} {
				expect.Has(t, name, strings.Join(strings.Fields(reader), " "), want)
			}
			if strings.Count(log.String(), "mail in") != 1 || !strings.Contains(log.String(), "message_id=1@x") {
				t.Errorf("%s: the log says %s", name, log.String())
			}
		}
	}
}

// TestHalfAMail: an incomplete mail from the mailbox plays nothing; its player and the organiser are told, for
// each such mail, and the complete one is accepted.
func TestHalfAMail(t *testing.T) {
	b := pbemtest.Begun(t, nil, nil)
	l, _ := b.Latest("Ana")
	raw := pbemtest.Writes(t, "Ana", l, "sell red").Raw
	head, _, _ := strings.Cut(string(raw), "\r\n\r\n")
	ms := []imapbox.Mail{
		{UIDValidity: 1, UID: 1, Short: true, Size: int64(len(raw)), Header: []byte(head + "\r\n\r\n")},
		{UIDValidity: 1, UID: 2, Short: true, Size: 100}, {UIDValidity: 1, UID: 3, Short: true, Size: 100},
	}
	verdicts := expect.Get(b.Office.Deliver(t.Context(), ms))(t)
	expect.NoError(t, b.Post())
	expect.True(t, verdicts[0] == imapbox.Poison && verdicts[1] == imapbox.Poison && verdicts[2] == imapbox.Poison,
		"verdicts %v", verdicts)
	for name, want := range map[string]int{"Ana": 1, "host": 3} {
		n := 0
		for _, l := range b.Boxes[pbemtest.Address(name)] {
			if strings.Contains(strings.Join(strings.Fields(l.Text), " "), "the mailbox returns its header and not all of its text") {
				n++
			}
		}
		expect.Same(t, fmt.Sprintf("%s was told", name), n, want)
	}
	expect.NoError(t, b.Deliver(raw))
	expect.Same(t, "the whole mail", b.Verdict, "played")
}
