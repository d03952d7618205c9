package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/store"
)

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
	expect.NoError(t, errors.Join(append(errs, err)...))
	slices.Sort(want)
	var got []string
	expect.NoError(t, s.Heads(ctx, func(h store.Head) error {
		got = append(got, string(h.Doc))
		if h.Game == "g7" { // the callback may use the store
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
	expect.NoError(t, s.Backup(ctx, &copied))
	expect.NoError(t, <-done)

	got := contents(t, a.Restore(t, &copied))
	rev := int(got.Logs["winter"].Rev)
	same(t, "records, mails, due times, last mail, letters", []any{
		len(got.Logs["winter"].Records), len(got.Mails), len(got.Due), string(got.Values["last/winter"]), len(got.Letters),
	}, []any{2 * rev, rev, rev, fmt.Sprint("m", rev-1), rev + 1})
}
