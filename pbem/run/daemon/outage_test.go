package daemon

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/imapbox"
	"railpost/store"
	"railpost/store/mem"
)

// TestDeadServersMakeNobodyLate: while the servers are down nothing falls due, though
// the service runs; when they are back all times have moved.
func TestDeadServersMakeNobodyLate(t *testing.T) {
	t.Parallel()
	s, ctx := mem.New(), t.Context()
	d := running(t, Options{Store: s})
	create(t, d, "spring")
	expect.NoError(t, d.Idle(ctx))
	due := func(now time.Time) {
		t.Helper()
		expect.NoError(t, d.carryOut(ctx, now))
	}
	was, began := deadline(t, s, "spring"), time.Now()
	expect.NoError(t, d.post.Down())
	create(t, d, "summer") // its letters cannot be delivered
	pbemtest.Until(t, "both are found out", func() bool {
		_, down := d.pump.Outage()
		return down && d.box.Load().State == imapbox.Broken
	})
	later := began.Add(100 * time.Hour).Round(0)
	due(later)
	if at := deadline(t, s, "spring"); !at.Equal(was) {
		t.Errorf("the deadline is %s in the outage, before %s", at, was)
	}
	expect.NoError(t, d.post.Up())
	d.pump.Resume()
	pbemtest.Until(t, "both are back", func() bool {
		_, down := d.pump.Outage()
		return !down && d.box.Load().State == imapbox.Watching
	})
	due(later.Add(time.Hour))
	if moved := deadline(t, s, "spring").Sub(was); moved < 100*time.Hour || moved > 102*time.Hour {
		t.Errorf("the deadline moved by %s", moved)
	}
	if at := deadline(t, s, "summer"); at.Before(later.Add(72 * time.Hour)) {
		t.Errorf("who was asked in the outage is due %s", at)
	}
}

// TestAnotherDaemonSends: letters that one daemon could not send and another has sent are no outage any more,
// though the first has nothing to try the server with.
func TestAnotherDaemonSends(t *testing.T) {
	t.Parallel()
	s, ctx := mem.New(), t.Context()
	d := running(t, Options{Store: s})
	down := func() bool { _, down := d.pump.Outage(); return down }
	expect.NoError(t, d.post.Down())
	create(t, d, "spring")
	pbemtest.Until(t, "the server is out of reach", down)
	for _, l := range expect.Get(s.Letters(ctx))(t) {
		expect.NoError(t, errors.Join(s.Sent(ctx, store.Accepted{ID: l.ID, MessageID: "spring@elsewhere", At: time.Now()})...))
	}
	expect.NoError(t, d.post.Up())
	pbemtest.Until(t, "the mailbox is back", func() bool { return d.box.Load().State == imapbox.Watching })
	expect.NoError(t, d.carryOut(ctx, time.Now()))
	expect.True(t, down(), "this daemon has sent something")
	expect.Same(t, "the outage", string(expect.Get(s.Get(ctx, "outage"))(t)), "")
}

// TestGauges: figures for monitoring on lateness, letters and the mailbox.
func TestGauges(t *testing.T) {
	d := idle(t, Options{Version: "1.2"})
	page := func() string {
		w := httptest.NewRecorder()
		d.health.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		return "\n" + w.Body.String()
	}
	for _, want := range []string{"railpost_seats_late 0", "railpost_longest_late_seconds 0", "railpost_oldest_letter_seconds 0",
		"railpost_mailbox_last_look_timestamp_seconds 0", "railpost_queue_length 0", `railpost_build_info{version="1.2"} 1`,
		`railpost_lock_held_seconds_total{by="letter"} 0`, `railpost_lock_waited_seconds_total{by="mail"} 0`} {
		expect.Has(t, want, page(), "\n"+want+"\n")
	}
	create(t, d, "spring")
	d.looked.Touch()
	for _, not := range []string{"railpost_oldest_letter_seconds 0", "railpost_mailbox_last_look_timestamp_seconds 0", "railpost_queue_length 0"} {
		expect.Lacks(t, not, page(), "\n"+not+"\n")
	}
}
