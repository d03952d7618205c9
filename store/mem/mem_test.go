package mem_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/store"
	"railpost/store/mem"
	"railpost/store/storetest"
)

func TestStore(t *testing.T) {
	restore := func(t testing.TB, r io.Reader) store.Store {
		db := expect.Get(mem.Open(r))(t)
		return db
	}
	storetest.Run(t, storetest.Adapter{
		Checks:  400, // this store is fast, and bolt shares its code
		Open:    func(testing.TB) store.Store { return mem.New() },
		Restore: restore,
		Reopen: func(t testing.TB, s store.Store) store.Store {
			var b bytes.Buffer
			expect.NoError(t, s.Backup(context.Background(), &b))
			expect.NoError(t, s.Close())
			return restore(t, &b)
		},
	})
}

func TestOpenRefusesOtherFiles(t *testing.T) {
	expect.Fails(t, "opened", expect.Err(mem.Open(strings.NewReader("no backup"))), "")
}
