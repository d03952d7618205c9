package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"railpost/store"
)

func testWhole(t *testing.T, a Adapter) {
	s := a.Open(t)
	kept(t, s, move("winter", 0, "m1"))
	kept(t, s, move("winter", 1, "m2"))
	before := contents(t, s)

	s = a.Reopen(t, s)
	got := contents(t, s)
	same(t, "after a restart", got, before)

	log := got.Logs["winter"]
	same(t, "records", texts(log.Records), []string{"1 m1 record 1", "2 m1 record 2", "3 m2 record 1", "4 m2 record 2"})
	prev := store.Hash{}
	for _, r := range log.Records {
		prev = store.Chain(prev, r.Payload)
		same(t, "hash", r.Hash, prev)
	}
	same(t, "head", log.Head, store.Head{Game: "winter", Rev: 2, Seq: 4, Last: prev, Doc: []byte("document 2")})

	var letters []string
	for _, l := range got.Letters {
		letters = append(letters, fmt.Sprintf("%s to %s after %d: %s, %d attempts", l.Kind, l.To, l.Seq, l.State, l.Attempts))
	}
	same(t, "letters", letters, []string{
		"receipt to ana@example.org after 2: waiting, 0 attempts",
		"receipt to ana@example.org after 4: waiting, 0 attempts",
		"turn to ben@example.org after 4: waiting, 0 attempts", // in the place of the first
	})
	same(t, "due", got.Due, []store.Due{
		{At: t0.Add(time.Hour), Game: "winter", Kind: "reminder", Seat: 1, Data: []byte("r")},
		{At: t0.Add(2 * time.Hour), Game: "winter", Kind: "reminder", Seat: 1, Data: []byte("r")},
	})
	same(t, "values", got.Values, map[string][]byte{"last/winter": []byte("m2")})
	mark, ok, err := s.Seen(ctx, "m2")
	NoError(t, err)
	same(t, "mark", []any{mark, ok}, []any{store.Mark{Key: "m2", Raw: store.Hash{1, 1}, Game: "winter", Verdict: "played", At: t0}, true})

	// What is not given stays.
	kept(t, s, store.Commit{Game: "winter", Expect: 2})
	h, err := s.Head(ctx, "winter")
	NoError(t, err)
	same(t, "head after an empty commit", h, store.Head{Game: "winter", Rev: 3, Seq: 4, Last: prev, Doc: []byte("document 2")})
}

func testTwoWriters(t *testing.T, a Adapter) {
	s := a.Open(t)
	kept(t, s, store.Commit{Game: "winter"})
	const writers = 8
	errs := make([]error, writers)
	var wg sync.WaitGroup
	for i := range writers {
		wg.Go(func() {
			one, err := s.Commit(ctx, move("winter", 1, fmt.Sprint("m", i)))
			errs[i] = errors.Join(append(one, err)...)
		})
	}
	wg.Wait()
	winner := -1
	for i, err := range errs {
		switch {
		case err == nil && winner < 0:
			winner = i
		case err == nil:
			t.Errorf("writers %d and %d both won", winner, i)
		case !errors.Is(err, store.ErrStale):
			t.Errorf("writer %d: %v", i, err)
		}
	}
	if winner < 0 {
		t.Fatal("nobody won")
	}
	log, err := s.Load(ctx, "winter", 0, true)
	NoError(t, err)
	m := fmt.Sprint("m", winner)
	same(t, "records", texts(log.Records), []string{"1 " + m + " record 1", "2 " + m + " record 2"})
	refused(t, s, move("winter", 1, "late"), store.ErrStale)
}

func testRefusals(t *testing.T, a Adapter) {
	s := a.Open(t)
	kept(t, s, move("winter", 0, "m1"))
	full := func(change func(*store.Commit)) store.Commit {
		c := move("winter", 1, "m2")
		c.DropGroup = []string{"winter/1/turn"}
		c.DueDrop = func(store.Due) bool { return true }
		c.Snapshot = []byte("position")
		change(&c)
		return c
	}
	for _, test := range []struct {
		name   string
		change func(*store.Commit)
		want   error
	}{
		{"behind", func(c *store.Commit) { c.Expect = 7 }, store.ErrStale},
		{"created twice", func(c *store.Commit) { c.Expect = 0 }, store.ErrExists},
		{"no such game", func(c *store.Commit) { c.Game = "summer" }, store.ErrNoGame},
		{"same mail", func(c *store.Commit) { c.Mail.Key = "m1" }, store.ErrSeen},
		{"same mail, other content, behind", func(c *store.Commit) { c.Mail = &store.Mark{Key: "m1", Raw: store.Hash{9}}; c.Expect = 0 }, store.ErrSeen},
		{"same mail, no game", func(c *store.Commit) { *c = store.Commit{Mail: c.Mail, Letters: c.Letters}; c.Mail.Key = "m1" }, store.ErrSeen},
		{"due row gone", func(c *store.Commit) {
			c.DueDone = []store.Due{{At: t0.Add(time.Hour), Game: "winter", Kind: "reminder", Seat: 2}}
		}, store.ErrStale},
		{"due row twice", func(c *store.Commit) {
			d := store.Due{At: t0.Add(time.Hour), Game: "winter", Kind: "reminder", Seat: 1}
			c.DueDone = []store.Due{d, d}
		}, store.ErrStale},
		{"mail without key", func(c *store.Commit) { c.Mail.Key = "" }, store.ErrInvalid},
		{"raw mail without key", func(c *store.Commit) { c.Raw.Key = "" }, store.ErrInvalid},
		{"value without key", func(c *store.Commit) { c.Put[""] = []byte("x") }, store.ErrInvalid},
		{"zero byte", func(c *store.Commit) { c.DuePut[0].Kind = "remind\x00er" }, store.ErrInvalid},
		{"long name", func(c *store.Commit) { c.Game, c.Expect = strings.Repeat("w", 5000), 0 }, store.ErrInvalid},
		{"records of no game", func(c *store.Commit) { c.Game, c.Expect = "", 0 }, store.ErrInvalid},
	} {
		t.Run(test.name, func(t *testing.T) { refused(t, s, full(test.change), test.want) })
	}
	kept(t, s, full(func(*store.Commit) {}))
	same(t, "after a restart", contents(t, a.Reopen(t, s)).Logs["winter"].Rev, uint64(2))
}

