package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"railpost/store"
)

func testLoad(t *testing.T, a Adapter) {
	s := a.Open(t)
	if _, err := s.Load(ctx, "winter", 0, true); !errors.Is(err, store.ErrNoGame) {
		t.Errorf("got %v, want ErrNoGame", err)
	}
	if _, err := s.Head(ctx, "winter"); !errors.Is(err, store.ErrNoGame) {
		t.Errorf("got %v, want ErrNoGame", err)
	}
	// Records at 1-3, a snapshot after 3, 4-6, a snapshot after 6, 7-8; a
	// neighbour before and after.
	kept(t, s, store.Commit{Game: "autumn", Append: payloads("a", 9)})
	kept(t, s, store.Commit{Game: "winter", Append: payloads("w", 3), Snapshot: []byte("three")})
	kept(t, s, store.Commit{Game: "spring", Append: payloads("s", 9), Snapshot: []byte("other")})
	kept(t, s, store.Commit{Game: "winter", Expect: 1, Append: payloads("w", 3), Snapshot: []byte("six")})
	kept(t, s, store.Commit{Game: "winter", Expect: 2, Append: payloads("w", 2)})
	for _, test := range []struct {
		upTo     uint64
		full     bool
		snapshot string
		first    uint64
	}{
		{0, true, "six", 1}, {0, false, "six", 7}, {8, false, "six", 7}, {99, false, "six", 7},
		{6, false, "six", 7}, {5, false, "three", 4}, {3, false, "three", 4}, {2, false, "", 1}, {2, true, "", 1}, {4, true, "three", 1},
	} {
		log, err := s.Load(ctx, "winter", test.upTo, test.full)
		NoError(t, err)
		got := []any{"", log.Records[0].Seq, log.Records[len(log.Records)-1].Seq, log.Rev, log.Seq}
		if log.Snapshot != nil {
			got[0] = string(log.Snapshot.Data)
		}
		same(t, fmt.Sprintf("upTo %d full %v", test.upTo, test.full), got, []any{test.snapshot, test.first, uint64(8), uint64(3), uint64(8)})
	}
	log, err := s.Load(ctx, "autumn", 0, false)
	NoError(t, err)
	if log.Snapshot != nil || len(log.Records) != 9 {
		t.Errorf("a game without a snapshot: %d records, snapshot %v", len(log.Records), log.Snapshot)
	}
	log, err = s.Load(ctx, "spring", 0, false)
	NoError(t, err)
	if log.Snapshot == nil || log.Snapshot.Seq != 9 || len(log.Records) != 0 {
		t.Errorf("a game whose snapshot is at its end: %d records, snapshot %v", len(log.Records), log.Snapshot)
	}
}

func testSnapshots(t *testing.T, a Adapter) {
	s := a.Open(t)
	for rev := range uint64(6) {
		kept(t, s, store.Commit{Game: "winter", Expect: rev, Append: payloads("w", 1), Snapshot: fmt.Appendf(nil, "position %d", rev+1)})
	}
	s = a.Reopen(t, s)
	// The newest two are there; how many more is the adapter's business.
	for upTo := uint64(5); upTo <= 6; upTo++ {
		log, err := s.Load(ctx, "winter", upTo, false)
		NoError(t, err)
		same(t, "snapshot", log.Snapshot, &store.Snapshot{Seq: upTo, Data: fmt.Appendf(nil, "position %d", upTo)})
	}
	// A snapshot without a new record replaces the one at its place.
	kept(t, s, store.Commit{Game: "winter", Expect: 6, Snapshot: []byte("again")})
	log, err := s.Load(ctx, "winter", 0, false)
	NoError(t, err)
	same(t, "snapshot", log.Snapshot, &store.Snapshot{Seq: 6, Data: []byte("again")})
}

