package pbem_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/lab/mailtest"
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
			must(t, b.Reopen())
			l, _ := b.Latest("Ana")
			whose := fmt.Sprintf("From: %s\r\nTo: %s\r\nMessage-ID: <1@x>\r\n", pbemtest.From("Ana"), l.ReplyTo)
			if first || name == "depth" {
				whose += tc.header
			} else {
				whose = tc.header + whose
			}
			must(t, b.Deliver([]byte(whose+"\r\n"+tc.text)))
			if b.Last != imapbox.Poison || b.Verdict != "quarantined: unreadable" {
				t.Errorf("%s: %s", name, b.Verdict)
				continue
			}
			ana, _ := b.Latest("Ana")
			organiser, _ := b.Latest(pbemtest.Host)
			for reader, want := range map[string]string{ana.Text: "Your mail was set aside and none of it was played. " + tc.why,
				organiser.Text: "Railpost set aside a message from ana@example.org in game winter. " + tc.why} {
				expect.Has(t, name, strings.Join(strings.Fields(reader), " "), want)
			}
			if strings.Count(log.String(), "mail in") != 1 || !strings.Contains(log.String(), "message_id=1@x") {
				t.Errorf("%s: the log says %s", name, log.String())
			}
		}
	}
}

// TestSenderUnread: if a message with a seat's token does not name one sender, the address on file gets a letter, twice a day;
// programs and wrong tokens get nothing.
func TestSenderUnread(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	l, _ := b.Latest("Ana")
	n, ana := 0, pbemtest.Address("Ana")
	write := func(to, more string, froms ...string) int {
		t.Helper()
		n++
		before := len(b.Boxes[ana])
		var from string
		for _, f := range froms {
			from += "From: " + f + "\r\n"
		}
		must(t, b.Deliver(fmt.Appendf(nil, "%sTo: %s\r\nMessage-ID: <%d@x>\r\n%s\r\nsell red\r\n", from, to, n, more)))
		return len(b.Boxes[ana]) - before
	}
	for _, from := range []string{"Players: ana@example.org;", "ana@example.org, ben@example.org", `"Ana <ana@example.org>"`, "nobody", ""} {
		b.Clock = b.Clock.AddDate(0, 0, 1)
		if got := write(l.ReplyTo, "", from); got != 1 || b.Verdict != "answered: ambiguous-sender" {
			t.Errorf("%s: %d letters, %s", from, got, b.Verdict)
			continue
		}
		if told, _ := b.Latest("Ana"); !strings.Contains(strings.Join(strings.Fields(told.Text), " "), "The message says: From: "+from) {
			t.Errorf("%s: Ana reads\n%s", from, told.Text)
		}
	}
	b.Clock = b.Clock.AddDate(0, 0, 1)
	expect.Same(t, "two fields", write(l.ReplyTo, "", pbemtest.From("Ana"), "Ben <ben@example.org>"), 1)
	for name, got := range map[string]int{
		"automatic":   write(l.ReplyTo, "Auto-Submitted: auto-replied\r\n", "nobody"),
		"away":        write(l.ReplyTo, "Subject: Out of office\r\n", "nobody"),
		"wrong token": write(strings.Replace(l.ReplyTo, ".1.", ".1.aa", 1), "", "nobody"),
		"no token":    write("games@post.example", "", "nobody"),
	} {
		expect.Same(t, name, got, 0)
	}
	expect.Same(t, "more letters on the same day",
		write(l.ReplyTo, "", "nobody")+write(l.ReplyTo, "", "nobody")+write(l.ReplyTo, "", "nobody"), 1)
	must(t, b.AnswerLetter("Ana", l, mailtest.Gmail, "sell red"))
	expect.Same(t, "a readable sender", b.Verdict, "played")
}

// TestSloppySender: a sender that breaks the grammar plays, if it is one address on file.
func TestSloppySender(t *testing.T) {
	for from, want := range map[string]string{
		"Doe, Ana <ana@example.org>":                 "played",
		"Ana <<ana@example.org>>":                    "played",
		"Doe, Ana (ben@example.org) <x@example.org>": "answered: other address",
		"Doe, \"ana@example.org\" <x@example.org>":   "answered: other address",
	} {
		b := pbemtest.Games(t, "winter")
		l, _ := b.Latest("Ana")
		must(t, b.Deliver(fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nMessage-ID: <1@x>\r\n\r\nsell red\r\n", from, l.ReplyTo)))
		expect.Same(t, from, b.Verdict, want)
	}
}
