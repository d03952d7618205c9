package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/store/postgres/pgtest"
)

// stopClock makes output of different times comparable: "in 2 days" stays so.
func stopClock(t *testing.T) {
	stopped := time.Now()
	now = func() time.Time { return stopped }
	t.Cleanup(func() { now = time.Now })
}

// TestCopiedGames: a store with a game of every title that was copied to PostgreSQL and back is the same, key by
// key, and so is the output of every command, there and afterwards.
func TestCopiedGames(t *testing.T) {
	stopClock(t)
	server := pgtest.Start(t)
	o := newOrganiser(t)
	url := server.URL(server.Database(t, ""))
	unpack(t, "testdata/kept.db.gz", o.in("rp.db"))
	for name, more := range map[string]string{"there": fmt.Sprintf("url = %q\n", url), "back": ""} {
		text := fmt.Sprintf("mail = \"embedded\"\n[store]\npath = %q\nmin_free = \"10MB\"\n%s", o.in(name+".db"), more)
		expect.NoError(t, os.WriteFile(o.in(name+".toml"), []byte(text), 0o600))
	}
	command := func(conf string, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		expect.Must(t, []any{args, &out, &errs},
			run(t.Context(), append([]string{"-c", o.in(conf + ".toml")}, args...), strings.NewReader(""), &out, &errs), 0)
		return out.String()
	}
	var games []admin.GameRow
	if err := json.Unmarshal([]byte(command("railpost", "game", "list", "--json")), &games); err != nil || len(games) < 4 {
		t.Fatal(err, len(games))
	}
	lines := [][]string{{"game", "list", "--json"}, {"game", "verify"}, {"mail", "queue", "--json"}, {"stats", "--json"}, {"seats", "--json"}, {"check"}}
	for _, g := range games {
		lines = append(lines, []string{"game", "show", g.Game, "--json"}, []string{"game", "log", g.Game, "--json"})
	}
	all := func(conf string) (out []string) {
		for _, line := range lines {
			out = append(out, command(conf, line...))
		}
		return out
	}
	want := all("railpost")
	wantKeys := keysOf(t, o.in("rp.db"))
	moved := command("railpost", "copy", "--from", o.in("rp.db"), "--to", url)
	there := all("there")
	back := command("railpost", "copy", "--from", url, "--to", o.in("back.db"))
	if digest := "checksum "; moved[strings.Index(moved, digest):][:len(digest)+64] != back[strings.Index(back, digest):][:len(digest)+64] {
		t.Errorf("there:\n%sback:\n%s", moved, back)
	}
	expect.Same(t, "the first file has changed", keysOf(t, o.in("rp.db")), wantKeys)
	if got := keysOf(t, o.in("back.db")); !slices.Equal(got, wantKeys) || len(got) < 100 {
		t.Errorf("%d keys came back otherwise, there were %d", len(got), len(wantKeys))
	}
	equal := func(where string, got []string) {
		t.Helper()
		for i := range want {
			expect.Same(t, fmt.Sprintf("railpost %v, %s", lines[i], where), got[i], want[i])
		}
	}
	equal("there", there)
	equal("back", all("back"))
	lines = nil
	for _, g := range games {
		lines = append(lines, []string{"game", "export", g.Game, "--secret"})
	}
	want = all("railpost")
	equal("there", all("there"))
	equal("back", all("back"))
}

// keysOf lists the keys and values of a file, and the numbers given last.
func keysOf(t *testing.T, path string) (out []string) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true})
	expect.NoError(t, err)
	defer db.Close()
	err = db.View(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
			out = append(out, fmt.Sprintf("%s %d", name, b.Sequence()))
			return b.ForEach(func(k, v []byte) error {
				out = append(out, fmt.Sprintf("%s %q %q", name, k, v))
				return nil
			})
		})
	})
	expect.NoError(t, err)
	return out
}
