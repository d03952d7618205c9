package postgres_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/store"
	"railpost/store/postgres"
	"railpost/store/postgres/pgtest"
	"railpost/store/storetest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

var ctx = context.Background()

var template struct {
	sync.Mutex
	name string
}

// database makes a database with our tables in it on the Shared server, and returns its URL.
func database(t testing.TB) string {
	t.Helper()
	server := pgtest.Shared(t)
	template.Lock()
	defer template.Unlock()
	if template.name == "" {
		name := server.Database(t, "")
		db := expect.Get(postgres.Open(ctx, server.URL(name), postgres.Options{}))(t)
		expect.NoError(t, db.Close())
		template.name = name
	}
	return server.URL(server.Database(t, template.name))
}

// urls are the URLs of opened stores.
var urls sync.Map

func open(t testing.TB, url string, o postgres.Options) *postgres.DB {
	t.Helper()
	db := expect.Get(postgres.Open(ctx, url, o))(t)
	t.Cleanup(func() { expect.NoError(t, db.Close()) })
	urls.Store(store.Store(db), url)
	return db
}

func TestStore(t *testing.T) {
	pgtest.Need(t)
	storetest.Run(t, adapter)
}

var adapter = storetest.Adapter{
	Shared: true,
	Checks: level.Of(0, 10, 100), // each has a database of its own
	Steps:  120,
	Open:   func(t testing.TB) store.Store { return open(t, database(t), postgres.Options{}) },
	Reopen: func(t testing.TB, s store.Store) store.Store {
		expect.NoError(t, s.Close())
		url, _ := urls.Load(s)
		return open(t, url.(string), postgres.Options{})
	},
	SecondProcess: func(t testing.TB, s store.Store) store.Store {
		url, _ := urls.Load(s)
		return open(t, url.(string), postgres.Options{})
	},
	Fill: func(t testing.TB, rows store.Rows, same func(store.Rows) error) (store.Store, error) {
		url := urlOfEmpty(t)
		if err := postgres.Fill(ctx, url, postgres.Options{})(rows, same); err != nil {
			return nil, err
		}
		return open(t, url, postgres.Options{Existing: true}), nil
	},
}

func commit(db *postgres.DB, c store.Commit) error {
	errs, err := db.Commit(ctx, c)
	return errors.Join(append(errs, err)...)
}

var t0 = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// urlOfEmpty makes an empty database and returns its URL.
func urlOfEmpty(t testing.TB) string {
	t.Helper()
	server := pgtest.Shared(t)
	return server.URL(server.Database(t, ""))
}
