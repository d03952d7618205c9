package lobby_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/table"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestForgedLobby: mails without a token cause one letter a day to their From, and to strangers no more than a
// fixed number together. Nothing of them is in anybody's letters.
func TestForgedLobby(t *testing.T) {
	b := pbemtest.Lobby(t)
	b.Unproven(t, "Ana <ana@example.org>", "a", "games")
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "set name Ana", "new toy 2 winter"))
	for i, line := range []string{"games", `new toy 2 "spam"`, "join winter", "hello", "leave winter", "start winter", "profile", "confirm", "forget", "renew"} {
		b.Unproven(t, "Victim <victim@example.net>", fmt.Sprint(i), line)
	}
	expect.Same(t, "a forged address", len(b.Boxes["victim@example.net"]), 1)
	for i := range 250 {
		b.Unproven(t, fmt.Sprintf("V%d <v%d@example.net>", i, i), fmt.Sprint("v", i), "join winter buy pills")
	}
	got := 0
	for address, box := range b.Boxes {
		if strings.HasSuffix(address, "example.net") {
			got += len(box)
		}
	}
	expect.True(t, got <= 200, "strangers got %d letters in a day", got)
	expect.Same(t, "letters to somebody else", len(b.Boxes["ana@example.org"]), 2)
}

// TestConfirmedLetter: "confirm" agrees to the content of the answered letter, not to a later forged mail, and
// only for a week.
func TestConfirmedLetter(t *testing.T) {
	b := pbemtest.Lobby(t)
	b.Unproven(t, "Ana <ana@example.org>", "a", "new toy 2 winter")
	read, _ := b.Latest("Ana")
	b.Clock = b.Clock.AddDate(0, 0, 1)
	b.Unproven(t, "Ana <ana@example.org>", "b", "new toy 2 other")
	expect.NoError(t, b.AnswerLetter("Ana", read, mailtest.Gmail, "confirm"))
	expect.Same(t, "confirm in answer to the first letter", b.Verdict, "refused")
	fresh := b.Boxes["ana@example.org"][1]
	late := b.Clock.AddDate(0, 0, 8)
	now := b.Clock
	b.Clock = late
	expect.NoError(t, b.AnswerLetter("Ana", fresh, mailtest.Gmail, "confirm"))
	expect.Same(t, "confirm after eight days", b.Verdict, "refused")
	b.Clock = now.AddDate(0, 0, 1)
	expect.NoError(t, b.AnswerLetter("Ana", fresh, mailtest.Thunderbird, "confirm"))
	expect.Same(t, "confirm in answer to the second letter", b.Verdict, "answered: new")
}

// TestRequestsHaveALimit: an asker gets the same reply for any result of a request, and all askers together
// send a fixed number of requests to addresses that never wrote.
func TestRequestsHaveALimit(t *testing.T) {
	level.Sequential(t)
	b := pbemtest.Lobby(t)
	known, fresh := "", ""
	for i := range 40 {
		asker := fmt.Sprintf("Asker%d", i)
		b.Unproven(t, pbemtest.From(asker), asker, "games")
		expect.NoError(t, b.Answer(asker, mailtest.Gmail, "set name Asker", fmt.Sprintf("new toy 2 t%d", i)))
		for j := range 3 {
			expect.NoError(t, b.Answer(asker, mailtest.Gmail, fmt.Sprintf("invite v%d-%d@example.net t%d", i, j, i)))
		}
		l, _ := b.Latest(asker)
		fresh = strings.NewReplacer(fmt.Sprintf("v%d-2@example.net", i), "X", fmt.Sprintf("t%d", i), "T").Replace(l.Text)
	}
	got := 0
	for address, box := range b.Boxes {
		if strings.HasSuffix(address, "example.net") {
			got += len(box)
		}
	}
	expect.Same(t, "addresses that never wrote", got, 100)
	b.Clock = b.Clock.AddDate(0, 0, 1)
	expect.NoError(t, b.Answer("Asker0", mailtest.Gmail, "invite asker1@example.org t0"))
	l, _ := b.Latest("Asker0")
	known = strings.NewReplacer("asker1@example.org", "X", "t0", "T").Replace(l.Text)
	expect.Same(t, []any{known, fresh},
		strings.Join(strings.Fields(known), " "), strings.Join(strings.Fields(fresh), " "))
}

