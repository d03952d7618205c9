package pbem_test

import (
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/table"
	"railpost/pbem/lab/pbemtest"
	"railpost/store/postgres"
	"railpost/store/postgres/pgtest"
)

// TestVersionsWhileReplaced: while a daemon of an older program serves the same database, games begin under the
// version that it knows, and no table is asked about a newer one. Once it has ended, both are as usual.
func TestVersionsWhileReplaced(t *testing.T) {
	server := pgtest.Shared(t)
	db := expect.Get(postgres.Open(t.Context(), server.URL(server.Database(t, "")), postgres.Options{}))(t)
	defer func() { expect.NoError(t, db.Close()) }()
	b := expect.Get(pbemtest.New(pbemtest.FindMended, nil))(t)
	expect.NoError(t, b.Use(db))
	expect.NoError(t, b.Office.SayPresent(t.Context(), "other", journal.Program{Version: "v0.9", Titles: map[string]int{"toy": 1}}))
	version := func(name string) int {
		t.Helper()
		expect.NoError(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: name, StartNow: true, Players: []string{"Ana <ana@example.org>", "Ben <ben@example.org>"}}, nil))
		h := expect.Get(db.Head(t.Context(), name))(t)
		tab := expect.Get(table.Read(h.Doc))(t)
		return tab.Setup.Version
	}
	expect.Same(t, "beside a program that knows version 1 a game begins under version", version("winter"), 1)
	err := b.Handle("upgrade.ask", map[string]any{}, nil)
	expect.Fails(t, "tables are asked", err, "a daemon of version v0.9 still serves this database, and cannot play version 2 of toy; ask the tables once it has been replaced")
	expect.NoError(t, b.Office.SayGone(t.Context(), "other"))
	expect.Same(t, "a game begins under version", version("spring"), 2)
	var asked []admin.Touched
	expect.NoError(t, b.Handle("upgrade.ask", map[string]any{}, &asked))
	expect.True(t, len(asked) == 1 && asked[0].Game == "winter" && asked[0].Asked, "asked: %+v", asked)
}
