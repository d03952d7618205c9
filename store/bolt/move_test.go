package bolt

import (
	"bytes"
	"testing"

	"railpost/store"
	"railpost/store/mem"
	"railpost/store/storetest"
)

func TestMoves(t *testing.T) {
	file := adapter
	file.Open = func(t testing.TB) store.Store { return open(t, newPath(t), Options{NoSync: true}) }
	storetest.RunMoves(t, map[string]storetest.Adapter{"bolt": file, "mem": {
		Open: func(testing.TB) store.Store { return mem.New() },
		Reopen: func(t testing.TB, s store.Store) store.Store {
			var b bytes.Buffer
			storetest.NoError(t, s.Backup(ctx, &b))
			db, err := mem.Open(&b)
			storetest.NoError(t, err)
			return db
		},
		Fill: func(_ testing.TB, rows store.Rows, same func(store.Rows) error) (store.Store, error) {
			db := mem.New()
			return db, db.Fill(ctx)(rows, same)
		},
	}})
}
