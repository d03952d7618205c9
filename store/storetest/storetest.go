// Package storetest is the suite that every adapter of package store passes.
//
// Call Run from a test of the adapter. What only one adapter can show (a
// flipped byte, a lock, a full disk) is tested beside it.
package storetest

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/store"
)

// Adapter opens stores of one implementation.
type Adapter struct {
	// Open returns a new empty store, which is closed at the end of the test.
	Open func(t testing.TB) store.Store
	// Reopen returns the store as a new process would find it; s is no longer used.
	Reopen func(t testing.TB, s store.Store) store.Store
	// Restore opens the output of Backup; nil if Backup writes nothing.
	Restore func(t testing.TB, backup io.Reader) store.Store
	// Fill makes a new store of the rows of another; see store.Fill.
	Fill func(t testing.TB, rows store.Rows, same func(store.Rows) error) (store.Store, error)
	// SecondProcess opens the store as another process; nil if only one can have it open.
	SecondProcess func(t testing.TB, s store.Store) store.Store
	// Shared: several processes may have the store open, so each records its attempts, and all know that a
	// waiting letter was never attempted.
	Shared bool
	// Checks is the number of random uses tried, Steps their average length; rapid's 100 and 30 if zero.
	Checks, Steps int
}

// check tests a property of random uses; the test must not be parallel.
func (a Adapter) check(t *testing.T, property func(*rapid.T)) {
	expect.NoError(t, flag.Set("rapid.checks", strconv.Itoa(cmp.Or(a.Checks, 100))))
	expect.NoError(t, flag.Set("rapid.steps", strconv.Itoa(cmp.Or(a.Steps, 30))))
	level.Check(t, property)
}

// Run runs the suite.
func Run(t *testing.T, a Adapter) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, Adapter)
	}{
		{"refused commits leave no trace", testRefusals},
		{"heads", testHeads},
		{"leases of another process", testOpened},
		{"lease lost to another process", testLeaseLost},
		{"leases held on", testHold},
		{"sent letters", testSentLetters},
		{"due rows once", testDueOnce},
		{"cancelled", testCancelled},
		{"closed", testClosed},
		{"callers keep their memory", testMemory},
		{"random use", testRandom},
		{"concurrent use", testConcurrent},
		{"concurrent senders", testSenders},
		{"backup", testBackup},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, a) })
	}
}

var (
	ctx = context.Background()
	t0  = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	end = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
)

// kept commits one commit that must be kept.
func kept(t testing.TB, s store.Store, c store.Commit) {
	t.Helper()
	expect.NoError(t, commit(t, s, c), c.Game)
}

// commit commits one commit and returns its error.
func commit(t testing.TB, s store.Store, c store.Commit) error {
	t.Helper()
	errs, err := s.Commit(ctx, c)
	expect.NoError(t, err, "the write failed")
	expect.Must(t, "answers to one commit", len(errs), 1)
	return errs[0]
}

// refused commits one commit that must be refused and change nothing.
func refused(t testing.TB, s store.Store, c store.Commit, want error) {
	t.Helper()
	before := contents(t, s)
	expect.Is(t, "error", commit(t, s, c), want)
	same(t, "the store after a refused commit", contents(t, s), before)
}

func same(t testing.TB, what string, got, want any) {
	t.Helper()
	expect.Same(t, what, diff(want, got), "")
}

// diff is go-cmp's Diff, which is slow, after a quick comparison.
func diff(want, got any) string {
	if reflect.DeepEqual(want, got) {
		return ""
	}
	return gocmp.Diff(want, got)
}

// Until waits until holds is true, without a limit: go test ends tests that hang.
func Until(t testing.TB, holds func() bool) {
	for !holds() && !t.Failed() {
		time.Sleep(5 * time.Millisecond)
	}
}

// everything is the whole contents of a store.
type everything struct {
	Logs    map[string]store.Log
	Mails   []store.RawMail
	Letters []store.Letter
	Due     []store.Due
	DueOf   map[string][]store.Due
	Values  map[string][]byte
}

// contents reads everything. It fails the test if Check finds a fault.
func contents(t testing.TB, s store.Store) everything {
	t.Helper()
	e := everything{Logs: map[string]store.Log{}, DueOf: map[string][]store.Due{}}
	expect.NoError(t, s.Check(ctx, func(c store.Corrupt) { t.Errorf("check: %v", &c) }))
	expect.NoError(t, s.Heads(ctx, func(h store.Head) error {
		log, err := s.Load(ctx, h.Game, 0, true)
		same(t, "head of a loaded game", log.Head, h)
		e.Logs[h.Game] = log
		return err
	}))
	var err error
	e.Mails, err = s.Mails(ctx, 0)
	expect.NoError(t, err)
	for i, m := range e.Mails {
		full, ok, err := s.Mail(ctx, m.Key)
		if err != nil || !ok {
			t.Fatalf("mail %q is listed but not kept: %v", m.Key, err)
		}
		e.Mails[i] = full
	}
	e.Letters, err = s.Letters(ctx)
	expect.NoError(t, err)
	e.Due, err = s.DueBefore(ctx, end, 0)
	expect.NoError(t, err)
	for _, d := range e.Due {
		e.DueOf[d.Game], err = s.DueOf(ctx, d.Game)
		expect.NoError(t, err)
	}
	e.Values, err = s.Values(ctx, "")
	expect.NoError(t, err)
	return e
}

// payloads returns n different records.
func payloads(tag string, n int) [][]byte {
	var out [][]byte
	for i := range n {
		out = append(out, fmt.Appendf(nil, "%s record %d", tag, i+1))
	}
	return out
}

// move returns a commit like that of a mail.
func move(game string, rev uint64, mail string) store.Commit {
	return store.Commit{
		Game: game, Expect: rev,
		Doc:    fmt.Appendf(nil, "document %d", rev+1),
		Append: payloads(mail, 2),
		Mail:   &store.Mark{Key: mail, Raw: store.Hash{1, byte(rev)}, Game: game, Verdict: "played", At: t0},
		Raw:    &store.RawMail{Key: mail, At: t0, From: "ana@example.org", Subject: "Re: your turn", Verdict: "played", Game: game, Bytes: []byte("From: ana\r\n\r\npass\r\n")},
		Letters: []store.Letter{
			{Game: game, Seq: 2 * (rev + 1), Seat: 0, Kind: "receipt", To: "ana@example.org", NextTry: t0},
			{Game: game, Seq: 2 * (rev + 1), Seat: 1, Kind: "turn", To: "ben@example.org", Group: game + "/1/turn", Data: []byte("x"), NextTry: t0},
		},
		DuePut: []store.Due{{At: t0.Add(time.Hour * time.Duration(rev+1)), Game: game, Kind: "reminder", Seat: 1, Data: []byte("r")}},
		Put:    map[string][]byte{"last/" + game: []byte(mail)},
	}
}
