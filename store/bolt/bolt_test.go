package bolt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/store"
	"railpost/store/storetest"
)

var ctx = context.Background()

func open(t testing.TB, path string, o Options) *DB {
	t.Helper()
	db := expect.Get(Open(path, o))(t)
	t.Cleanup(func() { expect.NoError(t, db.Close()) })
	return db
}

func commit(db *DB, c store.Commit) error {
	errs, err := db.Commit(ctx, c)
	return errors.Join(append(errs, err)...)
}

// big is a commit of about 300 kB.
func big(rev uint64) store.Commit {
	return store.Commit{
		Game: "winter", Expect: rev,
		Append: [][]byte{[]byte(strings.Repeat("x", 300_000))},
		Mail:   &store.Mark{Key: fmt.Sprint("m", rev)},
	}
}

// nothingKept: the failed commit left no trace, now and after a restart.
func nothingKept(t *testing.T, db *DB, rev uint64) {
	t.Helper()
	log, err := db.Load(ctx, "winter", 0, true)
	expect.NoError(t, err)
	expect.Same(t, "rev", log.Rev, rev)
	expect.Same(t, "seq", log.Seq, rev)
	if _, seen, err := db.Seen(ctx, fmt.Sprint("m", rev)); seen || err != nil {
		t.Errorf("the mark of the failed commit: %v %v", seen, err)
	}
	expect.NoError(t, db.Check(ctx, func(c store.Corrupt) { t.Errorf("check: %v", &c) }))
}

func newPath(t testing.TB) string { return filepath.Join(t.TempDir(), "railpost.db") }

func TestStore(t *testing.T) { storetest.Run(t, adapter) }

var unsynced = Options{NoSync: true} // no machine loses its power here

var adapter = storetest.Adapter{
	Checks: level.Of(15, 100, 1000),
	Open:   func(t testing.TB) store.Store { return open(t, newPath(t), unsynced) },
	Reopen: func(t testing.TB, s store.Store) store.Store {
		path := s.(*DB).b.file.Path()
		expect.NoError(t, s.Close())
		return open(t, path, unsynced)
	},
	Restore: func(t testing.TB, r io.Reader) store.Store {
		path := newPath(t)
		f, err := os.Create(path)
		expect.NoError(t, err)
		_, err = io.Copy(f, r)
		expect.NoError(t, err)
		expect.NoError(t, f.Close())
		return open(t, path, unsynced)
	},
	Fill: func(t testing.TB, rows store.Rows, same func(store.Rows) error) (store.Store, error) {
		path := newPath(t)
		if err := Fill(ctx, path)(rows, same); err != nil {
			return nil, err
		}
		return open(t, path, unsynced), nil
	},
}
