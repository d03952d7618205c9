package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/store"
)

// sentLetters fills a file with enough letters that their keys need branch pages,
// and deletes and adds some, so that pages split and merge.
func sentLetters(t *testing.T) string {
	path := newPath(t)
	db := expect.Get(Open(path, Options{NoSync: true}))(t)
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 300 {
		expect.NoError(t, commit(db, store.Commit{Letters: []store.Letter{{Kind: "turn", To: "b@x", Data: []byte("facts")}},
			Put: map[string][]byte{fmt.Sprintf("value-%d", r.IntN(200)): make([]byte, r.IntN(3)*r.IntN(3000))}}))
		ls := expect.Get(db.Claim(ctx, at.AddDate(99, 0, 0), time.Second, 1))(t)
		expect.NoError(t, errors.Join(db.Sent(ctx, store.Accepted{ID: ls[0].ID, MessageID: fmt.Sprintf("<winter.%d.0.turn-%d@x.example.org>", i, i), Code: "250", At: at})...))
	}
	expect.NoError(t, db.Close())
	return path
}

// flips flips one of the lowest bits of each of n bytes of a key, and reports flips that a check misses.
func flips(t *testing.T, path string, file []byte, at, n, bits int) {
	t.Helper()
	for k := range n {
		db, err := flipped(t, path, file, at+k, 1<<(k%bits))
		if err != nil {
			continue
		}
		found := 0
		expect.NoError(t, db.Check(ctx, func(store.Corrupt) { found++ }))
		expect.NoError(t, db.Close())
		expect.True(t, found != 0, "byte %d of key %q at %d: not found", k, file[at:at+n], at)
	}
}

// TestFlippedBitInAKey: the check finds any flipped bit of a key, even of a key in a branch page.
func TestFlippedBitInAKey(t *testing.T) {
	level.Sequential(t)
	path, branches := newPath(t), 0
	expect.NoError(t, Compact(ctx, path, sentLetters(t)))
	file, err := os.ReadFile(path)
	expect.NoError(t, err)
	for at := 0; ; at++ {
		next := bytes.Index(file[at:], []byte("<winter."))
		if next < 0 {
			break
		}
		at += next
		if page := at / 4096 * 4096; file[page+8] != 1 && at%7 != 0 { // all in branch pages, some of the others
			continue
		}
		branches++
		flips(t, path, file, at, 24, 3)
	}
	expect.True(t, branches >= 12, "only %d keys were tried", branches)
}

// TestFlippedBitInAKeyOfAValue: the same for the keys of service-wide values, such as a hook's postings, both
// with few keys and with enough for branch pages.
func TestFlippedBitInAKeyOfAValue(t *testing.T) {
	for _, n := range []int{1, 3, 150} {
		grown, path := newPath(t), newPath(t)
		db := expect.Get(Open(grown, Options{NoSync: true}))(t)
		for round := range 3 { // each outcome replaces one
			for i := range n {
				expect.NoError(t, commit(db, store.Commit{Put: map[string][]byte{
					fmt.Sprintf("hooklast/%04d", i):          fmt.Appendf(nil, `{"at":"2026-11-20T09:00:%02dZ","done":true,"answer":"200 OK"}`, round),
					fmt.Sprintf("hookpost/%04d/%020d", i, i): []byte(`{"game":"winter"}`),
				}}))
			}
		}
		expect.NoError(t, db.Close())
		expect.NoError(t, Compact(ctx, path, grown)) // free pages contain keys that nobody reads
		file, err := os.ReadFile(path)
		expect.NoError(t, err)
		keys := 0
		for at := 0; ; at++ {
			next := bytes.Index(file[at:], []byte("hook"))
			if next < 0 {
				break
			}
			at += next
			if page := at / 4096 * 4096; n > 3 && file[page+8] != 1 && at%11 != 0 {
				continue
			}
			keys++
			flips(t, path, file, at, len("hooklast/0000"), 8)
		}
		expect.True(t, keys >= min(2*n, 10), "of %d: only %d keys were tried", n, keys)
	}
}

// TestBranchesOfAGrownFile: files written by bbolt have no fault, however their pages came about.
func TestBranchesOfAGrownFile(t *testing.T) {
	expect.NoError(t, Verify(ctx, sentLetters(t)))
	path := newPath(t)
	db := expect.Get(Open(path, Options{NoSync: true}))(t)
	r := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		c := store.Commit{Put: map[string][]byte{}}
		for range 40 {
			value := make([]byte, r.IntN(400))
			if r.IntN(3) > 0 {
				value = nil
			}
			c.Put[fmt.Sprintf("%s-%d", strings.Repeat("k", r.IntN(90)), r.IntN(400))] = value
		}
		expect.NoError(t, commit(db, c))
		expect.NoError(t, db.Check(ctx, func(c store.Corrupt) { t.Error(&c) }))
	}
	expect.NoError(t, db.Close())
}
