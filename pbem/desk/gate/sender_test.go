package gate_test

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestSenderUnreadBesideTables: whoever answers a letter of the service with their own answer address, which no mail
// without it can bring about, learns that their program writes a sender that cannot be read; nobody else gets a letter.
func TestSenderUnreadBesideTables(t *testing.T) {
	b := pbemtest.Lobby(t)
	expect.NoError(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "winter", StartNow: true, Players: pbemtest.FromAll("Ana", "Ben")}, nil))
	expect.NoError(t, b.Handle("organiser.renew", admin.RenewOrganiser{Address: pbemtest.Host}, nil))
	expect.NoError(t, b.Handle("waiting.add", admin.AddWaiting{Person: pbemtest.From("Zoe")}, nil))
	expect.NoError(t, b.Handle("player.replace", admin.ReplacePlayer{Game: "winter", Player: "Ben", Name: "Dan", Address: pbemtest.Address("Dan")}, nil))
	expect.NoError(t, b.Post())
	b.Unproven(t, pbemtest.From("Vera"), "first", "games")
	n := 0
	write := func(header, to, line string) {
		t.Helper()
		n++
		expect.NoError(t, b.Deliver(fmt.Appendf(nil, "%sTo: %s\r\nMessage-ID: <%d@x>\r\n\r\n%s\r\n", header,
			to, n, line)))
	}
	count := func() (all int) {
		for _, box := range b.Boxes {
			all += len(box)
		}
		return all
	}
	for name, line := range map[string]string{"host": "end winter", "Zoe": "accept", "Dan": "accept", "Vera": "new toy 2 spring"} {
		own, _ := b.Latest(name)
		address := pbemtest.Address(name)
		for _, header := range []string{
			"From: Players: " + address + ";\r\n",
			"From: " + address + ", mallory@example.net\r\n",
			"From: " + address + "\r\nFrom: mallory@example.net\r\n",
			"Return-Path: <" + address + ">\r\nFrom: " + name + "\r\n",
		} {
			b.Clock = b.Clock.AddDate(0, 0, 1)
			before := count()
			write(header, own.ReplyTo, line)
			l, _ := b.Latest(name)
			if count() != before+1 || b.Verdict != "answered: ambiguous-sender" || !strings.Contains(strings.Join(strings.Fields(l.Text), " "), "can't read who sent it") {
				t.Errorf("%s: %s: %d letters, %s\n%s", name, header, count()-before, b.Verdict, l.Text)
			}
		}
		before := len(b.Boxes[address])
		write("From: "+address+", mallory@example.net\r\n", own.ReplyTo, line)
		write("From: "+address+", mallory@example.net\r\n", own.ReplyTo, line)
		expect.Same(t, fmt.Sprintf("%s: two more on the same day brought", name), len(b.Boxes[address])-before, 1)
	}
	expect.Same(t, "another address in the field got a letter", b.Boxes["mallory@example.net"], nil)
}

// TestSenderUnreadOfStrangers: a mail with an unreadable sender and nobody's answer address gets no reply. If
// it was meant for us, the organiser hears of it once a day.
func TestSenderUnreadOfStrangers(t *testing.T) {
	for name, c := range map[string]struct {
		to, line string
		told     int
	}{
		"lobby":       {"games@post.example", "new toy 2", 1},
		"wrong token": {"games+winter.1.aaaaaaaaaaaaaaaaaaaaaaaaaa@post.example", "Hello.", 1},
		"spam":        {"games@post.example", "Buy pills.", 0},
	} {
		b := pbemtest.Lobby(t)
		for i := range 3 {
			expect.NoError(t, b.Deliver(fmt.Appendf(nil, "From: vera@example.org, mallory@example.net\r\nTo: %s\r\nMessage-ID: <%d@x>\r\n\r\n%s\r\n", c.to, i, c.line)))
			expect.Same(t, name, b.Verdict, "ignored: ambiguous-sender")
		}
		if got := len(b.Boxes[pbemtest.Host]); got != c.told || len(b.Boxes) > c.told {
			t.Errorf("%s: %d letters to the organiser, letters to %d addresses", name, got, len(b.Boxes))
		}
		if l, ok := b.Latest("host"); ok && !strings.Contains(strings.Join(strings.Fields(l.Text), " "), "From: vera@example.org, mallory@example.net") {
			t.Errorf("%s: the organiser reads\n%s", name, l.Text)
		}
	}
}

// TestLobbyTokenIsOneProfiles: the token of letters about tables counts only from an address of its profile, and proves
// no seat.
func TestLobbyTokenIsOneProfiles(t *testing.T) {
	b := pbemtest.Lobby(t)
	b.Unproven(t, pbemtest.From("Vera"), "first", "games")
	expect.NoError(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "winter", StartNow: true, Players: pbemtest.FromAll("Vera", "Ben")}, nil))
	vera := b.Boxes[pbemtest.Address("Vera")][0]
	for i, c := range []struct{ from, line string }{{"Mallory <mallory@example.net>", "new toy 2 spring"}, {pbemtest.From("Vera"), "sell red"}} {
		expect.NoError(t, b.Deliver(fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nMessage-ID: <%d@x>\r\n\r\n%s\r\n", c.from, vera.ReplyTo, i, c.line)))
		var rows []admin.GameRow
		expect.NoError(t, b.Handle("game.list", admin.ListGames{}, &rows))
		expect.True(t, len(rows) == 1 && rows[0].Step == 1 && !strings.HasPrefix(b.Verdict, "played"),
			"%s: %s: %s, %+v", c.from, c.line, b.Verdict, rows)
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
		expect.NoError(t, b.Deliver(fmt.Appendf(nil, "%sTo: %s\r\nMessage-ID: <%d@x>\r\n%s\r\nsell red\r\n",
			from, to, n, more)))
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
	expect.NoError(t, b.AnswerLetter("Ana", l, mailtest.Gmail, "sell red"))
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
		expect.NoError(t, b.Deliver(fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nMessage-ID: <1@x>\r\n\r\nsell red\r\n", from, l.ReplyTo)))
		expect.Same(t, from, b.Verdict, want)
	}
}
