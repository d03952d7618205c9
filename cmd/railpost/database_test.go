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
	stopClock(t)
	server := pgtest.Start(t)
	runScripts(t, "testdata/database", func(e *testscript.Env) error {
		e.Setenv("RAILPOST_CONFIG", e.WorkDir+"/railpost.toml")
		name := server.Database(t, "")
		e.Setenv("DATABASE", server.URL(name))
		for file, database := range map[string]string{"railpost": name, "second": name, "third": name, "gone": "gone", "file": "", "back": ""} {
			text := fmt.Sprintf("mail = \"embedded\"\n[store]\npath = %q\nmin_free = \"10MB\"\n", file+".db")
			if database != "" {
				text += fmt.Sprintf("url = %q\n", server.URL(database))
			}
			if err := os.WriteFile(filepath.Join(e.WorkDir, file+".toml"), []byte(text), 0o600); err != nil {
				return err
			}
		}
		return nil
	})
}
