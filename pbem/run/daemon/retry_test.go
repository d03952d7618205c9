package daemon_test

import (
	"encoding/json"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/post"
	"railpost/pbem/run/daemon"
)

// A queue that the server has stopped continues when the organiser has a letter tried again.
func TestRetryEndsAHold(t *testing.T) {
	c, p := provider(t)
	p.Fail(post.Fault{At: post.AtMail, Code: 550, Enhanced: [3]int{5, 7, 1}, Text: "the account is closed"})
	d, _ := start(t, daemon.Options{Config: c})
	create(t, d, admin.CreateGame{Title: "toy", Game: "spring", Players: []string{"Ana <ana@localhost>", "Ben <ben@localhost>"}})
	pbemtest.Until(t, "the refusal", func() bool { return d.Sent().Deferred > 0 })
	expect.Same(t, "letters went out", len(p.Messages("ana", post.Inbox))+len(p.Messages("ben", post.Inbox)), 0)
	raw := expect.Get(json.Marshal(admin.MailRef{Ref: "1"}))(t)
	expect.Get(d.Handle(t.Context(), "mail.retry", raw))(t)
	pbemtest.Until(t, "both letters", func() bool {
		return len(p.Messages("ana", post.Inbox)) == 1 && len(p.Messages("ben", post.Inbox)) == 1
	})
}

// A recipient refused by the server, whatever is changed there, delays nobody else.
func TestRefusedRecipientStopsNobody(t *testing.T) {
	for name, f := range map[string]post.Fault{
		"blocked":   {At: post.AtRcpt, To: "ana", Code: 550, Enhanced: [3]int{5, 7, 1}, Text: "Recipient address rejected", Times: -1},
		"too large": {At: post.AtData, To: "ana", Code: 552, Enhanced: [3]int{5, 3, 4}, Text: "Message too big", Times: -1},
	} {
		t.Run(name, func(t *testing.T) {
			c, p := provider(t)
			p.Fail(f)
			d, _ := start(t, daemon.Options{Config: c})
			create(t, d, admin.CreateGame{Title: "toy", Game: "spring", Players: []string{"Ana <ana@localhost>", "Ben <ben@localhost>"}})
			pbemtest.Until(t, "Ben's letter", func() bool { return len(p.Messages("ben", post.Inbox)) == 1 })
			pbemtest.Until(t, "the end of Ana's", func() bool { return d.Sent().Failed == 1 })
		})
	}
}

// Undelivered letters are merged while the server is away, and sent at once when it is back.
func TestLettersOfAnOutageAreMerged(t *testing.T) {
	t.Parallel()
	c, p := provider(t)
	d, _ := start(t, daemon.Options{Config: c})
	create(t, d, admin.CreateGame{Title: "toy", Game: "spring", StartNow: true, Players: []string{"Ana <ana@localhost>", "Ben <ben@localhost>"}})
	count := func() int { return len(p.Messages("ana", post.Inbox)) + len(p.Messages("ben", post.Inbox)) }
	pbemtest.Until(t, "the first letters", func() bool { return count() == 2 })
	expect.NoError(t, p.Down())
	for _, method := range []string{"game.pause", "game.resume", "game.pause", "game.resume"} {
		raw := expect.Get(json.Marshal(admin.ChangeGame{Game: "spring"}))(t)
		expect.Get(d.Handle(t.Context(), method, raw))(t)
		deferred := d.Sent().Deferred
		pbemtest.Until(t, "an attempt", func() bool { return d.Sent().Deferred > 0 && (deferred > 0 || d.Sent().Deferred > deferred) })
	}
	expect.NoError(t, p.Up())
	pbemtest.Until(t, "what has happened", func() bool { return d.Sent().Sent == 4 })
	expect.Same(t, "letters", count(), 4)
}
