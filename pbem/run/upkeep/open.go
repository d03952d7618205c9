package upkeep

import (
	"context"
	"errors"
	"time"

	"railpost/pbem/config"
	"railpost/store"
	"railpost/store/bolt"
	"railpost/store/postgres"
)

// ErrDatabase: the operation is for a file, and the games are in a database.
var ErrDatabase = errors.New("the games are in a database ([store] url): copy and restore it with PostgreSQL's own tools, pg_dump and pg_restore, or pg_basebackup and archived log; it needs no compacting by railpost")

// Open opens the store of a configuration: a file for this process alone, a database shared with others. With
// existing, it creates none: store.ErrNone. hook and now are those of the adapters; nil: none, and time.Now.
func Open(ctx context.Context, c *config.Config, existing bool, hook func(string), now func() time.Time) (store.Store, error) {
	if c.Store.URL == "" {
		return bolt.Open(c.Store.Path, bolt.Options{Existing: existing, Hook: hook, Now: now})
	}
	password, err := c.StorePassword()
	if err != nil {
		return nil, err
	}
	return postgres.Open(ctx, c.StoreURL(), postgres.Options{Password: password.Reveal(), Existing: existing, Hook: hook, Now: now, Wall: now})
}

// NewStoreOf creates the empty store that a configuration names, which must not exist.
func NewStoreOf(ctx context.Context, c *config.Config) error {
	if c.Store.URL == "" {
		return NewStore(c.Store.Path)
	}
	db, err := Open(ctx, c, true, nil, nil)
	switch {
	case err == nil:
		return errors.Join(errors.New("the database has a store already"), db.Close())
	case !errors.Is(err, store.ErrNone):
		return err
	}
	if db, err = Open(ctx, c, false, nil, nil); err != nil {
		return err
	}
	return db.Close()
}
