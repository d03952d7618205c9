package bolt

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/store"
	"railpost/store/mem"
	"railpost/store/storetest"
)

func TestMoves(t *testing.T) {
	storetest.RunMoves(t, map[string]storetest.Adapter{"bolt": adapter, "mem": {
		Checks: adapter.Checks,
		Open:   func(testing.TB) store.Store { return mem.New() },
		Reopen: func(t testing.TB, s store.Store) store.Store {
			var b bytes.Buffer
			expect.NoError(t, s.Backup(ctx, &b))
			db := expect.Get(mem.Open(&b))(t)
			return db
		},
		Fill: func(_ testing.TB, rows store.Rows, same func(store.Rows) error) (store.Store, error) {
			db := mem.New()
			return db, db.Fill(ctx)(rows, same)
		},
	}})
}

// TestFillRefuses rows that do not make a whole store: there is no file then, and no temporary one.
func TestFillRefuses(t *testing.T) {
	from := mem.New()
	storetest.Full(t, from)
	path := newPath(t)
	nothing := func(want error, err error) {
		t.Helper()
		expect.Is(t, "error", err, want)
		if left, err := os.ReadDir(filepath.Dir(path)); len(left) != 0 || err != nil {
			t.Errorf("left behind: %v %v", left, err)
		}
	}
	differs := errors.New("differs")
	nothing(differs, Fill(ctx, path)(from.Rows(ctx), func(store.Rows) error { return differs }))
	stopped, stop := context.WithCancel(ctx)
	stop()
	nothing(context.Canceled, Fill(stopped, path)(from.Rows(ctx), nil))
	nothing(context.Canceled, Fill(ctx, path)(from.Rows(stopped), nil))
	rows := func(more ...store.Row) store.Rows {
		return func(yield func(store.Row, error) bool) {
			for r, err := range from.Rows(ctx) {
				if !yield(r, err) {
					return
				}
			}
			for _, r := range more {
				if !yield(r, nil) {
					return
				}
			}
		}
	}
	for _, bad := range []store.Row{{Table: "unknown"}, {Table: "letters", Key: []byte("short")}, {Table: "numbers", Key: []byte("due")}, {Table: "due", Key: []byte("x")}, {Table: "raw", Key: []byte("x")}} {
		expect.Fails(t, bad.Table, Fill(ctx, path)(rows(bad), func(store.Rows) error { return nil }), "cannot be read")
	}
	var bad *store.Corrupt
	stray := store.Row{Table: "records", Key: make([]byte, 12), Value: make([]byte, 40)}
	if err := Fill(ctx, path)(rows(stray), nil); !errors.As(err, &bad) {
		t.Errorf("a record of no game: %v", err)
	}
	nothing(nil, nil)

	expect.NoError(t, os.WriteFile(path, nil, 0o600))
	expect.Fails(t, "error", Fill(ctx, path)(from.Rows(ctx), nil), "already exists")
}
