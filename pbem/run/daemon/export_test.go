package daemon_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/run/daemon"
)

// TestEachGameIsATextFile: its log only grows; lines missing after a crash are appended, and a later program
// does not rewrite lines.
func TestEachGameIsATextFile(t *testing.T) {
	t.Parallel()
	c := settings(t)
	c.Store.ExportDir = filepath.Join(t.TempDir(), "logs")
	file := filepath.Join(c.Store.ExportDir, "spring.txt")
	text := func() string {
		b, _ := os.ReadFile(file)
		return string(b)
	}
	d, stop := start(t, daemon.Options{Config: c})
	create(t, d, admin.CreateGame{Title: "toy", Game: "spring", Players: []string{"Ana <ana@localhost>", "Ben <ben@localhost>"}, StartNow: true})
	pbemtest.Until(t, "the file", func() bool { return text() != "" })
	begun := text()
	expect.True(t, strings.HasPrefix(begun, "# spring: toy version 1, Ana, Ben\n1  "), "it begins as %q", begun)
	do := func(d *daemon.Daemon, method string) {
		t.Helper()
		expect.Get(d.Handle(t.Context(), method, json.RawMessage(`{"game":"spring"}`)))(t)
	}
	do(d, "game.pause")
	pbemtest.Until(t, "the pause", func() bool { return len(text()) > len(begun) })
	paused := text()
	expect.True(t, strings.HasPrefix(paused, begun) && strings.Contains(paused, "\n2  "), "after a pause: %q", paused)
	expect.NoError(t, stop())
	for name, left := range map[string]string{
		"a step is missing":   begun,
		"the file is missing": "",
		"half a line":         paused[:len(paused)-3],
		"another history":     strings.Replace(paused, "\n2  2", "\n2  1", 1),
		"a step too many":     paused + "3  2026-11-23 10:00:00  Ana: pass\n",
	} {
		t.Run(name, func(t *testing.T) {
			expect.NoError(t, os.WriteFile(file, []byte(left), 0o600))
			_, stop := start(t, daemon.Options{Config: c})
			pbemtest.Until(t, "the whole log", func() bool { return text() == paused })
			expect.NoError(t, stop())
		})
	}
	older := strings.Replace(paused, "\n    ", "\n    So: ", 1)
	expect.NoError(t, os.WriteFile(file, []byte(older), 0o600))
	d, _ = start(t, daemon.Options{Config: c})
	do(d, "game.resume")
	pbemtest.Until(t, "the third step", func() bool { return strings.Contains(text(), "\n3  ") })
	if !strings.HasPrefix(text(), older) {
		t.Errorf("%q does not go on as %q", older, text())
	}

	// Once it is archived, its file has its new name.
	do(d, "game.end")
	pbemtest.Until(t, "the archive", func() bool {
		_, err := d.Handle(t.Context(), "game.archive", json.RawMessage(`{"game":"spring"}`))
		return err == nil
	})
	pbemtest.Until(t, "the new name of the file", func() bool {
		_, err := os.Stat(file)
		return errors.Is(err, fs.ErrNotExist)
	})
	files, err := filepath.Glob(filepath.Join(c.Store.ExportDir, "spring~*.txt"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files: %q %v", files, err)
	}
	file = files[0]
	if !strings.HasPrefix(text(), older) {
		t.Errorf("%q does not go on as %q", older, text())
	}
}
