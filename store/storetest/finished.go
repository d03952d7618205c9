package storetest

import (
	"errors"
	"testing"
	"time"

	"railpost/store"
)

// finished is a letter that is queued with its bytes.
func finished(kind string, change ...func(*store.Letter)) store.Letter {
	bytes := func(l *store.Letter) {
		l.Bytes, l.Said, l.Queued = []byte("bytes of "+kind), []byte("said in "+kind), t0
	}
	return letter(kind, append([]func(*store.Letter){bytes}, change...)...)
}

// at says when a letter is queued, d after t0.
func at(d time.Duration) func(*store.Letter) {
	return func(l *store.Letter) { l.Queued = t0.Add(d) }
}

// testFinishedBefore: a letter that is queued with its bytes is replaced until it is
// attempted, and afterwards goes out as it is, whatever becomes of the process.
func testFinishedBefore(t *testing.T, a Adapter) {
	s := a.Open(t)
	state := func(id uint64, want ...any) { t.Helper(); letterState(t, s, id, want...) }
	mark := func(l store.Letter, bytes string) error {
		return errors.Join(s.MarkSending(ctx, store.Finished{ID: l.ID, Bytes: []byte(bytes), Said: []byte("said anew")})...)
	}
	kept(t, s, queued(finished("turn 1", group("g"))))
	first := claim(t, s, 0, 1)[0]
	same(t, "queued", first.Queued, t0)
	state(first.ID, true, store.Waiting, "bytes of turn 1", "said in turn 1", 0)
	kept(t, s, queued(finished("turn 2", group("g"))))
	state(first.ID, false)
	if err := mark(first, "bytes of turn 1"); !errors.Is(err, store.ErrNoLetter) {
		t.Errorf("a replaced letter: got %v, want ErrNoLetter", err)
	}

	// Attempted: it stays, beside the next.
	tried := claim(t, s, time.Hour, 1)[0]
	NoError(t, mark(tried, "bytes of turn 2"))
	state(tried.ID, true, store.Sending, "bytes of turn 2", "said in turn 2", 1)
	contents(t, s)
	kept(t, s, queued(finished("turn 3", group("g"))))
	state(tried.ID, true, store.Sending, "bytes of turn 2", "said in turn 2", 1)
	contents(t, s)
	NoError(t, errors.Join(s.Sent(ctx, store.Accepted{ID: tried.ID, MessageID: "<2@x>", Code: "250", At: t0})...))
	if l, _, err := s.SentLetter(ctx, "<2@x>"); err != nil || string(l.Said) != "said in turn 2" {
		t.Errorf("the sent letter: %+v, %v", l, err)
	}

	// Nothing of it was received: it waits, and is replaced.
	untried := claim(t, s, 2*time.Hour, 1)[0]
	NoError(t, mark(untried, "bytes of turn 3"))
	NoError(t, s.Untry(ctx, untried.ID, t0, "refused"))
	state(untried.ID, true, store.Waiting, "", "", 1)
	contents(t, s)
	kept(t, s, queued(finished("turn 4", group("g"))))
	state(untried.ID, false)

	// Written anew at its first attempt.
	anew := claim(t, s, 3*time.Hour, 1)[0]
	NoError(t, mark(anew, "bytes made anew"))
	state(anew.ID, true, store.Sending, "bytes made anew", "said anew", 1)
	if err := mark(anew, "bytes of turn 4"); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("other bytes: got %v, want ErrInvalid", err)
	}
	NoError(t, s.Defer(ctx, anew.ID, t0.Add(6*time.Hour), "451"))

	if a.Shared {
		leftWaiting(t, a, &s)
	} else {
		leftAttempted(t, a, &s)
	}

	// It is known of those that wait that nobody has: those of before lose their bytes.
	kept(t, s, queued(finished("turn 7", group("h")), finished("turn 8", group("i"), at(time.Hour))))
	NoError(t, s.Unfinish(ctx, t0))
	s = a.Reopen(t, s)
	ls, err := s.Letters(ctx)
	NoError(t, err)
	waits := ls[len(ls)-2:]
	same(t, "waiting", kinds(waits), []string{"turn 7", "turn 8"})
	state(waits[0].ID, true, store.Waiting, "", "", 0)
	if a.Shared {
		state(waits[1].ID, true, store.Waiting, "bytes of turn 8", "said in turn 8", 0)
	} else {
		state(waits[1].ID, true, store.Sending, "bytes of turn 8", "said in turn 8", 1)
	}
	kept(t, s, queued(letter("turn 9", group("h"))))
	state(waits[0].ID, false)
	contents(t, s)
}

// letterState compares whether a letter is there, and its state, bytes, facts for answers and attempts.
func letterState(t *testing.T, s store.Store, id uint64, want ...any) {
	t.Helper()
	l, ok, err := s.Letter(ctx, id)
	NoError(t, err)
	got := []any{ok}
	if ok {
		got = append(got, l.State, string(l.Bytes), string(l.Said), l.Attempts)
	}
	same(t, "the letter", got, want)
}

// leftAttempted: what a process has left may have been attempted, so it stays beside the next.
func leftAttempted(t *testing.T, a Adapter, at *store.Store) {
	kept(t, *at, queued(finished("turn 5", group("g"))))
	s := a.Reopen(t, *at)
	left := claim(t, s, 4*time.Hour, 1)[0]
	letterState(t, s, left.ID, true, store.Sending, "bytes of turn 5", "said in turn 5", 1)
	kept(t, s, queued(finished("turn 6", group("g"))))
	letterState(t, s, left.ID, true, store.Sending, "bytes of turn 5", "said in turn 5", 1)
	contents(t, s)
	s = a.Reopen(t, s)
	*at = s
	kept(t, s, store.Commit{DropGroup: []string{"g"}})
	contents(t, s)
	ls, err := s.Letters(ctx)
	NoError(t, err)
	same(t, "left", kinds(ls), []string{"turn 4", "turn 5", "turn 6"})
	NoError(t, s.Fail(ctx, left.ID, "550"))
	contents(t, s)
}

// leftWaiting: what a process has left was attempted only if it wrote that down, so the next one
// replaces it.
func leftWaiting(t *testing.T, a Adapter, at *store.Store) {
	kept(t, *at, queued(finished("turn 5", group("g"))))
	s := a.Reopen(t, *at)
	*at = s
	left := claim(t, s, 4*time.Hour, 1)[0]
	letterState(t, s, left.ID, true, store.Waiting, "bytes of turn 5", "said in turn 5", 0)
	kept(t, s, queued(finished("turn 6", group("g"))))
	letterState(t, s, left.ID, false)
	kept(t, s, store.Commit{DropGroup: []string{"g"}})
	ls, err := s.Letters(ctx)
	NoError(t, err)
	same(t, "left", kinds(ls), []string{"turn 4"})
	contents(t, s)
}