// TestLobbyAddressIsNoSeat: the personal address identifies a profile but no seat, a seat's no profile, and
// either only with its own sender.
func TestLobbyAddressIsNoSeat(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	b.Config().Lobby.Open = config.OpenAnyone
	turn, _ := b.Latest("Ana")
	b.Unproven(t, "Ana <ana@example.org>", "a", "games")
	lobby, _ := b.Latest("Ana")
	seat, _, _ := strings.Cut(strings.TrimPrefix(turn.ReplyTo, "games+"), "@")
	mine, _, _ := strings.Cut(strings.TrimPrefix(lobby.ReplyTo, "games+"), "@")
	token := func(answer string) string { return answer[strings.LastIndexByte(answer, '.')+1:] }
	send := func(id, from, to, line string) {
		t.Helper()
		expect.NoError(t, b.Deliver(fmt.Appendf(nil, "From: %s\r\nTo: games+%s@post.example\r\nMessage-ID: <%s@x.example>\r\n\r\n%s\r\n", from, to, id, line)))
		expect.True(t, strings.HasSuffix(b.Verdict, "wrong token"), "%s from %s to %s: %s", line, from, to, b.Verdict)
	}
	send("1", "ana@example.org", "winter.1."+token(mine), "sell red")
	send("2", "ana@example.org", "-.0."+token(seat), "new toy 2 x")
	send("3", "ben@example.org", mine, "new toy 2 x")
	send("4", "ana@other.example", mine, "renew")
	values := expect.Get(b.Store.Values(t.Context(), table.OpeningPrefix))(t)
	expect.Same(t, "tables", values, nil)
}

// TestStartIsOneWrite: the commit of the mail that starts a table creates the game and deletes
// the table; if it fails, neither has happened.
func TestStartIsOneWrite(t *testing.T) {
	b := pbemtest.Lobby(t)
	s := &pbemtest.Commits{Store: b.Store}
	expect.NoError(t, b.Use(s))
	b.Unproven(t, "Ana <ana@example.org>", "a", "games")
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "new toy 2 winter"))
	b.Unproven(t, "Ben <ben@example.org>", "b", "games")
	expect.NoError(t, b.Answer("Ben", mailtest.Gmail, "join winter seven blue herons"))
	s.Refuse = context.DeadlineExceeded
	if b.Answer("Ana", mailtest.Gmail, "start winter") == nil {
		t.Fatal("the mail was handled without a store")
	}
	s.Refuse = nil
	expect.NoError(t, b.Reopen())
	if o, err := b.Store.Get(t.Context(), table.OpeningKey("winter")); err != nil || len(o) == 0 {
		t.Fatalf("the table is gone: %v", err)
	}
	before := len(s.Noted)
	expect.NoError(t, b.Deliver(b.Sent))
	with := s.WithMail(before)
	if len(with) != 1 || with[0].Game != "winter" || len(with[0].Append) == 0 || len(with[0].Letters) != 2 {
		t.Fatalf("the mail is in %d commits: %+v", len(with), with)
	}
	if v, ok := with[0].Put[table.OpeningKey("winter")]; !ok || len(v) > 0 {
		t.Error("the commit that begins the game does not delete the table")
	}
	w := expect.Get(table.Read(with[0].Doc))(t)
	if added := w.Added(); len(added) != 2 || added[1] != engine.Seed("seven blue herons").Commitment() || !bytes.Equal(engine.Mixed(w.Service, added), w.Seed) {
		t.Errorf("the seed is not made of what was added: %q", added)
	}
	expect.NoError(t, b.Deliver(b.Sent)) // again
	expect.NoError(t, b.Handle("game.verify", admin.LookAt{Game: "winter"}, nil))
}

// TestLobbyRepeatsNoWords: a letter to the From of a mail without a token has nothing that the
// mail's writer could have wanted to say.
func TestLobbyRepeatsNoWords(t *testing.T) {
	b := pbemtest.Lobby(t)
	b.Unproven(t, "Ana <ana@example.org>", "a", "games")
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "new toy 2 winter"))
	for i, line := range []string{
		"join winter visit pills.example now", "join winter", `new toy 2 "buy pills.example"`, "new toy 2 x rule house=pills.example",
		"new toy 2 x pace pills.example", "new toy 2 x option pills=pills", "new toy pills.example x", "invite buy-pills@pills.example winter",
		"games pills.example", "rematch pills.example", "start winter pills.example", "titles pills.example", "profile pills.example",
		"set name pills", "new toy 2 x # pills.example", "games # pills.example", "games: pills",
	} {
		to := fmt.Sprintf("v%d@example.net", i)
		expect.NoError(t, b.Deliver(fmt.Appendf(nil, "From: \"See pills.example\" <%s>\r\nTo: games@post.example\r\nSubject: pills\r\nMessage-ID: <%d@x.example>\r\n\r\nHello, buy pills!\r\n%s\r\n", to, i, line)))
		l, ok := b.Latest(to)
		expect.True(t, ok && !strings.Contains(strings.ToLower(string(l.Raw)), "pills"), "%s: %v\n%s", line, ok, l.Text)
	}
}
