package bolt

import (
	"context"
	"errors"

	"railpost/store"
	"railpost/store/internal/kv"
)

// Mover is the store without the check of bbolt's own tree, which needs memory for every page: reading its rows
// also misses parts of a damaged tree that cannot be reached.
func (db *DB) Mover() store.Mover { return db.Base }

// Fill makes the store of a file that does not exist; see store.Fill. The file gets its name once it is
// complete, checked and on the disk.
func Fill(ctx context.Context, path string) store.Fill {
	return func(rows store.Rows, same func(store.Rows) error) error {
		return NewFile(path, func(tmp string) error {
			db, err := Open(tmp, Options{NoSync: true})
			if err != nil {
				return err
			}
			return errors.Join(kv.Fill(ctx, db.Base, rows, same), db.b.file.Sync(), db.Close())
		})
	}
}
