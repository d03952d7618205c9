package inbox_test

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestCodeComesBack: every mail program that quotes returns the code of a letter, and it is never read as an order.
func TestCodeComesBack(t *testing.T) {
	for _, style := range mailtest.Styles() {
		t.Run(string(style), func(t *testing.T) {
			b := expect.Get(pbemtest.New(pbemtest.Find, func(c *config.Config) { c.Mail.Out.PlusSeparator = "" }))(t)
			b.Begin(t, admin.CreateGame{Seed: []byte("seed")})
			expect.Same(t, "the answer goes to", b.Newest("Ana").ReplyTo, "games@post.example")
			expect.NoError(t, b.Answer("Ana", style, "sell red"))
			answered, _ := b.Latest("Ana")
			switch {
			case style == mailtest.Bare:
				expect.Has(t, b.Verdict, answered.Text, "without the code of a\nletter")
			case !strings.Contains(b.Verdict, "played"):
				t.Errorf("%s:\n%s", b.Verdict, answered.Text)
			}
		})
	}
}

// TestCodesAreNotTried: a mail full of invented codes costs little and brings the sender's
// seat two answers a day.
func TestCodesAreNotTried(t *testing.T) {
	b := pbemtest.Begun(t, nil, nil)
	b.Config().Mail.Out.PlusSeparator = ""
	b.Boxes = map[string][]pbemtest.Letter{}
	for i := range 4 {
		var raw strings.Builder
		fmt.Fprintf(&raw, "From: ana@example.org\r\nTo: games@post.example\r\nSubject: [winter]\r\nMessage-ID: <%d@a>\r\n\r\npass\r\n", i)
		for n := range 1500 {
			fmt.Fprintf(&raw, "> winter.%d.abcdefghijklmnopqrstuvw%c%c%c\r\n", n, 'a'+n%26, 'a'+n/26%26, 'a'+i)
		}
		expect.NoError(t, b.Deliver([]byte(raw.String())))
	}
	expect.Same(t, "answers", len(b.Boxes[pbemtest.Address("Ana")]), 2)
}

// TestCodeElsewhere: where letters have answer addresses, their tokens prove nothing in a
// text, which may be a quotation.
func TestCodeElsewhere(t *testing.T) {
	b := pbemtest.Begun(t, nil, nil)
	l, _ := b.Latest("Ana")
	code := strings.TrimSuffix(strings.TrimPrefix(l.ReplyTo, "games+"), "@post.example")
	expect.NoError(t, b.Deliver([]byte("From: ana@example.org\r\nTo: games@post.example\r\nSubject: Re: [winter]\r\nMessage-ID: <1@a>\r\n\r\nsell red\r\n\r\n> "+code+"\r\n")))
	if told, _ := b.Latest("Ana"); told.Kind != "unproven" || strings.Contains(b.Verdict, "played") {
		t.Errorf("a code in plain text: %s\n%s", b.Verdict, told.Text)
	}
	// An answer to an address of before is still read where letters have codes now.
	b.Config().Mail.Out.PlusSeparator = ""
	expect.NoError(t, b.AnswerLetter("Ana", l, mailtest.Bare, "sell red"))
	expect.Has(t, "an answer to an earlier letter", b.Verdict, "played")
}

// TestCodeIsNotPassedOn: a player's message to the table has no code in it, even if they have typed or pasted
// it, in any program.
func TestCodeIsNotPassedOn(t *testing.T) {
	for _, style := range mailtest.Styles() {
		b := expect.Get(pbemtest.New(pbemtest.Find, func(c *config.Config) { c.Mail.Out.PlusSeparator = "" }))(t)
		b.Begin(t, admin.CreateGame{})
		l, _ := b.Latest("Ana")
		code := pbemtest.Code.FindString(l.Text)
		expect.NoError(t, b.Answer("Ana", style, "say hello "+code, "sell red"))
		if ben, _ := b.Latest("Ben"); code == "" || b.Verdict != "played" || strings.Contains(strings.Join(strings.Fields(ben.Text), ""), code) {
			t.Errorf("%s: %s, the code is %q; Ben reads\n%s", style, b.Verdict, code, ben.Text)
		}
	}
}
