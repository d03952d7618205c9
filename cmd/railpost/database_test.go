package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"railpost/store/postgres/pgtest"
)

// TestDatabaseScript runs the commands of a service whose games are in PostgreSQL.
func TestDatabaseScript(t *testing.T) {
	pgtest.Need(t)
	server := pgtest.Start(t)
	testscript.Run(t, testscript.Params{
		Dir: "testdata/database",
		Setup: func(e *testscript.Env) error {
			e.Setenv("RAILPOST_CONFIG", e.WorkDir+"/railpost.toml")
			name := server.Database(t, "")
			for file, database := range map[string]string{"railpost": name, "second": name, "third": name, "gone": "gone"} {
				text := fmt.Sprintf("mail = \"embedded\"\n[store]\npath = %q\nurl = %q\n", file+".db", server.URL(database))
				if err := os.WriteFile(filepath.Join(e.WorkDir, file+".toml"), []byte(text), 0o600); err != nil {
					return err
				}
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"answers": answers, "exits": exits},
	})
}