func testRecords(t *testing.T, a Adapter) {
	s := a.Open(t)
	kept(t, s, store.Commit{Game: "winter", Append: payloads("w", 5)})
	kept(t, s, store.Commit{Game: "spring", Append: payloads("s", 5)})
	log, err := s.Load(ctx, "winter", 0, true)
	NoError(t, err)
	for _, test := range []struct {
		from, to   uint64
		start, end int
	}{{1, 5, 0, 5}, {0, 99, 0, 5}, {2, 3, 1, 3}, {5, 5, 4, 5}, {6, 9, 0, 0}, {3, 2, 0, 0}, {0, 0, 0, 0}} {
		got, err := s.Records(ctx, "winter", test.from, test.to)
		NoError(t, err)
		want := log.Records[test.start:test.end]
		same(t, fmt.Sprintf("records %d to %d", test.from, test.to), slices.Concat(got), slices.Concat(want))
	}
	if _, err := s.Records(ctx, "summer", 1, 2); !errors.Is(err, store.ErrNoGame) {
		t.Errorf("got %v, want ErrNoGame", err)
	}
}

func testHeads(t *testing.T, a Adapter) {
	s := a.Open(t)
	const games = 700
	var cs []store.Commit
	var want []string
	for i := range games {
		name := fmt.Sprintf("g%d", i)
		want = append(want, name)
		cs = append(cs, store.Commit{Game: name, Doc: []byte(name)})
	}
	errs, err := s.Commit(ctx, cs...)
	NoError(t, errors.Join(append(errs, err)...))
	slices.Sort(want)
	var got []string
	NoError(t, s.Heads(ctx, func(h store.Head) error {
		got = append(got, string(h.Doc))
		if h.Game == "g7" { // the caller may use the store meanwhile
			return commit(t, s, store.Commit{Game: "g7", Expect: h.Rev})
		}
		return nil
	}))
	same(t, "heads", got, want)
	stop := errors.New("enough")
	if err := s.Heads(ctx, func(store.Head) error { return stop }); err != stop {
		t.Errorf("got %v, want the caller's own error", err)
	}
}

func testValues(t *testing.T, a Adapter) {
	s := a.Open(t)
	got, err := s.Get(ctx, "uid")
	if got != nil || err != nil {
		t.Errorf("a value that is not there: %q %v", got, err)
	}
	kept(t, s, store.Commit{Put: map[string][]byte{"uid": []byte("7"), "uid/a": []byte("a"), "uie": []byte("no"), "ui": []byte("no")}})
	kept(t, s, store.Commit{Put: map[string][]byte{"uid": []byte("8"), "uie": nil, "never": {}}})
	s = a.Reopen(t, s)
	got, err = s.Get(ctx, "uid")
	NoError(t, err)
	same(t, "uid", string(got), "8")
	values, err := s.Values(ctx, "uid")
	NoError(t, err)
	same(t, "values", values, map[string][]byte{"uid": []byte("8"), "uid/a": []byte("a")})
	values, err = s.Values(ctx, "")
	NoError(t, err)
	same(t, "all values", len(values), 3)
}

// testBackup: a copy made while others write is one consistent state.
func testBackup(t *testing.T, a Adapter) {
	if a.Restore == nil {
		t.Skip("the adapter has no backup of its own")
	}
	s := a.Open(t)
	kept(t, s, move("winter", 0, "m0"))
	done := make(chan error, 1)
	go func() {
		for rev := uint64(1); rev < 30; rev++ {
			if errs, err := s.Commit(ctx, move("winter", rev, fmt.Sprint("m", rev))); err != nil || errs[0] != nil {
				done <- errors.Join(append(errs, err)...)
				return
			}
		}
		done <- nil
	}()
	var copied bytes.Buffer
	NoError(t, s.Backup(ctx, &copied))
	NoError(t, <-done)

	got := contents(t, a.Restore(t, &copied))
	rev := int(got.Logs["winter"].Rev)
	same(t, "records, mails, due times, last mail, letters", []any{
		len(got.Logs["winter"].Records), len(got.Mails), len(got.Due), string(got.Values["last/winter"]), len(got.Letters),
	}, []any{2 * rev, rev, rev, fmt.Sprint("m", rev-1), rev + 1})
}
