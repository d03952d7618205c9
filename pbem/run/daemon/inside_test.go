package daemon

import (
	"cmp"
	"context"
	"path/filepath"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/toy"
	"railpost/pbem/config"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/imapbox"
	"railpost/store"
	"railpost/store/mem"
)

// embedded is the configuration of a service with its own post office.
func embedded(t *testing.T) *config.Config {
	c := config.Default()
	c.Mail.Kind = config.Embedded
	c.Identity.BaseAddress = config.EmbeddedAddress
	c.Store.Path = filepath.Join(t.TempDir(), "railpost.db")
	return c
}

// made is a daemon that does not run yet, embedded and with a store in memory unless o says otherwise.
func made(t *testing.T, o Options) *Daemon {
	t.Helper()
	o.Config = cmp.Or(o.Config, embedded(t))
	if o.Store == nil {
		o.Store = mem.New()
	}
	o.Titles = func(string) engine.Title { return toy.Title{} }
	d := expect.Get(New(t.Context(), o))(t)
	return d
}

// idle is a daemon that never runs.
func idle(t *testing.T, o Options) *Daemon {
	t.Helper()
	d := made(t, o)
	t.Cleanup(func() {
		expect.Is(t, "close", d.Close(), nil)
	})
	return d
}

// running is a daemon that has looked at its mailbox, and runs until the test ends.
func running(t *testing.T, o Options) *Daemon {
	t.Helper()
	d := made(t, o)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- d.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	pbemtest.Until(t, "a look at the mailbox", func() bool { return d.box.Load().State == imapbox.Watching })
	return d
}

// create begins a game of Ana and Ben.
func create(t *testing.T, d *Daemon, game string) {
	t.Helper()
	if _, err := d.Handle(t.Context(), "game.create", []byte(`{"title":"toy","game":"`+game+`","start_now":true,"players":["Ana <ana@localhost>","Ben <ben@localhost>"]}`)); err != nil {
		t.Fatal(err)
	}
}

// deadline is the deadline of the acting seat in a game.
func deadline(t *testing.T, s store.Store, game string) time.Time {
	t.Helper()
	rows := expect.Get(s.DueOf(t.Context(), game))(t)
	for _, r := range rows {
		if r.Kind == "deadline" {
			return r.At
		}
	}
	t.Fatal(game, " has no deadline: ", rows)
	return time.Time{}
}
