package bolt

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/store"
	"railpost/store/storetest"
)

// fill commits until the store refuses, and returns the number of commits that were kept.
func fill(t *testing.T, db *DB) (uint64, error) {
	t.Helper()
	for rev := range uint64(1000) {
		if err := commit(db, big(rev)); err != nil {
			return rev, err
		}
	}
	t.Fatal("never full")
	return 0, nil
}

func TestFileTooLarge(t *testing.T) {
	path := newPath(t)
	db := expect.Get(Open(path, Options{MaxSize: 40 << 20}))(t)
	rev, err := fill(t, db)
	expect.True(t, errors.Is(err, berrors.ErrMaxSizeReached) && strings.Contains(err.Error(), "nothing was written"),
		"got %v", err)
	nothingKept(t, db, rev)
	expect.NoError(t, db.Close())
	db = open(t, path, Options{})
	nothingKept(t, db, rev)
	expect.NoError(t, commit(db, big(rev)))
}

func TestDiskFull(t *testing.T) {
	level.NeedFull(t)
	if os.Getuid() != 0 {
		t.Skip("needs root: a small file system has to be mounted")
	}
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=4m"); err != nil {
		t.Skipf("needs the right to mount a small file system: %v", err)
	}
	t.Cleanup(func() { expect.NoError(t, syscall.Unmount(dir, 0)) })
	ballast := filepath.Join(dir, "ballast")
	expect.NoError(t, os.WriteFile(ballast, make([]byte, 1<<20), 0o600))
	path := filepath.Join(dir, "railpost.db")
	db := expect.Get(Open(path, Options{}))(t)

	rev, err := fill(t, db)
	expect.Is(t, "error", err, syscall.ENOSPC)
	nothingKept(t, db, rev)
	expect.NoError(t, os.Remove(ballast))
	expect.NoError(t, commit(db, big(rev))) // without a restart, once there is room
	expect.NoError(t, db.Close())
	db, err = Open(path, Options{})
	expect.NoError(t, err)
	nothingKept(t, db, rev+1)
	expect.NoError(t, db.Close())
}

// TestMoveToFullDisk: a move without enough room leaves no store and no file; the source is unchanged.
func TestMoveToFullDisk(t *testing.T) {
	level.NeedFull(t)
	if os.Getuid() != 0 {
		t.Skip("needs root: a small file system has to be mounted")
	}
	from := open(t, newPath(t), Options{})
	for rev := range uint64(20) {
		expect.NoError(t, commit(from, big(rev)))
	}
	want := storetest.RowsOf(t, from)
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=4m"); err != nil {
		t.Skipf("needs the right to mount a small file system: %v", err)
	}
	t.Cleanup(func() { expect.NoError(t, syscall.Unmount(dir, 0)) })
	path := filepath.Join(dir, "railpost.db")
	expect.Is(t, "error", expect.Err(store.Move(ctx, from.Mover(), Fill(ctx, path))), syscall.ENOSPC)
	if left, err := os.ReadDir(dir); len(left) != 0 || err != nil {
		t.Errorf("left behind: %v %v", left, err)
	}
	expect.Same(t, "the source has changed", storetest.RowsOf(t, from), want)
	expect.NoError(t, syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=64m"))
	expect.Get(store.Move(ctx, from.Mover(), Fill(ctx, path)))(t)
	nothingKept(t, open(t, path, Options{ReadOnly: true}), 20)
}

// TestWriteError takes the file away from under bbolt: its descriptor is
// replaced by one that cannot be written to.
func TestWriteError(t *testing.T) {
	path := newPath(t)
	var file *os.File
	db, err := Open(path, Options{OpenFile: func(name string, flag int, perm os.FileMode) (f *os.File, err error) {
		f, err = os.OpenFile(name, flag, perm)
		file = f
		return f, err
	}})
	expect.NoError(t, err)
	expect.NoError(t, commit(db, big(0)))

	fd := int(file.Fd())
	writable := expect.Get(syscall.Dup(fd))(t)
	readable, err := os.Open(path)
	expect.NoError(t, err)
	expect.NoError(t, syscall.Dup2(int(readable.Fd()), fd))
	// With 32 bits less of the file is mapped, so it must grow first.
	err = commit(db, big(1))
	if err == nil || !errors.Is(err, syscall.EBADF) && !strings.Contains(err.Error(), "file resize error") || !strings.Contains(err.Error(), "nothing was written") {
		t.Errorf("got %v", err)
	}
	expect.Fails(t, "an attempt was counted", expect.Err(db.Attempt(ctx, "m9")), "")
	nothingKept(t, db, 1)

	expect.NoError(t, syscall.Dup2(writable, fd))
	expect.NoError(t, errors.Join(syscall.Close(writable), readable.Close()))
	expect.NoError(t, commit(db, big(1)))
	expect.NoError(t, db.Close())
	nothingKept(t, open(t, path, Options{}), 2)
}

// TestUnconfirmedCommit: the new root was written but the disk reported an
// error; nothing is promised any more until the file is opened again.
func TestUnconfirmedCommit(t *testing.T) {
	path := newPath(t)
	db, err := Open(path, Options{})
	expect.NoError(t, err)
	expect.NoError(t, commit(db, big(0)))
	db.b.update = func(fn func(*bbolt.Tx) error) error { return errors.Join(db.b.file.Update(fn), syscall.EIO) }
	if err := commit(db, big(1)); !errors.Is(err, ErrUnsure) || !errors.Is(err, syscall.EIO) {
		t.Errorf("got %v, want ErrUnsure", err)
	}
	db.b.update = db.b.file.Update
	_, headErr := db.Head(ctx, "winter")
	for _, err := range []error{headErr, commit(db, big(2))} {
		expect.Is(t, "afterwards", err, ErrUnsure)
	}
	expect.NoError(t, db.Close())
	nothingKept(t, open(t, path, Options{}), 2)
}
