package profiles_test

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/table"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestForgottenVisitors: a person who never answers is forgotten, and a table that nobody joins is closed.
func TestForgottenVisitors(t *testing.T) {
	b := pbemtest.Lobby(t)
	b.Unproven(t, "Ana <ana@example.org>", "a", "games")
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "new toy 2 winter", "invite eva@example.net winter"))
	b.Unproven(t, "Max <max@example.net>", "m", "games")
	days := func(n int) {
		for range n {
			b.Clock = b.Clock.AddDate(0, 0, 1)
			expect.NoError(t, b.Tick())
		}
	}
	rows := func(prefix string) int {
		values := expect.Get(b.Store.Values(t.Context(), prefix))(t)
		return len(values)
	}
	days(29)
	expect.Same(t, "profiles after 29 days", rows(table.ProfilePrefix), 3)
	days(3)
	expect.Same(t, "profiles after a month", rows(table.ProfilePrefix), 1)
	expect.Same(t, "requests are remembered after a month", rows(table.RequestPrefix), 0)
	days(30)
	if l, _ := b.Latest("Ana"); rows(table.OpeningPrefix) != 0 || !strings.Contains(l.Text, "has been closed") {
		t.Errorf("%d tables after two months; the last letter: %s", rows(table.OpeningPrefix), l.Text)
	}
}

// TestViews: each view is that of the letters of a seat, and of all seats that follow a profile; without HTML
// if the reader wants text only.
func TestViews(t *testing.T) {
	b := pbemtest.Games(t, "winter")
	b.Config().Lobby.Open = config.OpenAnyone
	html := func(who, view string) {
		t.Helper()
		l, _ := b.Latest(who)
		expect.Same(t, []any{who, view}, strings.Contains(string(l.Raw), "text/html"), view != "text")
	}
	for _, view := range []string{"text", "spoken", "html"} {
		expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "set view "+view))
		html("Ana", view)
	}
	b.Unproven(t, "Eva <eva@example.org>", "e", "games")
	html("Eva", "html")
	expect.NoError(t, b.Answer("Eva", mailtest.Gmail, "set view text"))
	html("Eva", "text")
	b.Begin(t, admin.CreateGame{Game: "spring", Players: pbemtest.FromAll("Eva", "Ben")})
	html("Eva", "text")
	html("Ben", "html")
}

// TestErasedProfile: after erasing a person, the store has no name and no address of them, neither in their
// profile nor in others' texts.
func TestErasedProfile(t *testing.T) {
	b := pbemtest.Lobby(t)
	for i, name := range []string{"Annabella", "Ben"} {
		b.Unproven(t, pbemtest.From(name), fmt.Sprint(i), "games")
	}
	expect.NoError(t, b.Answer("Annabella", mailtest.Gmail, "set name Annabella", "new toy 3 winter", "add annabella@work.example"))
	expect.NoError(t, b.Answer("annabella@work.example", mailtest.Gmail, "confirm"))
	expect.NoError(t, b.Answer("Annabella", mailtest.Gmail, "add ben@example.org", "invite zoe@example.net winter"))
	expect.NoError(t, b.Answer("Ben", mailtest.Gmail, "join winter"))
	expect.NoError(t, b.Handle("player.erase", admin.ErasePlayer{Address: "annabella@example.org"}, nil))
	values := expect.Get(b.Store.Values(t.Context(), ""))(t)
	for key, value := range values {
		expect.Lacks(t, fmt.Sprintf("%s: %s", key, value), strings.ToLower(key+" "+string(value)), "annabella")
	}
	expect.Has(t, "the table that Ben has joined", string(values[table.OpeningKey("winter")]), "ben@example.org")
}
