package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/store"
)

// hollow returns a file of some 20 MB with one game and only this many of its 20 values
// left.
func hollow(t *testing.T, left int) string {
	path := newPath(t)
	db := expect.Get(Open(path, Options{NoSync: true}))(t)
	expect.NoError(t, commit(db, store.Commit{Game: "winter", Doc: []byte("doc"), Append: [][]byte{[]byte("one"), []byte("two")}}))
	for i := range 20 {
		expect.NoError(t, commit(db, store.Commit{Put: map[string][]byte{fmt.Sprint("v", i): make([]byte, 1<<20)}}))
	}
	for i := range 20 - left {
		expect.NoError(t, commit(db, store.Commit{Put: map[string][]byte{fmt.Sprint("v", i): nil}}))
	}
	expect.NoError(t, db.Close())
	return path
}

func size(t *testing.T, path string) int64 {
	info := expect.Get(os.Stat(path))(t)
	return info.Size()
}

func enough(int64) error { return nil }

// TestShrinkOnRequest: a small file is compacted once after something was erased from it.
func TestShrinkOnRequest(t *testing.T) {
	path := newPath(t)
	db := open(t, path, Options{})
	expect.NoError(t, commit(db, store.Commit{Put: map[string][]byte{"ana": []byte("something private")}}))
	expect.NoError(t, commit(db, store.Commit{Put: map[string][]byte{"ana": nil, store.CompactKey: []byte("1")}}))
	expect.NoError(t, db.Close())
	for _, times := range []int{1, 0} {
		asked := 0
		_, _, err := Shrink(ctx, path, func(int64) error { asked++; return nil })
		expect.NoError(t, err)
		if file, err := os.ReadFile(path); err != nil || bytes.Contains(file, []byte("private")) || asked != times {
			t.Errorf("room was asked for %d times, %v", asked, err)
		}
	}
	expect.NoError(t, Verify(ctx, path))
}

// TestShrink: when half of a file is free, a checked copy takes its place.
func TestShrink(t *testing.T) {
	path := hollow(t, 3)
	expect.NoError(t, os.Chmod(path, 0o640))
	before := size(t, path)
	var asked int64
	was, is, err := Shrink(ctx, path, func(need int64) error { asked = need; return nil })
	expect.NoError(t, err)
	if was < 20<<20 || is < 3<<20 || is > asked || size(t, path) != is || before < was || asked > 21<<20 {
		t.Errorf("%d bytes became %d, the file has %d, had %d; room was asked for %d", was, is, size(t, path), before, asked)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	expect.NoError(t, Verify(ctx, path))
	db := open(t, path, Options{})
	log, err := db.Load(ctx, "winter", 0, true)
	expect.True(t, err == nil && len(log.Records) == 2, "%v, %v", log, err)
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); err != nil || len(left) != 1 {
		t.Errorf("left %v, %v", left, err)
	}
}

// TestNoShrink: where less is free, no room is, or the copy would be damaged, the
// file stays as it was.
func TestNoShrink(t *testing.T) {
	level.Sequential(t)
	full := errors.New("no room")
	for name, c := range map[string]struct {
		left  int
		room  func(int64) error
		spoil bool
		want  bool // an error
	}{
		"less than half is free": {17, func(int64) error { t.Error("room was asked for"); return nil }, false, false},
		"no room":                {3, func(int64) error { return full }, false, true},
		"damaged":                {3, enough, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			path := hollow(t, c.left)
			if c.spoil {
				db := open(t, path, Options{})
				expect.NoError(t, commit(db, store.Commit{Game: "spring", Doc: []byte("doc"), Append: [][]byte{[]byte("the record that is flipped")}}))
				expect.NoError(t, db.Close())
				flipAll(t, path, "the record that is flipped")
			}
			before, err := os.ReadFile(path)
			expect.NoError(t, err)
			if was, is, err := Shrink(ctx, path, c.room); (err != nil) != c.want || was != is {
				t.Errorf("%d became %d, %v", was, is, err)
			}
			after, err := os.ReadFile(path)
			expect.NoError(t, err)
			expect.Same(t, "the file has changed", string(after), string(before))
			if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*compacted*")); err != nil || len(left) != 0 {
				t.Errorf("left %v, %v", left, err)
			}
		})
	}
}

// flipAll changes one bit of each occurrence of a text.
func flipAll(t *testing.T, path, text string) {
	b := expect.Get(os.ReadFile(path))(t)
	for i := 0; i+len(text) <= len(b); i++ {
		if string(b[i:i+len(text)]) == text {
			b[i] ^= 1
		}
	}
	expect.NoError(t, os.WriteFile(path, b, 0o600))
}

// TestShrinkNeedsTheFileForItself: while a daemon runs, nothing is done.
func TestShrinkNeedsTheFileForItself(t *testing.T) {
	path := hollow(t, 3)
	open(t, path, Options{})
	if _, _, err := Shrink(ctx, path, enough); !errors.Is(err, store.ErrLocked) {
		t.Errorf("got %v", err)
	}
}
