package web_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/store"
)

// counting counts the games that are read.
type counting struct {
	store.Store
	loads *int
}

func (s counting) Load(ctx context.Context, game string, upTo uint64, full bool) (store.Log, error) {
	*s.loads++
	return s.Store.Load(ctx, game, upTo, full)
}

// pageOf is a page by its address and its name in the cache.
type pageOf struct{ path, name string }

// watched is a site with pages of players who must not know Ben's secret actions.
type watched struct {
	*site
	pages []pageOf
	loads int // of games
}

func newWatched(t *testing.T, title string) *watched {
	s := newSite(t, title, func(c *config.Config) {
		c.Web.Listen, c.Web.BaseURL = "127.0.0.1:0", "https://games.example.org"
	})
	var list admin.Link
	must(t, s.Handle("web.link", admin.WebLink{}, &list))
	cleo := s.own(2)
	w := &watched{site: s, pages: []pageOf{
		{"/g/winter/", "winter -1 /g/{game}/{$}"},
		{cleo, "winter 2 /s/{game}/{link}/{$}"},
		{"/c/winter/" + s.table().Tokens().Calendar(2) + "/deadlines.ics", "calendar cleo@example.org"},
		{strings.TrimPrefix(list.URL, "https://games.example.org"), "tables"},
		{"/g/winter/position/1", "winter -1 /g/{game}/position/{n} 1"},
		{"/g/winter/log", "winter -1 /g/{game}/log"},
		{"/g/winter/charts", "winter -1 /g/{game}/charts"},
		{cleo + "log", "winter 2 /s/{game}/{link}/log"},
		{cleo + "order?order=x", "winter 2 order?order=x"},
	}}
	s.openPages(counting{s.Store, &w.loads})
	return w
}

// keeps requests all pages, and returns the cached ones.
func (w *watched) keeps() (kept []any) {
	w.t.Helper()
	for _, p := range w.pages {
		w.page(p.path)
		m := w.made.Kept(p.name)
		if m == nil {
			w.t.Fatalf("%s is not kept as %q", p.path, p.name)
		}
		kept = append(kept, m)
	}
	return kept
}

func (w *watched) rev() uint64 {
	w.t.Helper()
	head, err := w.Store.Head(context.Background(), "winter")
	must(w.t, err)
	return head.Rev
}

// TestSecretActs: a player's secret actions cause no page of others, and no game for them, to be made again:
// otherwise repeated requests would reveal the minute by their time. Counted, since times depend on the
// machine.
func TestSecretActs(t *testing.T) {
	w := newWatched(t, "tycoon") // whose first auction Ana begins
	for n, lines := range []string{"bid up to 4", "note I would wait", "tell Ana let us wait", "status", "preview bid 3", "what if\nbid 3", "plan\nusual", "always take the usual turn until Ana passed",
		"set letters moves", "set zone Asia/Tokyo", "set quiet 23:00-7:00", "set view text", "tutor on", "renew link"} {
		before, was, rev := w.keeps(), w.loads, w.rev()
		must(t, w.Answer("Ben", mailtest.Bare, strings.Split(lines, "\n")...))
		expect.True(t, w.rev() != rev, "%q does nothing: %s", lines, w.Verdict)
		for i, m := range w.keeps() {
			expect.Same(t, fmt.Sprintf("%q has %s made anew", lines, w.pages[i].path), m, before[i])
		}
		w.page(fmt.Sprint(w.own(2), "order?order=x&n=", n)) // nobody has requested it yet
		expect.Same(t, fmt.Sprintf("%q has the game read anew for others", lines), w.loads, was)
	}
}

// TestKeptIsFresh: after any change at a table, a cached page equals a new one.
func TestKeptIsFresh(t *testing.T) {
	w := newWatched(t, "18mag")
	does := func(method string, params any) func() error {
		return func() error { return w.Handle(method, params, nil) }
	}
	says := func(name string, lines ...string) func() error {
		return func() error { return w.Answer(name, mailtest.Bare, lines...) }
	}
	for _, act := range []struct {
		what string
		do   func() error
	}{
		{"talk", says("Ben", "say let us wait")},
		{"talk to Cleo alone", says("Ben", "tell Cleo let us wait")},
		{"a plan", says("Cleo", "plan", "usual")},
		{"a zone", says("Cleo", "set zone Asia/Tokyo")},
		{"a language", says("Cleo", "set language ca")},
		{"spoken letters", says("Cleo", "set view spoken")},
		{"a tutor", says("Cleo", "tutor on")},
		{"days away", says("Cleo", "away 5 mar - 8 mar")},
		{"a move", func() error { w.play(1); return nil }},
		{"a proposal", says("Ben", "propose extend 2d")},
		{"more time", does("game.extend", admin.ExtendGame{Game: "winter", By: "1d"})},
		{"a bank", does("game.set", map[string]any{"game": "winter", "rules": []string{"bank=3d"}})},
		{"a pause", does("game.pause", admin.ChangeGame{Game: "winter"})},
		{"its end", does("game.resume", admin.ChangeGame{Game: "winter"})},
		{"another player", does("player.replace", admin.ReplacePlayer{Game: "winter", Player: "Ben", Name: "Eva", Address: "eva@example.org"})},
		{"the end", does("game.end", admin.ChangeGame{Game: "winter"})},
		{"an erased name", does("player.erase", admin.ErasePlayer{Address: "eva@example.org"})},
	} {
		rev := w.rev()
		must(t, act.do())
		expect.True(t, w.rev() != rev, "%s: nothing happens", act.what)
		var kept []string
		for _, p := range w.pages[:4] {
			kept = append(kept, w.page(p.path))
		}
		was := w.site.pages
		w.openPages(w.Store)
		for i, p := range w.pages[:4] {
			expect.Same(t, fmt.Sprintf("after %s, %s is not what it was made of", act.what, p.path), w.page(p.path), kept[i])
		}
		w.site.pages = was
	}
}
