package bolt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/bits"
	"os"
	"runtime"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"railpost/store"
	"railpost/store/internal/kv"
)

// Options of Open. The zero value is right for the daemon.
type Options struct {
	// ReadOnly opens an existing file for reading, together with other readers. Every write returns
	// store.ErrReadOnly.
	ReadOnly bool

	// Existing refuses a missing or empty file with ErrNone instead of creating a store
	// there. ReadOnly implies it.
	Existing bool

	// LockWait is how long to wait for another process to close the file; one
	// second if zero.
	LockWait time.Duration

	// NoSync omits fsync: fast, but a power cut may destroy the file. For tests and demos.
	NoSync bool

	// MaxSize limits the size of the file, in bytes; 0: no limit. A write that would exceed
	// it fails and keeps nothing.
	MaxSize int

	// Now is the clock that stamps queued letters; time.Now if nil.
	Now func() time.Time

	// Hook is called at the points of package kv's New ("commit.before",
	// "commit.within", "commit.after", "sending.before", ...), so that a test can
	// kill the process there.
	Hook func(point string)

	// OpenFile replaces os.OpenFile, so that a test can make the file fail.
	OpenFile func(name string, flag int, perm os.FileMode) (*os.File, error)
}

// ErrUnsure: the disk did not confirm a commit; see the package comment.
var ErrUnsure = fmt.Errorf("%w: the disk did not confirm it; check the disk and start again", store.ErrUnsure)

// ErrNone: there is no store in the file.
var ErrNone = store.ErrNone

// DB is an open store.
type DB struct {
	*kv.Base
	b *backend
}

var _ store.Store = (*DB)(nil)

// mapped is how much address space the file is given from the start. A write that needs a
// larger map must wait for all readers, a backup among them.
const mapped = 1 << 30

// Open opens the store in file path and creates it if there is none (unless ReadOnly or
// Existing is set). Errors: store.ErrLocked, ErrNone, ErrLayout, *store.Corrupt,
// and those of the file system.
func Open(path string, o Options) (db *DB, err error) {
	o.LockWait = cmp.Or(o.LockWait, time.Second)
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.OpenFile == nil {
		o.OpenFile = os.OpenFile
	}
	if o.ReadOnly || o.Existing {
		if err := readable(path); err != nil {
			return nil, err
		}
	}
	bo := &bbolt.Options{
		Timeout:      o.LockWait,
		ReadOnly:     o.ReadOnly,
		NoSync:       o.NoSync,
		MaxSize:      o.MaxSize,
		FreelistType: bbolt.FreelistMapType,
		NoStatistics: true,
		// bbolt's own check would load it in a separate goroutine, where damage ends the process.
		PreLoadFreelist: true,
	}
	var fd *os.File
	bo.OpenFile = func(name string, flag int, perm os.FileMode) (f *os.File, err error) {
		if o.Existing {
			flag &^= os.O_CREATE
		}
		f, err = o.OpenFile(name, flag, perm)
		fd = f
		return f, err
	}
	if bits.UintSize == 64 && runtime.GOOS != "windows" && !o.ReadOnly {
		bo.InitialMmapSize = mapped // Windows would make the file that large
	}
	var file *bbolt.DB
	err = guarded(func() (err error) {
		if file, err = bbolt.Open(path, 0o600, bo); err != nil {
			return err
		}
		if err := whole(file, fd); err != nil {
			return err
		}
		return readySchema(file)
	})
	if err != nil {
		err = openError(path, err)
		switch {
		case file != nil:
			err = errors.Join(err, file.Close())
		case fd != nil: // bbolt panicked on a damaged file and left it open and locked
			if cerr := fd.Close(); !errors.Is(cerr, os.ErrClosed) {
				err = errors.Join(err, cerr)
			}
		}
		return nil, err
	}
	b := &backend{file: file, update: file.Update}
	return &DB{kv.New(b, o.Now, o.Hook), b}, nil
}

// readable refuses files that bbolt would overwrite, or fail on without an explanation.
func readable(path string) error {
	st, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("store: %w: %w", ErrNone, err)
	case err != nil:
		return fmt.Errorf("store: %w", err)
	case st.Size() == 0:
		return fmt.Errorf("store: %w: %s is empty: no store was ever created there", ErrNone, path)
	}
	return nil
}

