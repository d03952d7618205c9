package postgres_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"railpost/store"
	"railpost/store/postgres"
	"railpost/store/postgres/pgtest"
	"railpost/store/storetest"
)

// TestHang: a process is cut off from the database without being told. Its calls end with an error after its
// patience, none hangs; its names and letters are others' after a while; when it is heard again it goes on, and what it
// had begun was kept once or not at all.
func TestHang(t *testing.T) {
	t.Cleanup(postgres.LookEvery(time.Second))
	t.Cleanup(postgres.LapseAfter(3 * time.Second))
	server := pgtest.Shared(t)
	name := server.Database(t, "")
	h, url := pgtest.NewHole(t, server, name)
	far, near := open(t, url, postgres.Options{Patience: 3 * time.Second}), open(t, server.URL(name), postgres.Options{})
	storetest.NoError(t, commit(far, store.Commit{Game: "winter", Letters: []store.Letter{{To: "ana", NextTry: t0}}}))
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
	if !<-told {
		t.Error("not told at first that anything may have changed")
	}

	let := h.Shut()
	t.Cleanup(let)
	began := time.Now()
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
			if err := call(); err == nil {
				t.Errorf("%s: answered by nobody", what)
			}
		})
	}
	taken := false
	for end := time.Now().Add(30 * time.Second); !taken; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("what a process holds that was cut off is never free")
		}
		_, ok, err := near.Try(ctx, "clock")
		storetest.NoError(t, err)
		taken = ok
	}
	if ls, err := near.Claim(ctx, t0.Add(2*time.Minute), time.Hour, 1); err != nil || len(ls) != 1 {
		t.Errorf("the letter of a process that was cut off: %v %v", ls, err)
	}
	storetest.NoError(t, commit(near, store.Commit{Game: "winter", Expect: 1, Append: [][]byte{[]byte("near")}}))
	all.Wait()
	if took := time.Since(began); took > 40*time.Second {
		t.Errorf("calls hung for %s", took)
	}
	let()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		release, ok, err := far.Try(ctx, "mail")
		if err == nil && ok {
			release()
			break
		}
		if time.Now().After(end) {
			t.Fatalf("it does not go on: %v %v", ok, err)
		}
	}
	if _, ok, err := far.Try(ctx, "clock"); err != nil || ok {
		t.Errorf("it holds what another has taken: %v", err)
	}
	log, err := far.Load(ctx, "winter", 0, true)
	storetest.NoError(t, err)
	if len(log.Records) != 1 || string(log.Records[0].Payload) != "near" {
		t.Errorf("%d records: %+v", len(log.Records), log.Records)
	}
	if !<-told {
		t.Error("not told that anything may have changed")
	}
	stop()
	storetest.NoError(t, <-listening)
}
