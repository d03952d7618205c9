package storetest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/store"
)

// two returns a new store as two processes have it open.
func two(t *testing.T, a Adapter) (one, other store.Shared) {
	t.Helper()
	if a.SecondProcess == nil {
		t.Skip("one process has it open")
	}
	s := a.Open(t)
	return s.(store.Shared), a.SecondProcess(t, s).(store.Shared)
}

// testOpened: a process that opens the store takes no letter that another holds, and claims it when its lease
// is over.
func testOpened(t *testing.T, a Adapter) {
	one, other := two(t, a)
	expect.NoError(t, commit(t, one, store.Commit{Letters: []store.Letter{{To: "ana", NextTry: t0}}}))
	ls := expect.Get(one.Claim(ctx, t0, time.Minute, 1))(t)
	expect.NoError(t, errors.Join(one.MarkSending(ctx, store.Finished{ID: ls[0].ID, Bytes: []byte("on its way")})...))
	expect.NoError(t, other.Close())
	other = a.SecondProcess(t, one).(store.Shared)
	for want, after := range []time.Duration{time.Minute - 1, time.Minute} {
		expect.Same(t, after, len(expect.Get(other.Claim(ctx, t0.Add(after), time.Minute, 1))(t)), want)
	}
}

// testLeaseLost: a process whose lease has run out, and whose letter another process has claimed since, sends
// nothing and does not change it; but anyone may record that the server accepted it.
func testLeaseLost(t *testing.T, a Adapter) {
	one, two := two(t, a)
	claim := func(db store.Shared, at time.Time) uint64 {
		t.Helper()
		ls := expect.Get(db.Claim(ctx, at, time.Minute, 1))(t)
		expect.Must(t, "letters claimed", len(ls), 1)
		return ls[0].ID
	}
	is := func(id uint64) store.Letter {
		t.Helper()
		l, ok := expect.Get2(one.Letter(ctx, id))(t)
		if !ok {
			t.Fatal("the letter is gone")
		}
		l.Data = nil
		return l
	}
	expect.NoError(t, commit(t, one, store.Commit{Letters: []store.Letter{{To: "ana", Kind: "turn", Group: "g", NextTry: t0, Bytes: []byte("as queued")}}}))
	id := claim(one, t0)
	late := t0.Add(2 * time.Minute)
	expect.Must(t, "another letter", claim(two, late), id)
	was := is(id)
	if err := errors.Join(one.MarkSending(ctx, store.Finished{ID: id, Bytes: []byte("as queued")})...); !errors.Is(err, store.ErrNoLetter) {
		t.Errorf("bytes of a letter that another holds: %v", err)
	}
	expect.NoError(t, errors.Join(two.MarkSending(ctx, store.Finished{ID: id, Bytes: []byte("as queued")})...))
	sending := is(id)
	expect.Same(t, "state", sending.State, store.Sending)
	expect.Same(t, "attempts", sending.Attempts, was.Attempts+1)
	for name, err := range map[string]error{
		"defer": one.Defer(ctx, id, late.Add(time.Hour), "451"),
		"fail":  one.Fail(ctx, id, "550"),
		"untry": one.Untry(ctx, id, late.Add(time.Hour), "no server"),
	} {
		expect.NoError(t, err)
		if l := is(id); l.State != sending.State || l.LastCode != "" || !l.Leased.Equal(sending.Leased) {
			t.Errorf("%s of a letter that another holds: %+v", name, l)
		}
	}
	expect.NoError(t, two.Defer(ctx, id, t0, "421"))
	if claim(one, late) != id { // held again
		t.Fatal("another letter")
	}
	expect.NoError(t, one.Defer(ctx, id, t0, "451"))
	if l := is(id); l.LastCode != "451" {
		t.Errorf("a letter of its own is not put off: %+v", l)
	}
	claim(one, late)
	claim(two, late.Add(2*time.Minute))
	expect.NoError(t, errors.Join(one.Sent(ctx, store.Accepted{ID: id, MessageID: "id", At: late})...))
	if err := errors.Join(two.Sent(ctx, store.Accepted{ID: id, MessageID: "id", At: late})...); !errors.Is(err, store.ErrNoLetter) {
		t.Errorf("sent twice: %v", err)
	}
}

// testHold: a process extends its leases, except on a letter which another has claimed since, and releases its
// letters when it ends.
func testHold(t *testing.T, a Adapter) {
	one, two := two(t, a)
	for _, to := range []string{"ana", "ben"} {
		expect.NoError(t, commit(t, one, store.Commit{Letters: []store.Letter{{To: to, NextTry: t0}}}))
	}
	both := expect.Get(one.Claim(ctx, t0, time.Minute, 2))(t)
	expect.Must(t, "letters claimed", len(both), 2)
	holds := func(until time.Duration, want int) {
		t.Helper()
		held := expect.Get(one.Hold(ctx, t0.Add(until)))(t)
		expect.Same(t, "letters are held", len(held), want)
	}
	free := func(at time.Duration, want int) {
		t.Helper()
		ls := expect.Get(two.Claim(ctx, t0.Add(at), time.Hour, 1))(t)
		expect.Same(t, fmt.Sprintf("after %s another process has claimed", at), len(ls), want)
	}
	holds(3*time.Minute, 2)
	free(2*time.Minute, 0)
	holds(5*time.Minute, 2)
	free(4*time.Minute, 0)
	free(6*time.Minute, 1)
	holds(9*time.Minute, 1)
	free(8*time.Minute, 0)
	expect.NoError(t, one.Close())
	free(8*time.Minute, 1)
	free(8*time.Minute, 0)
}
