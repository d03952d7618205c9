package storetest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/store"
)

// testRefusals: a call that contradicts itself, or comes too late, changes nothing.
func testRefusals(t *testing.T, a Adapter) {
	s := a.Open(t)
	kept(t, s, move("winter", 0, "m1"))
	reminder := store.Due{At: t0.Add(time.Hour), Game: "winter", Kind: "reminder", Seat: 1}
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
		{"same mail, other content, behind", func(c *store.Commit) { c.Mail = &store.Mark{Key: "m1", Raw: store.Hash{9}}; c.Expect = 0 }, store.ErrSeen},
		{"due row twice", func(c *store.Commit) { c.DueDone = []store.Due{reminder, reminder} }, store.ErrStale},
		{"behind, renamed", func(c *store.Commit) { c.Expect, c.Rename = 7, "winter~1" }, store.ErrStale},
		{"mail without key", func(c *store.Commit) { c.Mail.Key = "" }, store.ErrInvalid},
		{"raw mail without key", func(c *store.Commit) { c.Raw.Key = "" }, store.ErrInvalid},
		{"value without key", func(c *store.Commit) { c.Put[""] = []byte("x") }, store.ErrInvalid},
		{"zero byte", func(c *store.Commit) { c.DuePut[0].Kind = "remind\x00er" }, store.ErrInvalid},
		{"long name", func(c *store.Commit) { c.Game, c.Expect = strings.Repeat("w", 5000), 0 }, store.ErrInvalid},
		{"records of no game", func(c *store.Commit) { c.Game, c.Expect = "", 0 }, store.ErrInvalid},
		{"beside no record", func(c *store.Commit) { c.Texts = map[uint64][]byte{5: []byte("Ana")} }, store.ErrInvalid},
		{"beside record 0", func(c *store.Commit) { c.Texts = map[uint64][]byte{0: []byte("Ana")} }, store.ErrInvalid},
		{"beside records of no game", func(c *store.Commit) { *c = store.Commit{Texts: map[uint64][]byte{1: []byte("Ana")}} }, store.ErrInvalid},
		{"a new game renamed", func(c *store.Commit) { *c = store.Commit{Game: "autumn", Rename: "autumn~1"} }, store.ErrInvalid},
		{"the name it has", func(c *store.Commit) { c.Rename = "winter" }, store.ErrInvalid},
		{"zero byte in a new name", func(c *store.Commit) { c.Rename = "a\x00b" }, store.ErrInvalid},
		{"renamed and deleted", func(c *store.Commit) { c.Rename, c.Delete = "winter~1", true }, store.ErrInvalid},
		{"no game deleted", func(c *store.Commit) { *c = store.Commit{Delete: true} }, store.ErrInvalid},
		{"a person forgotten in a game", func(c *store.Commit) { c.Forget = &store.Forget{} }, store.ErrInvalid},
	} {
		t.Run(test.name, func(t *testing.T) { refused(t, s, full(test.change), test.want) })
	}
	id := contents(t, s).Letters[0].ID
	for name, err := range map[string]error{
		"no bytes":          s.MarkSending(ctx, store.Finished{ID: id})[0],
		"no Message-ID":     s.Sent(ctx, store.Accepted{ID: id, Code: "250", At: t0})[0],
		"long Message-ID":   s.Sent(ctx, store.Accepted{ID: id, MessageID: strings.Repeat("<", 5000), Code: "250", At: t0})[0],
		"no mail attempted": func() error { _, err := s.Attempt(ctx, ""); return err }(),
	} {
		expect.Is(t, name, err, store.ErrInvalid)
	}
	errs, err := s.Commit(ctx)
	if len(errs) != 0 || err != nil {
		t.Errorf("no commits: %v %v", errs, err)
	}
	kept(t, s, full(func(*store.Commit) {}))
	same(t, "after a restart", contents(t, a.Reopen(t, s)).Logs["winter"].Rev, uint64(2))
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
	expect.Is(t, "attempt", expect.Err(s.Attempt(gone, "m3")), context.Canceled)
	expect.Is(t, "load", expect.Err(s.Load(gone, "winter", 0, true)), context.Canceled)
	same(t, "contents", contents(t, s), before)
}

func testClosed(t *testing.T, a Adapter) {
	s := a.Open(t)
	expect.NoError(t, s.Close())
	_, err := s.Commit(ctx, store.Commit{Game: "winter"})
	_, readErr := s.Head(ctx, "winter")
	for call, err := range map[string]error{"Commit": err, "Head": readErr} {
		expect.Is(t, call, err, store.ErrClosed)
	}
}

// testMemory: callers may change their arguments and results.
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
