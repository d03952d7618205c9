//go:build unix

package inbox_test

import (
	"os"
	"path/filepath"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/pbemtest"
)

// TestNoLinkIsFollowed: a link in the place of the file that names the mail being
// read empties nothing.
func TestNoLinkIsFollowed(t *testing.T) {
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	dir := t.TempDir()
	victim := filepath.Join(dir, "railpost.db")
	expect.NoError(t, os.WriteFile(victim, []byte("all games"), 0o600))
	reading := victim + ".reading"
	b.Options().Attempts = reading
	for _, before := range []bool{true, false} { // the service starts, or runs already
		if !before {
			expect.NoError(t, b.Reopen())
		}
		expect.NoError(t, os.Symlink(victim, reading))
		var told error
		if before {
			told = b.Reopen()
		} else {
			told = b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "winter", StartNow: true, Players: []string{"Ana <ana@example.org>", "Ben <ben@example.org>"}}, nil)
			if told == nil {
				told = b.Deliver([]byte("From: a@b\r\nMessage-ID: <1@b>\r\n\r\nhello\r\n"))
			}
		}
		expect.True(t, told != nil, "before the start %v: no error", before)
		expect.Same(t, before, string(expect.Get(os.ReadFile(victim))(t)), "all games")
		expect.NoError(t, os.Remove(reading))
	}
}
