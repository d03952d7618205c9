package bolt

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"

	"railpost/store"
)

// compactTx bounds the transactions of Compact, in bytes.
const compactTx = 8 << 20

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
	to, err := bbolt.Open(dst, 0o600, nil)
	if err != nil {
		return errors.Join(err, from.Close())
	}
	return errors.Join(bbolt.Compact(to, from.b.file, compactTx), to.Close(), from.Close())
}

// Verify opens a file for reading and checks it; the first fault is the error.
func Verify(ctx context.Context, path string) error {
	db, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		return err
	}
	var first error
	faults := 0
	err = db.Check(ctx, func(c store.Corrupt) {
		if faults++; first == nil {
			first = &c
		}
	})
	if faults > 1 {
		first = fmt.Errorf("%w (and %d more faults)", first, faults-1)
	}
	if err := errors.Join(first, err, db.Close()); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// NewFile lets write fill a temporary file beside path and then gives it its
// name, so that path is never half a file. It must not exist.
func NewFile(path string, write func(tmp string) error) error {
	if err := Free(path); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(filepath.Dir(path), ".railpost-*")
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	defer os.RemoveAll(dir)
	tmp := filepath.Join(dir, filepath.Base(path))
	if err := write(tmp); err != nil {
		return err
	}
	if err := os.Rename(tmp, path); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return syncDir(filepath.Dir(path))
}

// Free says whether a name may be given to a new file.
func Free(path string) error {
	_, err := os.Lstat(path)
	switch {
	case err == nil:
		return fmt.Errorf("store: %s exists already; name another file or move it away", path)
	case !errors.Is(err, fs.ErrNotExist): // it may not even be looked at
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// syncDir makes a name durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return errors.Join(d.Sync(), d.Close())
}
