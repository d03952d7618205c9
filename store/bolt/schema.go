package bolt

import (
	"encoding/binary"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"railpost/store"
	"railpost/store/internal/kv"
)

// Schema is the number of the layout this program writes.
const Schema = 1

// migrations[n] migrates a file from layout n to n+1. All that are needed run in one
// transaction, so that a file is never left between two layouts.
var migrations = map[uint64]func(*bbolt.Tx) error{}

// Errors of Open about the layout.
var (
	ErrNewer = errors.New("the file was written by a newer railpost; use that version or a later one")
	ErrOlder = errors.New("the file has an older layout; open it once for writing (start the daemon) to bring it up to date")
)

var schemaKey = []byte("schema")

// readySchema creates the buckets of a new file and migrates an older one.
func readySchema(db *bbolt.DB) error {
	var found uint64
	err := db.View(func(tx *bbolt.Tx) (err error) {
		found, err = readSchema(tx)
		return err
	})
	switch {
	case err != nil:
		return err
	case found == Schema:
		return db.View(allBuckets)
	case found > Schema:
		return fmt.Errorf("%w (layout %d, this one knows up to %d)", ErrNewer, found, Schema)
	case db.IsReadOnly():
		return fmt.Errorf("%w (layout %d, this railpost reads %d)", ErrOlder, found, Schema)
	}
	return db.Update(func(tx *bbolt.Tx) error { return migrate(tx, found, Schema, migrations) })
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
