package postgres_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/store"
	"railpost/store/postgres"
	"railpost/store/postgres/pgtest"
	"railpost/store/storetest"
)

// setUp returns the commands for psql after a line of the organisers' guide, with other names of database and roles.
func setUp(t *testing.T, line, name string) string {
	t.Helper()
	guide := expect.Get(os.ReadFile("../../docs/organisers-postgresql.md"))(t)
	_, after, found := strings.Cut(string(guide), line+" <<'END'\n")
	text, _, ends := strings.Cut(after, "    END\n")
	if !found || !ends {
		t.Fatalf("the guide has no %q", line)
	}
	return strings.NewReplacer("railpost_owner", name+"_owner", "railpost", name).Replace(text)
}

// psql runs statements as a role; it returns psql's output, and whether all succeeded.
func psql(t *testing.T, s *pgtest.Server, role, database, statements string) (said string, done bool) {
	t.Helper()
	cmd := exec.CommandContext(context.Background(), "psql", "-v", "ON_ERROR_STOP=1", "-qX", as(s, role, database))
	cmd.Stdin = strings.NewReader(statements)
	out, err := cmd.CombinedOutput()
	return string(out), err == nil
}

func as(s *pgtest.Server, role, database string) string {
	return strings.Replace(s.URL(database), "postgres://railpost@", "postgres://"+role+"@", 1)
}

// TestServiceOwnsNothing: in the set-ups of the guide the service's role does all that a store must, and cannot change or
// delete a record, however it begins.
func TestServiceOwnsNothing(t *testing.T) {
	server := pgtest.Shared(t)
	must := func(what string, said string, done bool) {
		t.Helper()
		if !done {
			t.Fatalf("%s: %s", what, said)
		}
	}
	ways := map[string]func(name string){
		"new": func(name string) {
			said, done := psql(t, server, "railpost", "postgres", setUp(t, "sudo -u postgres psql", name))
			must("the set-up", said, done)
			if db, err := postgres.Open(ctx, as(server, name, name), postgres.Options{}); err == nil || !strings.Contains(err.Error(), "railpost upgrade tables") {
				t.Errorf("tables that the service may not make: %v, %v", db, err)
			}
			db := expect.Get(postgres.Open(ctx, server.URL(name)+"&role="+name+"_owner", postgres.Options{}))(t)
			expect.NoError(t, db.Close())
		},
		"old": func(name string) {
			said, done := psql(t, server, "railpost", "postgres", fmt.Sprintf("create role %s login; create database %[1]s owner %[1]s;", name))
			must("a database of the service", said, done)
			db := expect.Get(postgres.Open(ctx, as(server, name, name), postgres.Options{}))(t)
			expect.NoError(t, db.Close())
			said, done = psql(t, server, name, name, "begin; drop trigger records_stay on records; rollback;")
			must("what its owner could do", said, done)
			said, done = psql(t, server, "railpost", name, setUp(t, "sudo -u postgres psql railpost", name))
			must("the change of the owner", said, done)
		},
	}
	for way, make := range ways {
		t.Run(way, func(t *testing.T) {
			name := "club_" + way
			make(name)
			url := as(server, name, name)
			db := open(t, url, postgres.Options{Existing: true})
			storetest.Full(t, db)
			expect.NoError(t, commit(db, store.Commit{Game: "winter", Append: [][]byte{[]byte("one"), []byte("two")}}))
			expect.NoError(t, commit(db, store.Commit{Game: "winter", Expect: 1, Rename: "spring"}))
			expect.NoError(t, commit(db, store.Commit{Game: "brief", Append: [][]byte{[]byte("one")}}))
			expect.NoError(t, commit(db, store.Commit{Game: "brief", Expect: 1, Delete: true}))
			for _, first := range []string{
				"", "drop trigger records_stay on records;", "alter table records disable trigger all;", "set session_replication_role = replica;",
				"drop function records_stay() cascade;", "alter table records owner to current_user;", "set role " + name + "_owner;",
				"create or replace function records_stay() returns trigger language plpgsql as 'begin return old; end';",
				"create rule stay as on delete to games do instead nothing;", "alter table beside drop constraint beside_game_seq_fkey;",
			} {
				for _, then := range []string{"delete from records;", "update records set payload = '';", "truncate records cascade;", "drop table records cascade;"} {
					if said, done := psql(t, server, name, name, "begin; "+first+" "+then+" commit;"); done || !strings.Contains(said, "ERROR") {
						t.Errorf("%s %s is carried out: %s", first, then, said)
					}
				}
			}
			log := expect.Get(db.Load(ctx, "spring", 0, true))(t)
			expect.Same(t, "records", len(log.Records), 2)
			expect.Same(t, "faults", faults(t, db), nil)
		})
	}
}
