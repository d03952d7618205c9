package bolt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"

	"railpost/store"
)

// compactTx is the size limit of Compact's transactions, in bytes.
const compactTx = 8 << 20

func (db *DB) compactTo(dst string) error {
	to, err := bbolt.Open(dst, 0o600, nil)
	if err != nil {
		return err
	}
	return errors.Join(bbolt.Compact(to, db.b.file, compactTx), to.Close())
}

// writeCompact writes the output of compactTo, by way of a file next to the store's.
func (db *DB) writeCompact(w io.Writer) error {
	dir, err := os.MkdirTemp(filepath.Dir(db.b.file.Path()), HalfMade)
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	tmp := filepath.Join(dir, filepath.Base(db.b.file.Path()))
	if err := guarded(func() error { return db.compactTo(tmp) }); err != nil {
		return err
	}
	f, err := os.Open(tmp)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, f)
	return errors.Join(err, f.Close())
}

// shrinkFrom is the minimum size that makes it worthwhile: bbolt grows files in steps of
// this size.
const shrinkFrom = 16 << 20

// Shrink compacts in place a store that nobody has open, if it is large and at least half
// empty, or if store.CompactKey says so; room is called before to check that there is space for the copy. The copy is
// verified before it replaces the file. Shrink returns the size before and after; after an
// error the file is unchanged.
func Shrink(ctx context.Context, path string, room func(need int64) error) (was, is int64, err error) {
	db, err := Open(path, Options{Existing: true}) // and locked until the copy has its name
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	was, free, err := db.sizes()
	asked, gerr := db.Get(ctx, store.CompactKey)
	if err := errors.Join(err, gerr); err != nil || asked == nil && (was < shrinkFrom || free < was/2) {
		return was, was, err
	}
	if err := room(was - free + shrinkFrom); err != nil {
		return was, was, err
	}
	ready := path + ".compacted"
	if err := os.Remove(ready); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return was, was, fmt.Errorf("store: %w", err)
	}
	err = NewFile(ready, func(tmp string) error {
		old, err := os.Stat(path)
		if err != nil {
			return err
		}
		if err := errors.Join(db.compactTo(tmp), done(ctx, tmp), os.Chmod(tmp, old.Mode().Perm()), Verify(ctx, tmp)); err != nil {
			return err
		}
		small, err := os.Stat(tmp)
		is = small.Size()
		return err
	})
	if err != nil {
		return was, was, fmt.Errorf("store: compacting %s: %w", path, err)
	}
	return was, is, errors.Join(os.Rename(ready, path), syncDir(filepath.Dir(path)))
}

// done takes store.CompactKey out of a file that was compacted.
func done(ctx context.Context, path string) error {
	db, err := Open(path, Options{Existing: true})
	if err != nil {
		return err
	}
	errs, err := db.Commit(ctx, store.Commit{Put: map[string][]byte{store.CompactKey: nil}})
	return errors.Join(append(errs, err, db.Close())...)
}

// Used returns the number of bytes in use in the file.
func (db *DB) Used() (int64, error) {
	all, free, err := db.sizes()
	return all - free, err
}

// sizes returns the size of the file and its free part, in bytes.
func (db *DB) sizes() (all, free int64, err error) {
	err = db.b.view(func(tx *bbolt.Tx) error {
		all = tx.Size()
		page := int64(db.b.file.Info().PageSize)
		for id := int64(0); id < all/page; id++ {
			info, err := tx.Page(int(id))
			if err != nil || info == nil {
				return err
			}
			if info.Type == "free" {
				free += page
			} else {
				id += int64(info.OverflowCount)
			}
		}
		return nil
	})
	return all, free, err
}

// Verify opens a file for reading and checks it; it returns the first fault.
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

// HalfMade is the form of the names of folders in which NewFile has files written.
const HalfMade = ".railpost-new-*"

// NewFile lets write fill a temporary file beside path and then renames it, so that path is
// never an incomplete file. It fails if path exists.
func NewFile(path string, write func(tmp string) error) error {
	if err := Free(path); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(filepath.Dir(path), HalfMade)
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

// Free returns an error if path cannot be the name of a new file, because it exists or
// cannot be examined.
func Free(path string) error {
	_, err := os.Lstat(path)
	switch {
	case err == nil:
		return fmt.Errorf("store: %s already exists; name another file or move it away", path)
	case !errors.Is(err, fs.ErrNotExist): // permission to look may be missing
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// syncDir makes a directory entry durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return errors.Join(d.Sync(), d.Close())
}
