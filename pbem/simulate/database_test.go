package simulate_test

import (
	"strings"
	"testing"
	"time"

	"railpost/pbem/simulate"
	"railpost/store"
	"railpost/store/postgres"
	"railpost/store/postgres/pgtest"
)

// TestInDatabase: with the log in PostgreSQL the weeks of TestEveryLetterIsAccountedFor are the same
// as in a file, mail by mail; with -short those of a small table.
func TestInDatabase(t *testing.T) {
	server := pgtest.Start(t)
	play := func(opens func(func() time.Time) (store.Store, error)) (r simulate.Report, findings []string) {
		o := options(4, 29, &findings)
		if testing.Short() {
			o = small(&findings)
		}
		o.Open = opens
		return run(t, o), findings
	}
	url := server.URL(server.Database(t, ""))
	got, findings := play(func(now func() time.Time) (store.Store, error) {
		return postgres.Open(t.Context(), url, postgres.Options{Now: now})
	})
	if len(findings) > 0 {
		t.Errorf("found:\n%s", strings.Join(findings[:min(len(findings), 40)], "\n"))
	}
	want, _ := play(nil)
	if want.File == 0 || got.File != 0 {
		t.Errorf("files of %d and %d bytes", want.File, got.File)
	}
	if want.File = 0; got != want {
		t.Errorf("in PostgreSQL:\n%+v\nin a file:\n%+v", got, want)
	}
}
