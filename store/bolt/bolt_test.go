package bolt

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"railpost/store"
	"railpost/store/storetest"
)

var ctx = context.Background()

func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func open(t testing.TB, path string, o Options) *DB {
	t.Helper()
	db, err := Open(path, o)
	noError(t, err)
	t.Cleanup(func() { noError(t, db.Close()) })
	return db
}

func commit(db *DB, c store.Commit) error {
	errs, err := db.Commit(ctx, c)
	return errors.Join(append(errs, err)...)
}

func newPath(t testing.TB) string { return filepath.Join(t.TempDir(), "railpost.db") }

func TestStore(t *testing.T) {
	storetest.Run(t, storetest.Adapter{
		Open: func(t testing.TB) store.Store { return open(t, newPath(t), Options{}) },
		Reopen: func(t testing.TB, s store.Store) store.Store {
			path := s.(*DB).Path()
			noError(t, s.Close())
			return open(t, path, Options{})
		},
		Restore: func(t testing.TB, r io.Reader) store.Store {
			path := newPath(t)
			f, err := os.Create(path)
			noError(t, err)
			_, err = io.Copy(f, r)
			noError(t, err)
			noError(t, f.Close())
			return open(t, path, Options{})
		},
	})
}
