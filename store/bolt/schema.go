package bolt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"time"

	"go.etcd.io/bbolt"

	"railpost/store"
	"railpost/store/internal/kv"
)

// Schema is the number of the layout this program writes.
const Schema = 3

// migrations are the steps that this program knows: [n] migrates a file from layout n to
// n+1. All that are needed run in one transaction, so that a file is never left between two
// layouts.
var migrations = map[uint64]func(*bbolt.Tx) error{
	1: func(tx *bbolt.Tx) error { // names and words lie beside the records
		_, err := tx.CreateBucket([]byte(kv.Beside.String()))
		return err
	},
	2: func(t *bbolt.Tx) error { // sent letters are found by their readers; mails are deflated from now on
		if _, err := t.CreateBucket([]byte(kv.SentOf.String())); err != nil {
			return err
		}
		return kv.ListSent(&tx{tx: t})
	},
}

// newest is Schema, except in tests of what a later program does.
var newest uint64 = Schema

// Errors of Open about the layout.
var (
	ErrNewer = errors.New("the file was written by a newer railpost; use that version or a later one, or restore a backup made before (railpost restore)")
	ErrOlder = errors.New("the file has an older layout; open it once for writing (start the daemon) to bring it up to date")
)

var schemaKey = []byte("schema")

// readySchema creates the buckets of a new file and migrates an older one, of which it first
// writes a copy beside it.
func readySchema(db *bbolt.DB) error {
	var found uint64
	err := db.View(func(tx *bbolt.Tx) (err error) {
		found, err = readSchema(tx)
		return err
	})
	switch {
	case err != nil:
		return err
	case found == newest:
		return db.View(allBuckets)
	case found > newest:
		return fmt.Errorf("%w (layout %d, this one knows up to %d)", ErrNewer, found, newest)
	case db.IsReadOnly():
		return fmt.Errorf("%w (layout %d, this railpost reads %d)", ErrOlder, found, newest)
	case found > 0:
		if err := keepOlder(db, found); err != nil {
			return fmt.Errorf("the file has layout %d and stays as it is, since no copy of it could be made before it is brought up to %d: %w", found, newest, err)
		}
	}
	return db.Update(func(tx *bbolt.Tx) error { return migrate(tx, found, newest, migrations) })
}

// keepOlder writes a copy of a file of an older layout beside it: "railpost.db.layout-1-"
// and the time.
func keepOlder(db *bbolt.DB, layout uint64) error {
	name := fmt.Sprintf("%s.layout-%d-%s", db.Path(), layout, time.Now().UTC().Format("20060102T150405.000Z"))
	return copyFile(db, name)
}

func copyFile(db *bbolt.DB, name string) error {
	return NewFile(name, func(tmp string) error {
		f, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		err = db.View(func(tx *bbolt.Tx) error {
			_, err := tx.WriteTo(f)
			return err
		})
		return errors.Join(err, f.Sync(), f.Close())
	})
}

// CopyOlder writes a copy of a file of an older layout, which nobody has open for writing,
// to another file, and brings that up to date.
func CopyOlder(path, to string) error {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true, Timeout: time.Second})
	if err != nil {
		return openError(path, err)
	}
	if err := errors.Join(guarded(func() error { return copyFile(db, to) }), db.Close()); err != nil {
		return err
	}
	return BringUp(to)
}

// BringUp brings a file of an older layout up to date.
func BringUp(path string) error {
	db, err := Open(path, Options{Existing: true})
	if err != nil {
		return err
	}
	return db.Close()
}

// readSchema returns the layout of a file; 0 for one without any bucket: a new one.
func readSchema(tx *bbolt.Tx) (uint64, error) {
	if meta := tx.Bucket([]byte(kv.Meta.String())); meta != nil {
		v := meta.Get(schemaKey)
		if len(v) != 8 {
			return 0, errors.New("the number of its layout is missing: damaged, or not a store of railpost")
		}
		return binary.BigEndian.Uint64(v), nil
	}
	if k, _ := tx.Cursor().First(); k != nil {
		return 0, fmt.Errorf("a bbolt file, but not a store of railpost (it has a bucket %q)", k)
	}
	return 0, nil
}

func migrate(tx *bbolt.Tx, from, to uint64, steps map[uint64]func(*bbolt.Tx) error) error {
	if from == 0 {
		if err := makeBuckets(tx); err != nil {
			return err
		}
		from = to
	}
	for ; from < to; from++ {
		step := steps[from]
		if step == nil {
			return fmt.Errorf("layout %d cannot be brought up to %d; use the railpost that wrote the file", from, from+1)
		}
		if err := step(tx); err != nil {
			return fmt.Errorf("layout %d to %d: %w", from, from+1, err)
		}
	}
	return tx.Bucket([]byte(kv.Meta.String())).Put(schemaKey, binary.BigEndian.AppendUint64(nil, to))
}

// allBuckets returns an error if a bucket is missing.
func allBuckets(tx *bbolt.Tx) error {
	for b := range kv.NumBuckets {
		if tx.Bucket([]byte(b.String())) == nil {
			return &store.Corrupt{What: fmt.Sprintf("bucket %q is missing; restore from a backup", b)}
		}
	}
	return nil
}

func makeBuckets(tx *bbolt.Tx) error {
	for b := range kv.NumBuckets {
		if _, err := tx.CreateBucket([]byte(b.String())); err != nil {
			return err
		}
	}
	return nil
}