// Create creates a new store in file path. It fails if path exists.
func Create(path string) error {
	return NewFile(path, func(tmp string) error {
		db, err := Open(tmp, Options{})
		if err != nil {
			return err
		}
		return db.Close()
	})
}

// whole refuses a file that ends before its last page.
func whole(db *bbolt.DB, fd *os.File) error {
	return db.View(func(tx *bbolt.Tx) error {
		st, err := fd.Stat()
		if err != nil {
			return err
		}
		if st.Size() < tx.Size() {
			return &store.Corrupt{What: fmt.Sprintf("the file is cut short: %d of %d bytes are there; restore from a backup", st.Size(), tx.Size())}
		}
		return nil
	})
}

func openError(path string, err error) error {
	var bad *store.Corrupt
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return fmt.Errorf("%w: %s (is the daemon running? stop it first, or use its socket)", store.ErrLocked, path)
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrVersionMismatch), errors.Is(err, berrors.ErrChecksum):
		return fmt.Errorf("store: %s is not a store, or is damaged at its root: %w; restore from a backup", path, err)
	case errors.As(err, &bad):
		return fmt.Errorf("%s: %w", path, err)
	}
	return fmt.Errorf("store: open %s: %w", path, err)
}

// Close waits for the transactions in progress and closes the file.
func (db *DB) Close() error {
	if err := db.b.file.Close(); err != nil {
		return fmt.Errorf("store: close: %w", err)
	}
	return nil
}

// SyncsOfWrite is the number of syncs in a transaction of bbolt: for its pages, and for the root that makes
// them valid.
const SyncsOfWrite = 2

// Writes returns the number of transactions written since Open.
func (db *DB) Writes() int { return int(db.b.writes.Load()) }

// Backup writes a copy of the whole store as it is now. Writers continue. While store.CompactKey says that free
// pages contain erased data, the copy is compacted.
func (db *DB) Backup(ctx context.Context, w io.Writer) error {
	erased, err := db.Get(ctx, store.CompactKey)
	switch {
	case err != nil:
		return err
	case erased != nil:
		err = db.writeCompact(until{ctx.Err, w})
	default:
		err = db.b.view(func(tx *bbolt.Tx) error {
			_, err := tx.WriteTo(until{ctx.Err, w})
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("store: backup: %w", err)
	}
	return nil
}

// until writes until ended returns an error.
type until struct {
	ended func() error
	w     io.Writer
}

func (u until) Write(b []byte) (int, error) {
	if err := u.ended(); err != nil {
		return 0, err
	}
	return u.w.Write(b)
}

// backend is a kv.Backend.
type backend struct {
	file   *bbolt.DB
	update func(func(*bbolt.Tx) error) error // file.Update, except in tests
	unsure atomic.Bool
	writes atomic.Int64
}

func (b *backend) View(fn func(kv.Tx) error) error {
	return b.view(func(t *bbolt.Tx) error { return fn(&tx{tx: t}) })
}

func (b *backend) view(fn func(*bbolt.Tx) error) error {
	if b.unsure.Load() {
		return ErrUnsure
	}
	return guarded(func() error { return b.file.View(fn) })
}

func (b *backend) Update(fn func(kv.Tx) error) error {
	if b.unsure.Load() {
		return ErrUnsure
	}
	written := -1 // number of the transaction once everything is written and only the commit remains
	err := b.update(func(t *bbolt.Tx) error {
		if err := fn(&tx{tx: t}); err != nil {
			return err
		}
		written = t.ID()
		return nil
	})
	if err == nil {
		b.writes.Add(1)
	}
	if err != nil && written >= 0 && b.last() >= written {
		b.unsure.Store(true)
		return fmt.Errorf("%w: %w", ErrUnsure, err)
	}
	return translated(err)
}

// last returns the number of the last transaction visible in the file.
func (b *backend) last() (id int) {
	if err := b.file.View(func(t *bbolt.Tx) error { id = t.ID(); return nil }); err != nil {
		return 1<<31 - 1 // not even readable
	}
	return id
}

// translated translates bbolt's errors into those of package store.
func translated(err error) error {
	switch {
	case errors.Is(err, berrors.ErrDatabaseNotOpen):
		return store.ErrClosed
	case errors.Is(err, berrors.ErrDatabaseReadOnly):
		return store.ErrReadOnly
	}
	return err
}
