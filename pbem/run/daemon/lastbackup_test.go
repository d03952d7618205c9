package daemon

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/config"
	"railpost/store"
	"railpost/store/mem"
)

// TestLastBackup: the newest copy by any program counts; there may be none.
func TestLastBackup(t *testing.T) {
	hour := func(n int) time.Time { return time.Date(2026, 3, 2, n, 0, 0, 0, time.UTC) }
	for _, c := range []struct{ own, noted, want int }{{0, 0, 0}, {3, 0, 3}, {0, 4, 4}, {3, 4, 4}, {5, 4, 5}} {
		for _, dir := range []string{"", t.TempDir()} {
			d := &Daemon{store: mem.New(), o: Options{Config: config.Default()}}
			d.o.Config.Backup.Dir = dir
			want := c.want
			if c.own > 0 && dir != "" {
				expect.NoError(t, os.WriteFile(filepath.Join(dir, hour(c.own).Format("railpost-2006-01-02T1504Z.db")), nil, 0o600))
			} else {
				want = c.noted
			}
			if c.noted > 0 {
				if _, err := d.store.Commit(t.Context(), store.Commit{Put: map[string][]byte{store.BackupKey: []byte(hour(c.noted).Format(time.RFC3339))}}); err != nil {
					t.Fatal(err)
				}
			}
			got, err := d.lastBackup(t.Context())
			if err != nil || got.IsZero() != (want == 0) || want > 0 && !got.Equal(hour(want)) {
				t.Errorf("%+v in %q: %v, %v", c, dir, got, err)
			}
		}
	}
}
