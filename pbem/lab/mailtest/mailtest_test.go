package mailtest

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-message/mail"

	"railpost/engine/enginetest/expect"
)

const letterRaw = "From: Railpost <game@play.example>\r\nReply-To: game+w.1.abc@play.example\r\nTo: ana@example.org\r\nSubject: [w] Your turn\r\n" +
	"Message-ID: <w.1.0.turn@play.example>\r\nReferences: <w.root@play.example>\r\nDate: Thu, 19 Nov 2026 21:14:00 +0000\r\nMIME-Version: 1.0\r\n" +
	"Content-Type: text/plain; charset=utf-8\r\n\r\nYour turn, Aña.\r\n\r\n  [1] pass\r\n"

// TestReply: every style is a mail that another parser reads, goes to the letter's Reply-To, names
// the letter it answers, and holds the typed lines.
func TestReply(t *testing.T) {
	if len(Styles()) < 12 {
		t.Errorf("%d styles", len(Styles()))
	}
	for _, s := range Styles() {
		a := Answer{Letter: []byte(letterRaw), From: "Ana Martí <ana@example.org>", Typed: []string{"place rail-1 : black t 2", "say això és tot"}}
		raw, err := Reply(s, a)
		if err != nil {
			t.Errorf("%s: %v", s, err)
			continue
		}
		again, err := Reply(s, a)
		expect.True(t, err == nil && bytes.Equal(raw, again), "%s: two different mails for one answer (%v)", s, err)
		r, err := mail.CreateReader(bytes.NewReader(raw))
		if err != nil {
			t.Errorf("%s: %v", s, err)
			continue
		}
		to, _ := r.Header.AddressList("To")
		inReplyTo, _ := r.Header.MsgIDList("In-Reply-To")
		refs, _ := r.Header.MsgIDList("References")
		date, _ := r.Header.Date()
		subject, _ := r.Header.Subject()
		if len(to) != 1 || to[0].Address != "game+w.1.abc@play.example" || len(inReplyTo) != 1 || inReplyTo[0] != "w.1.0.turn@play.example" ||
			len(refs) != 2 || refs[0] != "w.root@play.example" || subject != "Re: [w] Your turn" || !date.Equal(time.Date(2026, 11, 19, 22, 14, 0, 0, time.UTC)) {
			t.Errorf("%s: to %v, in reply to %v, references %v, subject %q, date %s", s, to, inReplyTo, refs, subject, date)
		}
		for {
			p, err := r.NextPart()
			if err == io.EOF {
				break
			}
			expect.NoError(t, err, s)
			body, err := io.ReadAll(p.Body)
			expect.NoError(t, err, s)
			expect.Has(t, s, string(body), a.Typed...)
			expect.True(t, s == Bare || strings.Contains(string(body), "Your turn, Aña."),
				"%s: a part does not quote the letter:\n%s", s, body)
		}
	}
}

func TestReplyErrors(t *testing.T) {
	good := Answer{Letter: []byte(letterRaw), From: "ana@example.org"}
	for name, tc := range map[string]struct {
		style  Style
		change func(*Answer)
	}{
		"style":  {"carrier-pigeon", func(*Answer) {}},
		"letter": {Bare, func(a *Answer) { a.Letter = []byte("no letter") }},
		"from":   {Bare, func(a *Answer) { a.From = "nobody" }},
		"sender": {Bare, func(a *Answer) { a.Letter = []byte("Subject: x\r\n\r\n") }},
	} {
		a := good
		tc.change(&a)
		expect.Fails(t, name, expect.Err(Reply(tc.style, a)), "")
	}
}
