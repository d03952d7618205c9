package tell_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/imapbox"
)

// TestAnswerWithdraws: a turn letter and a reminder that still wait are not
// sent once the seat has answered.
func TestAnswerWithdraws(t *testing.T) {
	b := pbemtest.Begun(t, nil, nil)
	ctx := context.Background()
	ana, _ := b.Latest("Ana")
	for range 23 * 60 {
		b.Clock = b.Clock.Add(time.Minute)
		expect.NoError(t, b.Office.Tick(ctx, b.Clock))
	}
	expect.Get(b.Office.Deliver(ctx, []imapbox.Mail{pbemtest.Writes(t, "Ana", ana, "sell red")}))(t)
	expect.NoError(t, b.Post())
	expect.Same(t, "reminders after the answer", b.Count("Ana", "Reminder"), 0)
}

// TestReplacedPlayer: a letter that waited while its seat went to somebody else
// goes where it was meant to, without the token of the new player.
func TestReplacedPlayer(t *testing.T) {
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	expect.NoError(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "winter", StartNow: true, Players: pbemtest.FromAll("Ana", "Ben")}, nil))
	expect.NoError(t, b.Handle("player.set", admin.SetPlayer{Game: "winter", Player: "0", Address: "new@example.org"}, nil))
	expect.NoError(t, b.Post())
	old, _ := b.Latest("Ana")
	now, _ := b.Latest("new@example.org")
	expect.True(t, old.ReplyTo == "games@post.example" && strings.HasPrefix(now.ReplyTo, "games+winter."),
		"Reply-To of the old player %q, of the new one %q", old.ReplyTo, now.ReplyTo)
}
