package bolt

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"railpost/engine/enginetest/expect"
	"railpost/store"
)

const shortWait = 60 * time.Millisecond

func TestOneWriterAtATime(t *testing.T) {
	path := newPath(t)
	db, err := Open(path, Options{})
	expect.NoError(t, err)
	for _, o := range []Options{{LockWait: shortWait}, {LockWait: shortWait, ReadOnly: true}} {
		if _, err := Open(path, o); !errors.Is(err, store.ErrLocked) || !strings.Contains(err.Error(), path) {
			t.Errorf("beside a writer, read-only %v: got %v, want ErrLocked with the file's name", o.ReadOnly, err)
		}
	}
	expect.NoError(t, db.Close())

	open(t, path, Options{ReadOnly: true})
	open(t, path, Options{ReadOnly: true})
	expect.Is(t, "a writer beside readers", expect.Err(Open(path, Options{LockWait: shortWait})), store.ErrLocked)
}

func TestReadOnly(t *testing.T) {
	path := newPath(t)
	db := expect.Get(Open(path, Options{}))(t)
	errs, err := db.Commit(ctx, store.Commit{Game: "winter", Letters: []store.Letter{{Kind: "turn"}}})
	expect.NoError(t, errors.Join(errs[0], err))
	expect.NoError(t, db.Close())
	before, err := os.ReadFile(path)
	expect.NoError(t, err)

	ro := open(t, path, Options{ReadOnly: true})
	_, err = ro.Head(ctx, "winter")
	expect.NoError(t, err)
	_, commitErr := ro.Commit(ctx, store.Commit{Game: "winter", Expect: 1})
	_, attemptErr := ro.Attempt(ctx, "key")
	for call, err := range map[string]error{"Commit": commitErr, "Attempt": attemptErr} {
		expect.Is(t, call, err, store.ErrReadOnly)
	}
	after := expect.Get(os.ReadFile(path))(t)
	expect.Same(t, "reading changed the file", string(before), string(after))
}

func TestOpenRefuses(t *testing.T) {
	write := func(b []byte) string {
		path := newPath(t)
		expect.NoError(t, os.WriteFile(path, b, 0o600))
		return path
	}
	with := func(change func(*bbolt.Tx) error) string {
		path := newPath(t)
		db := expect.Get(bbolt.Open(path, 0o600, nil))(t)
		expect.NoError(t, errors.Join(db.Update(change), db.Close()))
		return path
	}
	schema := func(n uint64) string {
		return with(func(tx *bbolt.Tx) error { return makeBuckets(tx, n) })
	}
	missing := newPath(t)
	for _, test := range []struct {
		name, path string
		readOnly   bool
		want       error  // or
		text       string // part of the message
	}{
		{"no file", missing, true, fs.ErrNotExist, ""},
		{"no file, in no mode that makes one", missing, true, ErrNone, "there is no store"},
		{"an empty file", write(nil), true, ErrNone, "no store was ever created"},
		{"no folder", missing + "/no/folder", false, fs.ErrNotExist, ""},
		{"another kind of file", write([]byte(strings.Repeat("not a store ", 2000))), false, nil, "not a store, or is damaged"},
		{"another program's bbolt file", with(func(tx *bbolt.Tx) error { _, err := tx.CreateBucket([]byte("theirs")); return err }), false, nil, `bucket "theirs"`},
		{"a meta bucket without number", with(func(tx *bbolt.Tx) error { _, err := tx.CreateBucket([]byte("meta")); return err }), false, nil, "layout is missing"},
		{"a bucket lost", with(func(tx *bbolt.Tx) error {
			return errors.Join(makeBuckets(tx, Schema), tx.DeleteBucket([]byte("letters")))
		}), false, nil, `bucket "letters" is missing`},
		{"another layout", schema(Schema + 1), false, store.ErrLayout, "its layout is 4, this one's 3"},
		{"another layout, reading", schema(Schema - 1), true, store.ErrLayout, "its layout is 2, this one's 3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Open(test.path, Options{ReadOnly: test.readOnly})
			switch {
			case err == nil:
				t.Fatal("opened")
			case test.want != nil && !errors.Is(err, test.want), !strings.Contains(err.Error(), test.text):
				t.Errorf("got %v", err)
			}
		})
	}
	expect.Is(t, "opening for reading made a file", expect.Err(os.Stat(missing)), fs.ErrNotExist)
}

// Existing creates no store, neither without a file nor in an empty one.
func TestOpenExisting(t *testing.T) {
	path := newPath(t)
	for range 2 {
		expect.Is(t, "error", expect.Err(Open(path, Options{Existing: true})), ErrNone)
		if st, err := os.Stat(path); err == nil && st.Size() != 0 {
			t.Error("a store was made")
		}
		expect.NoError(t, os.WriteFile(path, nil, 0o600))
	}
	expect.Fails(t, "a store was made over a file", Create(path), "")
	expect.NoError(t, os.Remove(path))
	expect.NoError(t, Create(path))
	db, err := Open(path, Options{Existing: true})
	expect.NoError(t, err)
	expect.NoError(t, db.Close())
	if st, err := os.Stat(path); err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", st.Mode(), err)
	}
}

// A file that cannot be examined is not reported to exist.
func TestFree(t *testing.T) {
	file := newPath(t)
	expect.NoError(t, Free(file))
	expect.NoError(t, os.WriteFile(file, []byte("x"), 0o600))
	expect.Fails(t, "of a file", Free(file), "already exists")
	if err := Free(file + "/below"); err == nil || strings.Contains(err.Error(), "already exists") {
		t.Errorf("below a file: %v", err)
	}
}

func TestFreeSpace(t *testing.T) {
	if n, err := FreeSpace(t.TempDir()); err != nil || n == 0 {
		t.Errorf("free space: %d %v", n, err)
	}
	expect.Is(t, "error", expect.Err(FreeSpace("/no/such/folder")), fs.ErrNotExist)
}
