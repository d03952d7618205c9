package postgres_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/store"
	"railpost/store/postgres"
	"railpost/store/postgres/pgtest"
	"railpost/store/storetest"
)

// TestHang: a process is cut off from the database without notice. Its calls end with an error after its
// timeout, none hangs; others get its names and letters after a while; when the connection is back it
// continues, and the interrupted calls were kept once or not at all.
func TestHang(t *testing.T) {
	server := pgtest.Shared(t)
	name := server.Database(t, "")
	near := open(t, server.URL(name), postgres.Options{})
	t.Cleanup(postgres.Usually(func(p *postgres.Pace) {
		p.Look, p.Answer, p.Lapse = 200*time.Millisecond, time.Second, 2*time.Second
	}))
	h, url := pgtest.NewHole(t, server, name)
	far := open(t, url+"&connect_timeout=1", postgres.Options{})
	expect.NoError(t, commit(far, store.Commit{Game: "winter", Letters: []store.Letter{{To: "ana", NextTry: t0}}}))
	if _, ok, err := far.Try(ctx, "clock"); err != nil || !ok {
		t.Fatal(ok, err)
	}
	if ls, err := far.Claim(ctx, t0, time.Minute, 1); err != nil || len(ls) != 1 {
		t.Fatal(ls, err)
	}
	told := make(chan bool, 100)
	listening := make(chan error)
	ctxListen, stop := context.WithCancel(ctx)
	go func() { listening <- far.Listen(ctxListen, func(game string, all bool) { told <- all }) }()
	expect.True(t, <-told, "not told at first that anything may have changed")

	let := h.Shut()
	t.Cleanup(let)
	far.Wait(time.Second)
	calls := map[string]func() error{
		"commit": func() error {
			return commit(far, store.Commit{Game: "winter", Expect: 1, Append: [][]byte{[]byte("far")}})
		},
		"head":  func() error { _, err := far.Head(ctx, "winter"); return err },
		"load":  func() error { _, err := far.Load(ctx, "winter", 0, true); return err },
		"value": func() error { _, err := far.Get(ctx, "x"); return err },
		"claim": func() error { _, err := far.Claim(ctx, t0, time.Minute, 1); return err },
		"name":  func() error { _, _, err := far.Try(ctx, "mail"); return err },
	}
	var all sync.WaitGroup
	for what, call := range calls {
		all.Go(func() {
			expect.Fails(t, what, call(), "")
		})
	}
	storetest.Until(t, func() bool {
		_, ok := expect.Get2(near.Try(ctx, "clock"))(t)
		return ok
	})
	expect.Same(t, "the letter of a process that was cut off",
		len(expect.Get(near.Claim(ctx, t0.Add(2*time.Minute), time.Hour, 1))(t)), 1)
	expect.NoError(t, commit(near, store.Commit{Game: "winter", Expect: 1, Append: [][]byte{[]byte("near")}}))
	all.Wait()
	let()
	far.Wait(time.Minute)
	storetest.Until(t, func() bool {
		release, ok, err := far.Try(ctx, "mail")
		if ok {
			release()
		}
		return err == nil && ok
	})
	if _, ok, err := far.Try(ctx, "clock"); err != nil || ok {
		t.Errorf("it holds what another has taken: %v", err)
	}
	log := expect.Get(far.Load(ctx, "winter", 0, true))(t)
	expect.True(t, len(log.Records) == 1 && string(log.Records[0].Payload) == "near",
		"%d records: %+v", len(log.Records), log.Records)
	expect.True(t, <-told, "not told that anything may have changed")
	stop()
	expect.NoError(t, <-listening)
}
