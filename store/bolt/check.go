package bolt

import (
	"context"

	"go.etcd.io/bbolt"

	"railpost/store"
)

// Check verifies every chain and checksum, and then bbolt's own tree. The second part is
// skipped if the first found a fault, because bbolt may loop for ever on a damaged tree
// (etcd-io/bbolt#877) and would report nothing that helps.
func (db *DB) Check(ctx context.Context, report func(store.Corrupt)) error {
	faults := 0
	err := db.Base.Check(ctx, func(c store.Corrupt) { faults++; report(c) })
	if err != nil || faults > 0 {
		return err
	}
	var found []store.Corrupt
	err = db.b.view(func(tx *bbolt.Tx) error {
		for err := range tx.Check() {
			found = append(found, store.Corrupt{What: "the structure of the file: " + err.Error()})
		}
		if len(found) > 0 {
			return nil
		}
		return checkBranches(tx, func(c store.Corrupt) { found = append(found, c) })
	})
	for _, c := range found {
		report(c)
	}
	return err
}
