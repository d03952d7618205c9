package upkeep

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"railpost/pbem/config"
	"railpost/pbem/config/files"
	"railpost/store"
	"railpost/store/bolt"
	"railpost/store/postgres"
)

// Place is where a store is, or will be.
type Place struct {
	Path     string         // of a file
	Database *config.Config // or a database with its StoreURL; else nil
}

// Move makes the store of a place from that of another, which nobody else may have open and which stays
// unchanged, and compares both. After an error there is no store at to.
func Move(ctx context.Context, from, to Place) (out store.Moved, err error) {
	fill, err := to.fill(ctx)
	if err != nil {
		return out, err
	}
	if from.Database == nil {
		db, err := bolt.Open(from.Path, bolt.Options{ReadOnly: true})
		if err != nil {
			return out, err
		}
		defer func() { _ = db.Close() }() // only read
		return store.Move(ctx, db.Mover(), fill)
	}
	password, err := from.Database.StorePassword()
	if err != nil {
		return out, err
	}
	db, err := postgres.Open(ctx, from.Database.StoreURL(), postgres.Options{Password: password.Reveal(), Existing: true, Alone: true})
	if err != nil {
		return out, err
	}
	defer func() { _ = db.Close() }() // as above
	return store.Move(ctx, db, fill)
}

// fill makes the store of a place. A file gets the owner of its folder.
func (p Place) fill(ctx context.Context) (store.Fill, error) {
	if p.Database == nil {
		if err := bolt.Free(p.Path); err != nil {
			return nil, err
		}
		return func(rows store.Rows, same func(store.Rows) error) error {
			if err := bolt.Fill(ctx, p.Path)(rows, same); err != nil {
				return err
			}
			err := files.OwnLike(p.Path, filepath.Dir(p.Path))
			if err != nil {
				err = errors.Join(err, os.Remove(p.Path))
			}
			return err
		}, nil
	}
	password, err := p.Database.StorePassword()
	if err != nil {
		return nil, err
	}
	return postgres.Fill(ctx, p.Database.StoreURL(), postgres.Options{Password: password.Reveal()}), nil
}
