package simulate_test

import (
	"strings"
	"testing"
	"time"

	"railpost/store"
	"railpost/store/postgres"
	"railpost/store/postgres/pgtest"
)

// TestInDatabase: with the log in PostgreSQL the weeks of TestEveryLetterIsAccountedFor are the same
// as in a file, mail by mail.
func TestInDatabase(t *testing.T) {
	server := pgtest.Start(t)
	url := server.URL(server.Database(t, ""))
	var findings []string
	o := weeks(&findings)
	o.Open = func(now func() time.Time) (store.Store, error) {
		return postgres.Open(t.Context(), url, postgres.Options{Now: now})
	}
	got, want := run(t, o), inFile().Report
	if len(findings) > 0 {
		t.Errorf("found:\n%s", strings.Join(findings[:min(len(findings), 40)], "\n"))
	}
	if want.File == 0 || got.File != 0 {
		t.Errorf("files of %d and %d bytes", want.File, got.File)
	}
	if want.File = 0; got != want {
		t.Errorf("in PostgreSQL:\n%+v\nin a file:\n%+v", got, want)
	}
}
