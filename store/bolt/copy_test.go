package bolt

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"railpost/store"
)

func TestCompact(t *testing.T) {
	path := newPath(t)
	db, err := Open(path, Options{})
	noError(t, err)
	for rev := range uint64(3) {
		noError(t, commit(db, big(rev)))
	}
	noError(t, commit(db, store.Commit{Put: map[string][]byte{"gone": make([]byte, 3<<20)}, Letters: []store.Letter{{Kind: "turn"}}}))
	noError(t, commit(db, store.Commit{Put: map[string][]byte{"gone": nil}}))
	noError(t, db.Close())

	small := newPath(t)
	noError(t, Compact(ctx, small, path))
	was, err := os.Stat(path)
	noError(t, err)
	is, err := os.Stat(small)
	noError(t, err)
	if is.Size() >= was.Size()-(2<<20) {
		t.Errorf("%d bytes became %d", was.Size(), is.Size())
	}
	db = open(t, small, Options{})
	nothingKept(t, db, 3)
	// Numbers are not given twice.
	noError(t, commit(db, store.Commit{Game: "new", Append: [][]byte{[]byte("one")}, Letters: []store.Letter{{Kind: "news"}}}))
	ls, err := db.Letters(ctx)
	noError(t, err)
	if len(ls) != 2 || ls[1].ID <= ls[0].ID {
		t.Errorf("letters %v", ls)
	}
	nothingKept(t, db, 3)
}

func TestCompactRefusesADamagedFile(t *testing.T) {
	path := filled(t)
	file, err := os.ReadFile(path)
	noError(t, err)
	file[strings.Index(string(file), "payload 3 of game 1")] ^= 1
	noError(t, os.WriteFile(path, file, 0o600))
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
