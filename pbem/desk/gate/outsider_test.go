package gate_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/imapbox"
)

// TestForgedHelp: a person who forges a player's From causes two letters a day to them, in any number of games,
// and takes nothing from them: neither what they write with a token nor what their own host authenticates.
func TestForgedHelp(t *testing.T) {
	b := pbemtest.Games(t, "autumn", "winter", "spring")
	b.Config().Security.TrustedAuthservID = "mx.post.example"
	ana := pbemtest.Address("Ana")
	letters := b.Boxes[ana]
	n := 0
	write := func(subject, line, more string) {
		t.Helper()
		n++
		expect.NoError(t, b.Deliver(fmt.Appendf(nil, "%sFrom: %s\r\nTo: games@post.example\r\nSubject: %s\r\nMessage-ID: <%d@x>\r\n\r\n%s\r\n", more, ana, subject, n, line)))
	}
	for i := range 10 {
		write([]string{"hi", "autumn", "winter"}[i%3], []string{"help", "status", "resend"}[i%3], "")
	}
	got := b.Boxes[ana][3:]
	if len(got) != 2 || b.Verdict != "ignored: no token" {
		t.Fatalf("10 forged mails brought %d letters: %s", len(got), b.Verdict)
	}
	if text := strings.Join(strings.Fields(got[0].Text), " "); !strings.Contains(text, "You also play in spring and winter.") && !strings.Contains(text, "You also play in winter and spring.") {
		t.Errorf("the one letter does not name the other games:\n%s", got[0].Text)
	}
	for range 5 {
		expect.NoError(t, b.AnswerLetter("Ana", letters[0], mailtest.Gmail, "help"))
		expect.Same(t, "help with a token", b.Verdict, "answered")
		b.Clock = b.Clock.Add(time.Second)
	}
	expect.NoError(t, b.AnswerLetter("Ana", letters[1], mailtest.Gmail, "sell red"))
	expect.Same(t, "an order with a token", b.Verdict, "played")
	write("Re: [spring] Your turn", "status", "Authentication-Results: mx.post.example; dkim=pass header.d=example.org\r\n")
	if l, _ := b.Latest("Ana"); b.Verdict != "answered: no token" || !strings.HasPrefix(l.Subject, "[spring]") {
		t.Errorf("an authentic mail about spring: %s, %s", b.Verdict, l.Subject)
	}
	b.Clock = b.Clock.Add(24 * time.Hour)
	write("unsubscribe winter", "", "")
	if l, _ := b.Latest("Ana"); !strings.HasPrefix(l.Subject, "[winter]") || !strings.Contains(strings.Join(strings.Fields(l.Text), " "), "set letters") {
		t.Errorf("unsubscribe winter: %s\n%s", l.Subject, l.Text)
	}
}

// TestOtherGamesAreNamedOnce: including games in which one plays two seats, and none that are over.
func TestOtherGamesAreNamedOnce(t *testing.T) {
	b := pbemtest.Games(t, "autumn", "winter")
	ana := pbemtest.Address("Ana")
	expect.NoError(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "twice", StartNow: true, Force: true, Players: []string{pbemtest.From("Ana"), "Anna <" + ana + ">"}}, nil))
	expect.NoError(t, b.Handle("game.end", admin.ChangeGame{Game: "winter"}, nil))
	expect.NoError(t, b.Post())
	expect.NoError(t, b.Deliver([]byte("From: "+ana+"\r\nTo: games@post.example\r\nSubject: [autumn]\r\nMessage-ID: <1@x>\r\n\r\nstatus\r\n")))
	expect.Has(t, "the other games", b.Newest("Ana").Text, "You also play in twice.")
}

// TestAwayNotices: an automatic absence notice gets no reply even without its headers; but orders under such a
// subject are played.
func TestAwayNotices(t *testing.T) {
	for _, subject := range []string{"Out of Office", "Abwesenheitsnotiz", "Respuesta automática", "Resposta automàtica", "Undeliverable: x", "Automatic reply: [winter] Your turn"} {
		b := pbemtest.Games(t, "winter")
		l, _ := b.Latest("Ana")
		n := 0
		write := func(from, to, lines string) {
			t.Helper()
			n++
			expect.NoError(t, b.Deliver(fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nSubject: %s\r\nMessage-ID: <%d@x>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n", from, to, subject, n, lines)))
		}
		ana := pbemtest.Address("Ana")
		write(ana, l.ReplyTo, "I am away until Monday.")
		write(ana, l.ReplyTo, "I am away.\r\nI sell nothing.")
		write("ana@work.example", l.ReplyTo, "I am away until Monday.")
		write(ana, "games@post.example", "help")
		expect.Same(t, fmt.Sprintf("%s: %d letters", subject, len(b.Boxes[ana])-1), len(b.Boxes[ana]), 1)
		expect.Same(t, fmt.Sprintf("%s: %d letters", subject, len(b.Boxes[ana])-1), b.Verdict, "ignored: away")
		write(ana, l.ReplyTo, "sell red")
		expect.Same(t, fmt.Sprintf("%s: an order", subject), b.Verdict, "played")
		write(ana, l.ReplyTo, "sell rde")
		expect.True(t, strings.HasPrefix(b.Verdict, "refused"), "%s: a misspelt order: %s", subject, b.Verdict)
	}
}

// TestUnwritableStrangers: a stranger whose address cannot be written stops no
// mail and gets no answer, also where strangers are helped.
func TestUnwritableStrangers(t *testing.T) {
	b := expect.Get(pbemtest.New(pbemtest.Find, func(c *config.Config) { c.Security.UnknownSender = config.Help }))(t)
	for n, from := range append(unwritable, "a@x.example") {
		expect.NoError(t, b.Deliver(fmt.Appendf(nil, "From: <%s>\r\nTo: games@post.example\r\nMessage-ID: <%d@x>\r\n\r\nhello\r\n", from, n)))
		expect.Same(t, from, b.Last, imapbox.Done)
	}
	expect.True(t, len(b.Boxes) == 1 && len(b.Boxes["a@x.example"]) == 1, "answers went to %d addresses", len(b.Boxes))
}
