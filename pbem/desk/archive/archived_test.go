package archive_test

import (
	"bytes"
	"context"
	"net/mail"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/run/upkeep"
)

// archivedGame is a service where game winter was called off and archived, with a letter to the
// organiser, and another game has its name now.
func archivedGame(t *testing.T) (b *pbemtest.Service, old, notice, now pbemtest.Letter) {
	t.Helper()
	b = pbemtest.Playing(t, admin.CreateGame{Seed: []byte("one"), Organiser: pbemtest.Host})
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "sell red"))
	expect.NoError(t, b.Answer("Ben", mailtest.Gmail, "need 1d"))
	expect.NoError(t, b.Pass(98*time.Hour))
	old, _ = b.Latest("Ben")
	notice, ok := b.Latest(pbemtest.Host)
	expect.Must(t, "the organiser has a letter about the game", ok, true)
	expect.NoError(t, b.Handle("game.end", admin.ChangeGame{Game: "winter"}, nil))
	if err := b.Handle("game.archive", admin.ChangeGame{Game: "winter"}, nil); err == nil || !strings.Contains(err.Error(), "waiting to be sent") {
		t.Fatalf("archived before its last letters went out: %v", err)
	}
	expect.NoError(t, b.Post())
	var row admin.GameRow
	expect.NoError(t, b.Handle("game.archive", admin.ChangeGame{Game: "winter"}, &row))
	expect.Must(t, "archived as", row.Game, "winter~2026")
	b.Begin(t, admin.CreateGame{Seed: []byte("two"), Organiser: pbemtest.Host})
	now, _ = b.Latest("Ben")
	return b, old, notice, now
}

// TestArchivedApart: letters of an archived game are unrelated to those of a new game with its old name.
func TestArchivedApart(t *testing.T) {
	b, old, _, now := archivedGame(t)
	if old.ReplyTo == now.ReplyTo || !strings.HasPrefix(old.ReplyTo, "games+winter.") || !strings.HasPrefix(now.ReplyTo, "games+winter.") {
		t.Errorf("answer addresses %s and %s", old.ReplyTo, now.ReplyTo)
	}
	root := func(l pbemtest.Letter) string {
		m := expect.Get(mail.ReadMessage(bytes.NewReader(l.Raw)))(t)
		return strings.Fields(m.Header.Get("References"))[0]
	}
	expect.True(t, root(old) != root(now), "both games belong to the thread %s", root(now))
	var list []admin.GameRow
	expect.NoError(t, b.Handle("game.list", admin.ListGames{}, &list))
	expect.True(t, len(list) == 1 && list[0].Game == "winter", "games: %+v", list)
	expect.NoError(t, b.Handle("game.list", admin.ListGames{Archived: true}, &list))
	expect.True(t, len(list) == 1 && list[0].Game == "winter~2026", "archived games: %+v", list)
	found, err := upkeep.Check(context.Background(), b.Store, pbemtest.Find)
	expect.True(t, err == nil && len(found.Faults) == 0 && found.Games == 2, "check: %+v %v", found, err)
}

// TestOrganisersOldLetter: an organiser's token is the same for all games, so the answer to
// an old letter must not reach the game that has the name now.
func TestOrganisersOldLetter(t *testing.T) {
	b, _, notice, _ := archivedGame(t)
	expect.NoError(t, b.AnswerLetter("host@example.org", notice, mailtest.Gmail, "end"))
	answer, _ := b.Latest("host@example.org")
	expect.Has(t, answer.Text, strings.Join(strings.Fields(answer.Text), " "), "winter~2026 is already closed")
	expect.NoError(t, b.AnswerLetter("host@example.org", answer, mailtest.Gmail, "end"))
	delete(b.Boxes, "host@example.org")
	unknown := notice
	unknown.Raw = []byte(strings.Replace(string(notice.Raw), notice.ID, "another@post.example", 1))
	expect.NoError(t, b.AnswerLetter("host@example.org", unknown, mailtest.Gmail, "end"))
	if answer, _ = b.Latest("host@example.org"); !strings.Contains(strings.Join(strings.Fields(answer.Text), " "), "no game is named") {
		t.Errorf("the answer to a letter that nobody knows:\n%s", answer.Text)
	}
	var row admin.Shown
	expect.NoError(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &row))
	expect.Same(t, "the new game is", row.State, "running")
	expect.NoError(t, b.AnswerLetter("host@example.org", notice, mailtest.Gmail, "end winter"))
	expect.NoError(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &row))
	expect.Same(t, "the new game, named in the answer, is", row.State, "closed")
}

