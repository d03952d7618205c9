package bolt

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/store"
)

// Compact writes the store in file src, which nobody may have open for writing, to file dst, which must not
// exist, without the space left by deleted rows, and verifies both. After an error there is no dst.
func Compact(ctx context.Context, dst, src string) error {
	if err := Verify(ctx, src); err != nil {
		return err
	}
	return NewFile(dst, func(tmp string) error {
		if err := compact(tmp, src); err != nil {
			return err
		}
		return Verify(ctx, tmp)
	})
}

func compact(dst, src string) error {
	from, err := Open(src, Options{ReadOnly: true})
	if err != nil {
		return err
	}
	return errors.Join(from.compactTo(dst), from.Close())
}

func TestCompact(t *testing.T) {
	path := newPath(t)
	db := expect.Get(Open(path, Options{}))(t)
	for rev := range uint64(3) {
		expect.NoError(t, commit(db, big(rev)))
	}
	expect.NoError(t, commit(db, store.Commit{Put: map[string][]byte{"gone": make([]byte, 3<<20)}, Letters: []store.Letter{{Kind: "turn"}}}))
	expect.NoError(t, commit(db, store.Commit{Put: map[string][]byte{"gone": nil}}))
	expect.NoError(t, db.Close())

	small := newPath(t)
	expect.NoError(t, Compact(ctx, small, path))
	was := expect.Get(os.Stat(path))(t)
	is := expect.Get(os.Stat(small))(t)
	expect.True(t, is.Size() < was.Size()-(2<<20), "%d bytes became %d", was.Size(), is.Size())
	db = open(t, small, Options{})
	nothingKept(t, db, 3)
	// Numbers are not given twice.
	expect.NoError(t, commit(db, store.Commit{Game: "new", Append: [][]byte{[]byte("one")}, Letters: []store.Letter{{Kind: "news"}}}))
	ls := expect.Get(db.Letters(ctx))(t)
	expect.True(t, len(ls) == 2 && ls[1].ID > ls[0].ID, "letters %v", ls)
	nothingKept(t, db, 3)
}

func TestCompactRefusesADamagedFile(t *testing.T) {
	path := filled(t)
	file, err := os.ReadFile(path)
	expect.NoError(t, err)
	file[strings.Index(string(file), "payload 3 of game 1")] ^= 1
	expect.NoError(t, os.WriteFile(path, file, 0o600))
	dst := newPath(t)
	var bad *store.Corrupt
	if err := Compact(ctx, dst, path); !errors.As(err, &bad) || bad.Game != "game1" || bad.Seq != 3 {
		t.Errorf("got %v", err)
	}
	expect.Is(t, "there is a copy", expect.Err(os.Stat(dst)), fs.ErrNotExist)
	if left, err := os.ReadDir(filepath.Dir(dst)); len(left) != 0 || err != nil {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// TestBackupAfterErasing: a backup made before the file is compacted contains nothing that was erased, and
// everything else.
func TestBackupAfterErasing(t *testing.T) {
	const erased, stays = "the words of somebody who was erased", "the words of somebody else"
	for name, reopen := range map[string]Options{"written": {}, "read only": {ReadOnly: true}} {
		t.Run(name, func(t *testing.T) {
			path := newPath(t)
			db, err := Open(path, Options{NoSync: true})
			expect.NoError(t, err)
			copied := func() string {
				t.Helper()
				var b strings.Builder
				expect.NoError(t, db.Backup(ctx, &b))
				return b.String()
			}
			expect.NoError(t, commit(db, store.Commit{Put: map[string][]byte{"one": []byte(erased), "two": []byte(stays)}}))
			expect.NoError(t, commit(db, store.Commit{Put: map[string][]byte{"one": nil}}))
			if !strings.Contains(copied(), erased) {
				t.Fatal("no free page contains what was deleted, so this shows nothing")
			}
			expect.NoError(t, commit(db, store.Commit{Put: map[string][]byte{store.CompactKey: []byte("1")}}))
			expect.NoError(t, db.Close())
			db, err = Open(path, reopen)
			expect.NoError(t, err)
			is := copied()
			expect.Lacks(t, "the backup contains what was erased", is, erased)
			expect.NoError(t, db.Close())
			restored := newPath(t)
			expect.NoError(t, os.WriteFile(restored, []byte(is), 0o600))
			expect.NoError(t, Verify(ctx, restored))
			db, err = Open(restored, Options{ReadOnly: true})
			expect.NoError(t, err)
			if v, err := db.Get(ctx, "two"); err != nil || string(v) != stays {
				t.Errorf("%q %v", v, err)
			}
			expect.NoError(t, db.Close())
			if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".railpost*")); err != nil || left != nil {
				t.Errorf("left: %v %v", left, err)
			}
		})
	}
}
