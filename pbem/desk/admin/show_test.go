package admin_test

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestOrganisersSeeWhoReads: a substitute has a seat's secrets, and watchers have letters: the organiser sees
// both, in the program and by mail.
func TestOrganisersSeeWhoReads(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	b.Config().Lobby.Open = config.OpenAnyone
	expect.NoError(t, b.Answer("Ana", mailtest.Bare, "sitter Eva <eva@example.net> until 20 mar"))
	var out admin.Shown
	expect.NoError(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &out))
	expect.True(t, out.Seats[0].Sitter == nil && len(out.Watchers) == 0, "before anybody accepts: %+v", out)
	expect.NoError(t, b.Answer("eva@example.net", mailtest.Bare, "accept"))
	b.Unproven(t, "Wanda <w@example.net>", "w", "games")
	expect.NoError(t, b.Answer("w@example.net", mailtest.Bare, "watch winter"))
	expect.NoError(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &out))
	if s := out.Seats[0].Sitter; s == nil || s.Address != "eva@example.net" || s.Until.String() != "2026-03-20" || !slices.Equal(out.Watchers, []string{"Wanda <w@example.net>"}) {
		t.Errorf("%+v, watchers %v", s, out.Watchers)
	}
	expect.NoError(t, b.Deliver([]byte("From: host@example.org\r\nTo: games@post.example\r\nMessage-ID: <o@x>\r\n\r\norganise\r\n")))
	expect.NoError(t, b.Answer("host@example.org", mailtest.Bare, "show winter"))
	l, _ := b.Latest("host@example.org")
	text := strings.Join(strings.Fields(l.Text), " ")
	expect.Has(t, l.Text, text, "Eva (eva@example.net) plays for Ana until", "Watched by Wanda <w@example.net>")
}

// TestShowOfASuccessor: a player who has just taken a seat by mail has accepted, and written.
func TestShowOfASuccessor(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	expect.NoError(t, b.Handle("player.replace", admin.ReplacePlayer{Game: "winter", Player: "Ben", Name: "Dan", Address: "dan@example.net"}, nil))
	expect.NoError(t, b.Post())
	expect.NoError(t, b.Answer("dan@example.net", mailtest.Bare, "accept"))
	var out admin.Shown
	expect.NoError(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &out))
	if s := out.Seats[1]; s.Name != "Dan" || s.Answer != "accept" || !s.Wrote.Equal(b.Clock) {
		t.Errorf("it is %s: %+v", b.Clock, s)
	}
}