// TestArchivedBounce: a letter that was sent before comes back after.
func TestArchivedBounce(t *testing.T) {
	b, old, _, _ := archivedGame(t)
	expect.NoError(t, b.Reopen())
	report := "From: MAILER-DAEMON@example.org\r\nTo: games@post.example\r\nMessage-ID: <bounce@a>\r\nReturn-Path: <>\r\nAuto-Submitted: auto-replied\r\n" +
		"Content-Type: multipart/report; report-type=delivery-status; boundary=\"b\"\r\nMIME-Version: 1.0\r\n\r\n" +
		"--b\r\nContent-Type: text/plain\r\n\r\nNo such user.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.org\r\n\r\n" +
		"Final-Recipient: rfc822; ben@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <" + old.ID + ">\r\n--b--\r\n"
	expect.NoError(t, b.Deliver([]byte(report)))
	notice, _ := b.Latest("host@example.org")
	expect.True(t, strings.HasPrefix(notice.Subject, "[winter~2026]"),
		"the organiser is told: %s\n%s", notice.Subject, notice.Text)
}

// TestOfferOfAnArchivedSeat: a person who was offered a seat of the former game has no seat of the new one, and
// can be offered it.
func TestOfferOfAnArchivedSeat(t *testing.T) {
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	p := admin.CreateGame{Title: "toy", Game: "winter", Seed: []byte("one"), StartNow: true, Organiser: "host@example.org", Players: pbemtest.FromAll("Ana", "Ben")}
	begin := func() {
		expect.NoError(t, b.Handle("game.create", p, nil))
		expect.NoError(t, b.Post())
		expect.NoError(t, b.Answer("Ben", mailtest.Gmail, "resign"))
		expect.NoError(t, b.Answer("Ben", mailtest.Gmail, "resign"))
	}
	expect.NoError(t, b.Handle("waiting.add", map[string]string{"person": pbemtest.From("Zoe")}, nil))
	expect.NoError(t, b.Post())
	expect.NoError(t, b.Answer("Zoe", mailtest.Gmail, "accept"))
	begin()
	offer, _ := b.Latest("Zoe")
	expect.NoError(t, b.Handle("game.end", admin.ChangeGame{Game: "winter"}, nil))
	expect.NoError(t, b.Post())
	expect.NoError(t, b.Handle("game.archive", admin.ChangeGame{Game: "winter"}, nil))
	p.Seed = []byte("two")
	b.Clock = b.Clock.Add(time.Hour)
	begin()
	names := func() string {
		var shown admin.Shown
		expect.NoError(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &shown))
		return strings.Join(shown.Players, " ")
	}
	again, _ := b.Latest("Zoe")
	expect.True(t, again.ReplyTo != offer.ReplyTo, "both offers have one answer address")
	expect.NoError(t, b.AnswerLetter("Zoe", offer, mailtest.Gmail, "accept"))
	if l, _ := b.Latest("Zoe"); names() != "Ana Ben" || !strings.Contains(l.Text, "winter~2026") {
		t.Errorf("after the answer to the old offer: %s\n%s", names(), l.Text)
	}
	expect.NoError(t, b.AnswerLetter("Zoe", again, mailtest.Gmail, "accept"))
	expect.Same(t, "after the answer to the new offer", names(), "Ana Zoe")
}

// TestLettersOfEndedGames: a month after the last entry of a game nobody needs to know what
// its letters to players said; that of letters to its organiser stays.
func TestLettersOfEndedGames(t *testing.T) {
	b, old, notice, now := archivedGame(t)
	for _, l := range []pbemtest.Letter{old, notice, now} {
		expect.True(t, b.Knows(t, l), "letter %s is not known", l.ID)
	}
	b.Clock = b.Clock.AddDate(0, 0, 29)
	expect.NoError(t, b.Tick())
	expect.True(t, b.Knows(t, old), "forgotten within the month")
	b.Clock = b.Clock.AddDate(0, 0, 2)
	expect.NoError(t, b.Tick())
	expect.NoError(t, b.Pass(2*time.Minute))
	if b.Knows(t, old) || !b.Knows(t, notice) || !b.Knows(t, now) {
		t.Errorf("known are: of the ended game %v, to its organiser %v, of another game %v", b.Knows(t, old), b.Knows(t, notice), b.Knows(t, now))
	}
	expect.NoError(t, b.AnswerLetter("Ben", old, mailtest.Gmail, "pass"))
	expect.Has(t, b.Verdict, b.Newest("Ben").Text, "The game was called off.")
}
