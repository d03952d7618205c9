package daemon

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/toy"
	"railpost/pbem/config"
	"railpost/pbem/imapbox"
	"railpost/pbem/pbemtest"
	"railpost/store/mem"
)

// TestDeadServersMakeNobodyLate: while the servers are down nothing falls due, though
// the service runs; when they are back all times have moved.
func TestDeadServersMakeNobodyLate(t *testing.T) {
	t.Parallel()
	c := config.Default()
	c.Mail.Kind = config.Embedded
	c.Identity.BaseAddress = config.EmbeddedAddress
	c.Store.Path = filepath.Join(t.TempDir(), "railpost.db")
	s := mem.New()
	d, err := New(t.Context(), Options{Config: c, Store: s, Titles: func(string) engine.Title { return toy.Title{} }})
	expect.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- d.Run(ctx) }()
	defer func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}()
	pbemtest.Until(t, "a look at the mailbox", func() bool { return d.box.Load().State == imapbox.Watching })
	create := func(game string) {
		t.Helper()
		if _, err := d.Handle(ctx, "game.create", []byte(`{"title":"toy","game":"`+game+`","start_now":true,"players":["Ana <ana@localhost>","Ben <ben@localhost>"]}`)); err != nil {
			t.Fatal(err)
		}
	}
	create("spring")
	expect.NoError(t, d.Idle(ctx))
	deadline := func(game string) time.Time {
		t.Helper()
		rows := expect.Get(s.DueOf(ctx, game))(t)
		for _, r := range rows {
			if r.Kind == "deadline" {
				return r.At
			}
		}
		t.Fatal(game, " has no deadline: ", rows)
		return time.Time{}
	}
	due := func(now time.Time) {
		t.Helper()
		expect.NoError(t, d.carryOut(ctx, now))
	}
	was, began := deadline("spring"), time.Now()
	expect.NoError(t, d.post.Down())
	create("summer") // its letters are tried in vain
	pbemtest.Until(t, "both are found out", func() bool {
		_, down := d.pump.Outage()
		return down && d.box.Load().State == imapbox.Broken
	})
	later := began.Add(100 * time.Hour).Round(0)
	due(later)
	if at := deadline("spring"); !at.Equal(was) {
		t.Errorf("the deadline is %s in the outage, before %s", at, was)
	}
	expect.NoError(t, d.post.Up())
	d.pump.Resume()
	pbemtest.Until(t, "both are back", func() bool {
		_, down := d.pump.Outage()
		return !down && d.box.Load().State == imapbox.Watching
	})
	due(later.Add(time.Hour))
	if moved := deadline("spring").Sub(was); moved < 100*time.Hour || moved > 102*time.Hour {
		t.Errorf("the deadline moved by %s", moved)
	}
	if at := deadline("summer"); at.Before(later.Add(72 * time.Hour)) {
		t.Errorf("who was asked in the outage is due %s", at)
	}
}

// TestGauges: what monitoring is told of lateness, letters and the mailbox.
func TestGauges(t *testing.T) {
	c := config.Default()
	c.Mail.Kind = config.Embedded
	c.Identity.BaseAddress = config.EmbeddedAddress
	c.Store.Path = filepath.Join(t.TempDir(), "railpost.db")
	d, err := New(t.Context(), Options{Config: c, Store: mem.New(), Version: "1.2", Titles: func(string) engine.Title { return toy.Title{} }})
	expect.NoError(t, err)
	defer func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}()
	page := func() string {
		w := httptest.NewRecorder()
		d.health.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		return "\n" + w.Body.String()
	}
	for _, want := range []string{"railpost_seats_late 0", "railpost_longest_late_seconds 0", "railpost_oldest_letter_seconds 0",
		"railpost_mailbox_last_look_timestamp_seconds 0", "railpost_queue_length 0", `railpost_build_info{version="1.2"} 1`} {
		if !strings.Contains(page(), "\n"+want+"\n") {
			t.Errorf("%s is missing", want)
		}
	}
	if _, err := d.Handle(t.Context(), "game.create", []byte(`{"title":"toy","game":"spring","start_now":true,"players":["Ana <ana@localhost>","Ben <ben@localhost>"]}`)); err != nil {
		t.Fatal(err)
	}
	d.looked.Touch()
	for _, not := range []string{"railpost_oldest_letter_seconds 0", "railpost_mailbox_last_look_timestamp_seconds 0", "railpost_queue_length 0"} {
		if strings.Contains(page(), "\n"+not+"\n") {
			t.Errorf("still %s", not)
		}
	}
}
