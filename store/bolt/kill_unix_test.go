//go:build unix

package bolt

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/store"
)

const (
	killPath  = "RAILPOST_TEST_KILL_FILE"
	killPoint = "RAILPOST_TEST_KILL_POINT"
)

// TestKilledAtAPoint kills a child process at each point of a write; the file must keep the point's promise.
func TestKilledAtAPoint(t *testing.T) {
	if path := os.Getenv(killPath); path != "" {
		killedChild(t, path, os.Getenv(killPoint))
		return
	}
	for _, op := range []string{"commit", "attempt", "sending", "sent", "defer"} {
		for _, point := range []string{"before", "within", "after"} {
			t.Run(op+"."+point, func(t *testing.T) {
				path := newPath(t)
				c := exec.Command(os.Args[0], "-test.run=^TestKilledAtAPoint$")
				c.Env = append(os.Environ(), killPath+"="+path, killPoint+"="+op+"."+point)
				out, err := c.CombinedOutput()
				var exit *exec.ExitError
				if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
					t.Fatalf("the child was not killed: %v\n%s", err, out)
				}
				db := open(t, path, Options{})
				expect.NoError(t, db.Check(ctx, func(c store.Corrupt) { t.Errorf("check: %v", &c) }))
				if got, want := stage(t, db), stages[op]; got != want && point == "after" || got != want-1 && point != "after" {
					t.Errorf("stage %d, want %d or, before the commit, one less", got, want)
				}
			})
		}
	}
}

var stages = map[string]int{"commit": 1, "attempt": 2, "sending": 3, "defer": 4, "sent": 5}

var killTime = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// killedChild goes through the stages and dies on the way.
func killedChild(t *testing.T, path, point string) {
	db, err := Open(path, Options{Hook: func(p string) {
		if p == point {
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	}})
	expect.NoError(t, err)
	expect.NoError(t, commit(db, store.Commit{Game: "winter", Letters: []store.Letter{{Kind: "turn", NextTry: killTime}}}))
	_, err = db.Attempt(ctx, "mail")
	expect.NoError(t, err)
	ls := expect.Get(db.Claim(ctx, killTime, time.Minute, 1))(t)
	expect.NoError(t, errors.Join(db.MarkSending(ctx, store.Finished{ID: ls[0].ID, Bytes: []byte("bytes")})...))
	expect.NoError(t, db.Defer(ctx, ls[0].ID, killTime, "451"))
	expect.NoError(t, errors.Join(db.Sent(ctx, store.Accepted{ID: ls[0].ID, MessageID: "<1@x>", Code: "250", At: killTime})...))
	fmt.Println("alive at the end")
}

// stage says how far the child got.
func stage(t *testing.T, db *DB) int {
	t.Helper()
	if _, err := db.Head(ctx, "winter"); errors.Is(err, store.ErrNoGame) {
		return 0
	}
	ls := expect.Get(db.Letters(ctx))(t)
	n := expect.Get(db.Attempt(ctx, "mail"))(t)
	switch {
	case len(ls) == 0:
		return 5
	case ls[0].LastCode != "":
		return 4
	case ls[0].State == store.Sending:
		return 3
	case n == 2:
		return 2
	}
	return 1
}