func testGroup(t *testing.T, a Adapter) {
	s := a.Open(t)
	kept(t, s, move("autumn", 0, "a1"))
	errs, err := s.Commit(ctx,
		move("winter", 0, "w1"),
		move("autumn", 9, "a2"), // stale
		move("summer", 0, "w1"), // the mail of the first
		store.Commit{Mail: &store.Mark{Key: "stranger", Verdict: "ignored", At: t0}},
		move("spring", 0, "s1"),
	)
	NoError(t, err)
	for i, want := range []error{nil, store.ErrStale, store.ErrSeen, nil, nil} {
		if !errors.Is(errs[i], want) {
			t.Errorf("commit %d: got %v, want %v", i, errs[i], want)
		}
	}

	alone := a.Open(t)
	kept(t, alone, move("autumn", 0, "a1"))
	kept(t, alone, move("winter", 0, "w1"))
	kept(t, alone, move("spring", 0, "s1"))
	got, want := contents(t, s), contents(t, alone)
	for _, e := range []*everything{&got, &want} {
		for i := range e.Letters {
			e.Letters[i].Queued = time.Time{}
		}
	}
	same(t, "the store after a group with bad members", got, want)
	if _, ok, err := s.Seen(ctx, "stranger"); err != nil || !ok {
		t.Errorf("the mark without a game: %v %v", ok, err)
	}
	errs, err = s.Commit(ctx)
	if len(errs) != 0 || err != nil {
		t.Errorf("no commits: %v %v", errs, err)
	}
}

func testCancelled(t *testing.T, a Adapter) {
	s := a.Open(t)
	kept(t, s, move("winter", 0, "m1"))
	before := contents(t, s)
	gone, cancel := context.WithCancel(ctx)
	cancel()
	errs, err := s.Commit(gone, move("winter", 1, "m2"))
	if !errors.Is(err, context.Canceled) || !errors.Is(errs[0], context.Canceled) {
		t.Errorf("commit: %v %v", errs, err)
	}
	if _, err := s.Attempt(gone, "m3"); !errors.Is(err, context.Canceled) {
		t.Errorf("attempt: %v", err)
	}
	if _, err := s.Load(gone, "winter", 0, true); !errors.Is(err, context.Canceled) {
		t.Errorf("load: %v", err)
	}
	same(t, "contents", contents(t, s), before)
}

func testClosed(t *testing.T, a Adapter) {
	s := a.Open(t)
	NoError(t, s.Close())
	_, err := s.Commit(ctx, store.Commit{Game: "winter"})
	_, readErr := s.Head(ctx, "winter")
	for _, err := range []error{err, readErr} {
		if !errors.Is(err, store.ErrClosed) {
			t.Errorf("got %v, want ErrClosed", err)
		}
	}
}

// testMemory: what goes in and comes out may be changed by the caller.
func testMemory(t *testing.T, a Adapter) {
	s := a.Open(t)
	c := move("winter", 0, "m1")
	c.Snapshot = []byte("position")
	kept(t, s, c)
	want := contents(t, s)
	scribble := func(bs ...[]byte) {
		for _, b := range bs {
			for i := range b {
				b[i] = '#'
			}
		}
	}
	scribble(c.Doc, c.Append[0], c.Snapshot, c.Raw.Bytes, c.Letters[1].Data, c.DuePut[0].Data, c.Put["last/winter"])
	got := contents(t, s)
	same(t, "after the caller wrote over its commit", got, want)
	log := got.Logs["winter"]
	scribble(log.Doc, log.Records[0].Payload, log.Snapshot.Data, got.Mails[0].Bytes, got.Letters[1].Data, got.Due[0].Data, got.Values["last/winter"])
	got = contents(t, s)
	if d := got.Logs["winter"].Doc; string(d) != "document 1" {
		t.Errorf("document after the caller wrote over what it read: %q", d)
	}
	same(t, "values", string(got.Values["last/winter"]), "m1")
}
