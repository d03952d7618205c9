package kv

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/store"
)

// gate is a Backend whose transactions wait until they are let through.
type gate struct {
	entered chan struct{}
	pass    chan error
	calls   int
}

func newGate() *gate { return &gate{entered: make(chan struct{}, 9), pass: make(chan error, 9)} }

func (g *gate) View(fn func(Tx) error) error { return fn(nil) }

func (g *gate) Update(fn func(Tx) error) error {
	g.calls++
	g.entered <- struct{}{}
	commit := <-g.pass
	if err := fn(nil); err != nil {
		return err
	}
	return commit
}

func (s *Base) waitFor(n int) {
	for {
		s.mu.Lock()
		waiting := len(s.waiting)
		s.mu.Unlock()
		if waiting == n {
			return
		}
		runtime.Gosched()
	}
}

// start runs a first write, which waits at the gate, and after it the others.
func start(s *Base, g *gate, changes ...change) (wait func() []error) {
	errs := make([]error, len(changes))
	var wg sync.WaitGroup
	for i, do := range changes {
		wg.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					errs[i] = r.(error)
				}
			}()
			errs[i] = s.write(context.Background(), "test", do)
		})
		if i == 0 {
			<-g.entered
		} else {
			s.waitFor(i)
		}
	}
	return func() []error { wg.Wait(); return errs }
}

var (
	errRefused = errors.New("refused")
	errBroken  = errors.New("broken")
)

func good(Tx) (refusal, broken error)    { return nil, nil }
func refuses(Tx) (refusal, broken error) { return errRefused, nil }
func breaks(Tx) (refusal, broken error)  { return nil, errBroken }
func panics(Tx) (refusal, broken error)  { panic(errRefused) }

func TestWritersThatWaitShareOneTransaction(t *testing.T) {
	for _, test := range []struct {
		name    string
		changes []change
		commit  error
		want    []error // nil: any error
	}{
		{"all kept", []change{good, good, good, good}, nil, []error{nil, nil, nil, nil}},
		{"a refusal hurts nobody", []change{good, good, refuses, good}, nil, []error{nil, nil, errRefused, nil}},
		{"a broken write fails all", []change{good, good, breaks, refuses}, nil, []error{nil, errBroken, errBroken, errBroken}},
		{"a failed commit fails all", []change{good, refuses, good}, errBroken, []error{nil, errBroken, errBroken}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := newGate()
			s := New(g, time.Now, nil)
			wait := start(s, g, test.changes...)
			g.pass <- nil
			g.pass <- test.commit
			for i, err := range wait() {
				if !errors.Is(err, test.want[i]) || (err == nil) != (test.want[i] == nil) {
					t.Errorf("write %d: got %v, want %v", i, err, test.want[i])
				}
			}
			expect.Same(t, "transactions", g.calls, 2)
		})
	}
}

func TestPanicDoesNotHoldUpOthers(t *testing.T) {
	g := newGate()
	s := New(g, time.Now, nil)
	wait := start(s, g, good, panics, good)
	g.pass <- nil
	g.pass <- nil
	errs := wait()
	<-g.entered
	expect.True(t, errs[0] == nil && errs[1] != nil && errs[2] != nil, "got %v", errs)
	wait = start(s, g, good)
	g.pass <- nil
	if err := wait()[0]; err != nil {
		t.Errorf("the next write: %v", err)
	}
}

func TestHookPoints(t *testing.T) {
	var points []string
	g := newGate()
	s := New(g, time.Now, func(p string) { points = append(points, p) })
	g.pass <- nil
	expect.NoError(t, s.write(context.Background(), "commit", good))
	if want := []string{"commit.before", "commit.within", "commit.after"}; !slices.Equal(points, want) {
		t.Errorf("got %v, want %v", points, want)
	}
}

func TestTimesSortAsBytes(t *testing.T) {
	times := []time.Time{
		{}, time.Date(1800, 1, 1, 0, 0, 0, 0, time.UTC), time.Unix(-1, 5).UTC(), time.Unix(0, 0).UTC(),
		time.Unix(0, 1).UTC(), time.Date(2026, 11, 20, 9, 0, 0, 999999999, time.UTC), time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC),
	}
	var last []byte
	for _, at := range times {
		b := appendTime(nil, at)
		expect.Same(t, `readTime(b)`, readTime(b), at)
		expect.True(t, bytes.Compare(last, b) < 0, "%s sorts before the time before it", at)
		last = b
	}
}

// TestRowsReadAgain: no bytes make a decoder panic, and decoded values survive a round trip.
func TestRowsReadAgain(t *testing.T) {
	for _, b := range [][]byte{
		(&head{id: 7, Head: store.Head{Game: "winter", Rev: 300, Seq: 2, Doc: []byte("doc")}}).encode(),
		(&mailEntry{attempts: 3, raw: []byte("key")}).encode(),
		(&mailEntry{mark: &store.Mark{Key: "k", Game: "winter", Verdict: "played", At: time.Unix(1, 2).UTC()}}).encode(),
		encodeRaw(&store.RawMail{Key: "k", From: "a@b", Bytes: []byte("mail")}),
		encodeLetter(&store.Letter{Game: "winter", Seat: -1, Kind: "turn", State: store.Sending, Bytes: []byte("x")}),
		{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01},
		dueKey(store.Due{At: time.Unix(9, 0), Game: "winter", Kind: "reminder", Seat: -1}),
	} {
		again := func(what string, first, second []byte, err error) {
			expect.True(t, err == nil && bytes.Equal(first, second), "%s: %x became %x: %v", what, first, second, err)
		}
		if h, err := decodeHead("g", b); err == nil {
			h2, err := decodeHead("g", h.encode())
			again("head", h.encode(), h2.encode(), err)
		}
		if m, err := decodeMailEntry("k", b); err == nil {
			m2, err := decodeMailEntry("k", m.encode())
			again("mail", m.encode(), m2.encode(), err)
		}
		if m, err := decodeRaw(b, true); err == nil {
			m2, err := decodeRaw(encodeRaw(&m), true)
			again("raw", encodeRaw(&m), encodeRaw(&m2), err)
		}
		if l, err := decodeLetter(1, b); err == nil {
			l2, err := decodeLetter(1, encodeLetter(&l))
			again("letter", encodeLetter(&l), encodeLetter(&l2), err)
		}
		if d, ok := splitDueKey(b); ok {
			d2, ok := splitDueKey(dueKey(d))
			expect.True(t, ok && bytes.Equal(dueKey(d), dueKey(d2)), "due key %x: %v became %v", b, d, d2)
		}
	}
}

// keysOnly is a Backend with damaged letters: no value can be read.
type keysOnly struct{ Tx }

func (k keysOnly) View(fn func(Tx) error) error { return fn(k) }
func (k keysOnly) Update(func(Tx) error) error  { return errors.New("not written to") }
func (keysOnly) Cursor(Bucket) Cursor           { return &damagedKeys{} }

type damagedKeys struct {
	Cursor
	n uint64
}

func (c *damagedKeys) First() (key, value []byte) { return c.Next() }

func (c *damagedKeys) Next() (key, value []byte) {
	if c.n == 1000 {
		return nil, nil
	}
	c.n++
	return numKey(c.n), []byte("no letter")
}

// TestOutboxCountsKeys: counting letters reads none of them.
func TestOutboxCountsKeys(t *testing.T) {
	s := New(keysOnly{}, time.Now, nil)
	if n, err := s.Outbox(context.Background()); n != 1000 || err != nil {
		t.Errorf("%d letters, %v", n, err)
	}
}
