package pbem_test

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/pbemtest"
)

// TestSenderUnreadBesideTables: whoever answers a letter of the service with their own answer address, which no mail
// without it can bring about, learns that their program writes a sender that cannot be read; nobody else gets a letter.
func TestSenderUnreadBesideTables(t *testing.T) {
	b := pbemtest.Lobby(t)
	must(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "winter", StartNow: true, Players: []string{pbemtest.From("Ana"), pbemtest.From("Ben")}}, nil))
	must(t, b.Handle("organiser.renew", admin.RenewOrganiser{Address: pbemtest.Host}, nil))
	must(t, b.Handle("waiting.add", admin.AddWaiting{Person: pbemtest.From("Zoe")}, nil))
	must(t, b.Handle("player.replace", admin.ReplacePlayer{Game: "winter", Player: "Ben", Name: "Dan", Address: pbemtest.Address("Dan")}, nil))
	must(t, b.Post())
	b.Unproven(t, pbemtest.From("Vera"), "first", "games")
	n := 0
	write := func(header, to, line string) {
		t.Helper()
		n++
		must(t, b.Deliver(fmt.Appendf(nil, "%sTo: %s\r\nMessage-ID: <%d@x>\r\n\r\n%s\r\n", header, to, n, line)))
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

// TestSenderUnreadOfStrangers: a mail whose sender cannot be read and that shows nobody's answer address brings its writer
// nothing. If it was meant for us, the organiser hears of it once a day.
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
			must(t, b.Deliver(fmt.Appendf(nil, "From: vera@example.org, mallory@example.net\r\nTo: %s\r\nMessage-ID: <%d@x>\r\n\r\n%s\r\n", c.to, i, c.line)))
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
	must(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "winter", StartNow: true, Players: []string{pbemtest.From("Vera"), pbemtest.From("Ben")}}, nil))
	vera := b.Boxes[pbemtest.Address("Vera")][0]
	for i, c := range []struct{ from, line string }{{"Mallory <mallory@example.net>", "new toy 2 spring"}, {pbemtest.From("Vera"), "sell red"}} {
		must(t, b.Deliver(fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nMessage-ID: <%d@x>\r\n\r\n%s\r\n", c.from, vera.ReplyTo, i, c.line)))
		var rows []admin.GameRow
		must(t, b.Handle("game.list", admin.ListGames{}, &rows))
		if len(rows) != 1 || rows[0].Step != 1 || strings.HasPrefix(b.Verdict, "played") {
			t.Errorf("%s: %s: %s, %+v", c.from, c.line, b.Verdict, rows)
		}
	}
}
