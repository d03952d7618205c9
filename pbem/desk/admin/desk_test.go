package admin

import (
	"log/slog"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/titles"
	"railpost/pbem/config"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/games"
	"railpost/store/mem"
	"railpost/templates"
)

// basisOf is a service that has two newcomers and no game.
func basisOf(t *testing.T) desk {
	t.Helper()
	s, log, nothing := mem.New(), slog.New(slog.DiscardHandler), func() {}
	now := func() time.Time { return time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC) }
	j := expect.Get(journal.Open(t.Context(), journal.Journal{Config: config.Default(), Store: s, Titles: titles.Find,
		Games: games.NewLibrary(s, titles.Find, log), Now: now, Log: log, Wake: nothing, Posts: nothing, Hook: func(string) {}}))(t)
	return desk{Journal: j, texts: expect.Get(templates.New())(t)}
}

// TestDesksAlone: each desk works without the others.
func TestDesksAlone(t *testing.T) {
	d := basisOf(t)
	at := admission{d.Config, d.texts}
	waits := waitingDesk{d, at}
	zoe := expect.Get(waits.addWaiting(t.Context(), AddWaiting{Person: "Zoe <zoe@example.org>"}))(t)
	expect.Same(t, "is asked", zoe.Name, "Zoe")
	expect.Same(t, "waits", len(expect.Get(waits.listWaiting(t.Context(), None{}))(t)), 1)
	queue := expect.Get(mailDesk{desk: d}.listQueue(t.Context(), None{}))(t)
	expect.Same(t, "letter", queue.Out[0].To, "zoe@example.org")
	moved := expect.Get(playerDesk{d, at}.moveAddress(t.Context(), MoveAddress{Old: "zoe@example.org", New: "zoe@example.net"}))(t)
	expect.Same(t, "moved", moved.Waiting, true)
	all := expect.Get(lookDesk{desk: d}.stats(t.Context(), None{}))(t)
	expect.Same(t, "titles with games", len(all), 1)
	expect.Same(t, "rules mended for", len(expect.Get(upkeepDesk{desk: d}.upgrade(t.Context(), Upgrade{}))(t)), 0)
	for name, err := range map[string]error{
		"game": func() error { _, err := gameDesk{d, at}.pauseGame(t.Context(), ChangeGame{Game: "winter"}); return err }(),
		"hook": func() error { _, err := hookDesk{d}.listHooks(t.Context(), ListHooks{Game: "winter"}); return err }(),
		"draw": func() error { _, err := drawDesk{desk: d}.drawGame(t.Context(), PictureOf{Game: "winter"}); return err }(),
		"web":  func() error { _, err := webDesk{d}.webLink(t.Context(), WebLink{Game: "winter"}); return err }(),
		"announce": func() error {
			_, err := announceDesk{d}.announce(t.Context(), Announce{All: true, Text: "Hello."})
			return err
		}(),
		"create": func() error {
			_, err := createDesk{desk: d, admission: at}.createGame(t.Context(), CreateGame{Title: "chess"})
			return err
		}(),
	} {
		expect.True(t, err != nil, "%s: done without a game", name)
	}
}
