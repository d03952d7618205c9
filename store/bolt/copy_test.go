package bolt

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"railpost/store"
	"railpost/store/storetest"
)

// Compact writes the store in file src, which nobody may have open for
// writing, to file dst, which must not exist, without the space that deleted rows
// left, and verifies both. On an error there is no dst.
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
	db, err := Open(path, Options{})
	storetest.NoError(t, err)
	for rev := range uint64(3) {
		storetest.NoError(t, commit(db, big(rev)))
	}
	storetest.NoError(t, commit(db, store.Commit{Put: map[string][]byte{"gone": make([]byte, 3<<20)}, Letters: []store.Letter{{Kind: "turn"}}}))
	storetest.NoError(t, commit(db, store.Commit{Put: map[string][]byte{"gone": nil}}))
	storetest.NoError(t, db.Close())

	small := newPath(t)
	storetest.NoError(t, Compact(ctx, small, path))
	was, err := os.Stat(path)
	storetest.NoError(t, err)
	is, err := os.Stat(small)
	storetest.NoError(t, err)
	if is.Size() >= was.Size()-(2<<20) {
		t.Errorf("%d bytes became %d", was.Size(), is.Size())
	}
	db = open(t, small, Options{})
	nothingKept(t, db, 3)
	// Numbers are not given twice.
	storetest.NoError(t, commit(db, store.Commit{Game: "new", Append: [][]byte{[]byte("one")}, Letters: []store.Letter{{Kind: "news"}}}))
	ls, err := db.Letters(ctx)
	storetest.NoError(t, err)
	if len(ls) != 2 || ls[1].ID <= ls[0].ID {
		t.Errorf("letters %v", ls)
	}
	nothingKept(t, db, 3)
}

func TestCompactRefusesADamagedFile(t *testing.T) {
	path := filled(t)
	file, err := os.ReadFile(path)
	storetest.NoError(t, err)
	file[strings.Index(string(file), "payload 3 of game 1")] ^= 1
	storetest.NoError(t, os.WriteFile(path, file, 0o600))
	dst := newPath(t)
	var bad *store.Corrupt
	if err := Compact(ctx, dst, path); !errors.As(err, &bad) || bad.Game != "game1" || bad.Seq != 3 {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(dst); !errors.Is(err, fs.ErrNotExist) {
		t.Error("there is a copy")
	}
	if left, err := os.ReadDir(filepath.Dir(dst)); len(left) != 0 || err != nil {
		t.Errorf("left behind: %v %v", left, err)
	}
}
