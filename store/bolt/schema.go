package bolt

import (
	"encoding/binary"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"railpost/store"
	"railpost/store/internal/kv"
)

// Schema is the number of the layout that this program reads and writes.
const Schema = 3

var schemaKey = []byte("schema")

// readySchema creates the buckets of a new file, and refuses a file with another layout.
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
	case found == 0 && !db.IsReadOnly():
		return db.Update(func(tx *bbolt.Tx) error { return makeBuckets(tx, Schema) })
	}
	return fmt.Errorf("%w (its layout is %d, this one's %d)", store.ErrLayout, found, Schema)
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

// allBuckets returns an error if a bucket is missing.
func allBuckets(tx *bbolt.Tx) error {
	for b := range kv.NumBuckets {
		if tx.Bucket([]byte(b.String())) == nil {
			return &store.Corrupt{What: fmt.Sprintf("bucket %q is missing; restore from a backup", b)}
		}
	}
	return nil
}

func makeBuckets(tx *bbolt.Tx, layout uint64) error {
	for b := range kv.NumBuckets {
		if _, err := tx.CreateBucket([]byte(b.String())); err != nil {
			return err
		}
	}
	return tx.Bucket([]byte(kv.Meta.String())).Put(schemaKey, binary.BigEndian.AppendUint64(nil, layout))
}
