package admin_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestLogTellsTheStory: each act of the organiser, done or not, and each move has a
// line with game and seat; orders, addresses and tokens stand nowhere.
func TestLogTellsTheStory(t *testing.T) {
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	var log bytes.Buffer
	b.Options().Log = slog.New(slog.NewTextHandler(&log, nil))
	expect.NoError(t, b.Reopen())
	for _, c := range []struct {
		method string
		params any
		want   string
	}{
		{"game.create", admin.CreateGame{Title: "toy", Game: "winter", StartNow: true, Players: pbemtest.FromAll("Ana", "Ben")}, "game=winter"},
		{"game.pause", admin.ChangeGame{Game: "winter", DryRun: true}, "game=winter dry_run=true"},
		{"game.pause", admin.ChangeGame{Game: "winter", Why: "holidays of ana@example.org"}, "game=winter"},
		{"game.resume", admin.ChangeGame{Game: "winter"}, "game=winter"},
		{"game.resume", admin.ChangeGame{Game: "winter"}, "game=winter err=\"game.resume: game winter is running"},
		{"game.undo", admin.ChangeGame{Game: "winter", To: 1}, "game=winter to=1"},
		{"game.show", admin.LookAt{Game: "winter", Secret: true}, "game=winter secret=true"},
		{"game.show", admin.LookAt{Game: "winter"}, ""},
		{"game.log", admin.LookAt{Game: "winter", Player: "Ana"}, "game=winter seat=0"},
		{"player.token", admin.TokenOf{Game: "winter", Player: "1"}, "game=winter seat=1"},
		{"player.renew", admin.RenewPlayer{Game: "winter", Player: "ben"}, "game=winter seat=1"},
		{"player.set", map[string]any{"game": "winter", "seat": 1, "address": "ben@home.example"}, "game=winter seat=1"},
		{"player.set", admin.SetPlayer{Game: "winter", Player: "ben", Name: "Karl"}, "game=winter seat=1"},
		{"player.replace", admin.ReplacePlayer{Game: "winter", Player: "karl", Name: "Dan", Address: "dan@example.org"}, "game=winter seat=1"},
		{"game.list", admin.None{}, ""},
		{"backup", admin.None{}, ""},
		{"game.end", admin.ChangeGame{Game: "winter"}, "game=winter"},
	} {
		if c.method == "game.undo" {
			expect.NoError(t, b.Post())
			expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "sell red"))
			expect.Has(t, "the move", log.String(), "msg=move game=winter seat=0 step=")
		}
		log.Reset()
		_ = b.Handle(c.method, c.params, nil) // one of them fails; backup answers without JSON
		want := "msg=organiser what=" + c.method + " "
		if !strings.HasPrefix(c.method, "backup") {
			want += c.want
		}
		expect.Same(t, []any{c.method, c.params, log.String()},
			strings.Contains(log.String(), want), c.want != "" || c.method == "backup")
		if s := log.String(); strings.Contains(s, "@") || strings.Contains(s, "sell") {
			t.Errorf("%s: the log says too much: %s", c.method, s)
		}
	}
}
