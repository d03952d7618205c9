package upkeep

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"railpost/store"
	"railpost/store/bolt"
)

// Backup writes a copy of a store, which may be in use, to a new file and
// verifies it. It answers with the size in bytes. On an error there is no such
// file.
func Backup(ctx context.Context, s store.Store, path string) (size int64, err error) {
	return copyOf(ctx, s, path, func(temp string) error { return bolt.Verify(ctx, temp) })
}

// Copy is Backup of a store that may be damaged: the copy is as it is.
func Copy(ctx context.Context, s store.Store, path string) (size int64, err error) {
	return copyOf(ctx, s, path, func(string) error { return nil })
}

func copyOf(ctx context.Context, s store.Store, path string, verify func(temp string) error) (size int64, err error) {
	err = newFile(path, func(temp string) error {
		f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		if err := errors.Join(s.Backup(ctx, f), f.Sync(), f.Close()); err != nil {
			return err
		}
		info, err := os.Stat(temp)
		if err != nil {
			return err
		}
		size = info.Size()
		return verify(temp)
	})
	return size, err
}

// NewStore makes an empty store in a file, which must not exist, and its folder.
// It belongs to whom the folder belongs.
func NewStore(path string) error {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	if err := bolt.Create(path); err != nil {
		return err
	}
	return ownLike(path, folder)
}

// newFile lets write fill a file in a folder of its own beside path, and then
// gives it its name, so that path is never half a file.
func newFile(path string, write func(temp string) error) error {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists already; name another file, or move it away", path)
	}
	dir, err := os.MkdirTemp(filepath.Dir(path), ".railpost-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }() // what is left in it is worth nothing
	temp := filepath.Join(dir, filepath.Base(path))
	if err := write(temp); err != nil {
		return err
	}
	if err := os.Rename(temp, path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// syncFolder makes names durable.
func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
