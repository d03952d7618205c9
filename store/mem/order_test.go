package mem

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/store"
	"railpost/store/internal/kv"
)

// counted counts the letters that transactions read.
type counted struct {
	*backend
	letters *int
}

func (c counted) View(fn func(kv.Tx) error) error {
	return c.backend.View(func(t kv.Tx) error { return fn(countedTx{t, c.letters}) })
}

type countedTx struct {
	kv.Tx
	letters *int
}

func (t countedTx) Get(b kv.Bucket, key []byte) []byte {
	t.count(b)
	return t.Tx.Get(b, key)
}

func (t countedTx) Cursor(b kv.Bucket) kv.Cursor {
	return countedCursor{t.Tx.Cursor(b), func() { t.count(b) }}
}

func (t countedTx) count(b kv.Bucket) {
	if b == kv.Letters {
		*t.letters++
	}
}

type countedCursor struct {
	kv.Cursor
	count func()
}

func (c countedCursor) Next() (key, value []byte) {
	c.count()
	return c.Cursor.Next()
}

// TestClaimReadsWhatItReturns: after an outage ten thousand letters are not read again for each that is sent.
func TestClaimReadsWhatItReturns(t *testing.T) {
	const queued, rounds, batch = 10_000, 50, 8
	read := 0
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	s := kv.New(counted{&backend{}, &read}, func() time.Time { return at }, nil)
	ctx := context.Background()
	must := func(errs ...error) {
		t.Helper()
		expect.NoError(t, errors.Join(errs...))
	}
	var c store.Commit
	for i := range queued {
		c.Letters = append(c.Letters, store.Letter{Game: fmt.Sprint("game ", i%40), To: fmt.Sprint("reader ", i%60), Kind: []string{"news", "turn"}[i%2]})
	}
	must2 := func(errs []error, err error) { t.Helper(); must(append(errs, err)...) }
	must2(s.Commit(ctx, c))
	ls, err := s.Claim(ctx, at, time.Minute, batch)
	must(err)
	if read < queued {
		t.Fatalf("%d letters read by the first claim, so this counts nothing", read)
	}
	read = 0
	for range rounds {
		for _, l := range ls {
			must(s.Sent(ctx, store.Accepted{ID: l.ID, MessageID: fmt.Sprint(l.ID), At: at})...)
		}
		must2(s.Commit(ctx, store.Commit{Letters: []store.Letter{{To: "another", Kind: "receipt"}}}))
		ls, err = s.Claim(ctx, at, time.Minute, batch)
		must(err)
		expect.Must(t, "letters", len(ls), batch)
	}
	expect.True(t, read <= 4*rounds*batch, "%d letters were read for %d that went out", read, rounds*batch)
}
