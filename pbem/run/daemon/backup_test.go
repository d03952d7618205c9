package daemon_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/config"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/post"
	"railpost/pbem/run/daemon"
	"railpost/store/bolt"
)

// TestBackupsAreMadeAndRotated: a copy that the time of [backup] at asks for is made up for
// at the start, verified, and the oldest of those beyond keep go; other files stay.
func TestBackupsAreMadeAndRotated(t *testing.T) {
	c := settings(t)
	c.Backup.Dir, c.Backup.Keep = filepath.Join(t.TempDir(), "backups"), 2
	expect.NoError(t, os.Mkdir(c.Backup.Dir, 0o700))
	old := []string{"mine.db", "railpost-2026-01-01T0330Z.db", "railpost-2026-01-02T0330Z.db", "railpost-2026-01-03T0330Z.db"}
	for _, name := range old {
		expect.NoError(t, os.WriteFile(filepath.Join(c.Backup.Dir, name), nil, 0o600))
	}
	_, stop := start(t, daemon.Options{Config: c})
	var files []string
	pbemtest.Until(t, "the oldest copies to go", func() bool {
		files, _ = filepath.Glob(filepath.Join(c.Backup.Dir, "*"))
		return len(files) == 3
	})
	expect.NoError(t, stop())
	expect.True(t, filepath.Base(files[0]) == old[0] && filepath.Base(files[1]) == old[3], "left are %v", files)
	expect.Is(t, "verify", bolt.Verify(t.Context(), files[2]), nil)
}

// TestTheOrganiserLearnsOfAFailedBackup: the first copy is made at once, so a wrong folder
// shows on the first day.
func TestTheOrganiserLearnsOfAFailedBackup(t *testing.T) {
	for name, spoil := range map[string]func(t *testing.T, c *config.Config) string{
		"not mounted": func(_ *testing.T, c *config.Config) string {
			c.Backup.Dir = filepath.Join(filepath.Dir(c.Store.Path), "volume", "backups")
			return "no such file or directory"
		},
		"a file": func(t *testing.T, c *config.Config) string {
			c.Backup.Dir = filepath.Join(t.TempDir(), "file")
			expect.NoError(t, os.WriteFile(c.Backup.Dir, nil, 0o600))
			return "not a directory"
		},
		"no room": func(t *testing.T, c *config.Config) string {
			c.Backup.Dir, c.Store.MinFree = t.TempDir(), 1<<60
			return "MB are needed"
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, p := provider(t)
			why := spoil(t, c)
			_, stop := start(t, daemon.Options{Config: c})
			told := ""
			pbemtest.Until(t, "the organiser's notice", func() bool {
				for _, m := range p.Messages("boss", post.Inbox) {
					if strings.Contains(string(m), "the backup failed") {
						told = strings.ReplaceAll(strings.ReplaceAll(string(m), "=\r\n", ""), "\r\n", " ")
					}
				}
				return told != ""
			})
			expect.NoError(t, stop())
			expect.Has(t, "told", told, why, "There is none yet")
		})
	}
}
