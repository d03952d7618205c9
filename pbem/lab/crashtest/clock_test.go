package crashtest

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/store"
	"railpost/store/bolt"
	"railpost/templates"
)

// TestClockSetBackADay: for the service the clock is set back when the store
// has seen a later hour. Games are opened, letters and reminders go out by the time that
// has passed, and no time to answer ends.
func TestClockSetBackADay(t *testing.T) {
	t.Parallel() // it mostly waits
	w, _ := newEmbedded(t)
	v := w.service
	up := func() bool { return v.call("game.list", nil, nil) == nil }
	v.start("", 0)
	await(t, w, "the service", up)
	v.kill()
	sawClock(t, v.spec, time.Now().Add(24*time.Hour))

	v.start("", 0)
	await(t, w, "the service", up)
	// The reminder of the last game comes after the deadline of the first.
	for i, game := range []string{"g", "h", "i"} {
		g := admin.CreateGame{Title: "toy", Game: game, StartNow: true, Players: []string{"Ana <ana@localhost>", "Ben <ben@localhost>"}}
		expect.NoError(t, v.call("game.create", g, nil))
		await(t, w, "a reminder by the time that has passed", func() bool { return kinds(t, w, "ana")[templates.Reminder] == i+1 })
	}
	expect.Same(t, "lines about one step", v.loggedTimes(behind), 1)
	expect.Same(t, "times to answer ended while the clock was behind", kinds(t, w, "ana")[templates.Late], 0)
	expect.Is(t, "stop", v.stop(), nil)
}

const behind = "the system clock is behind"

// sawClock writes the hour of the service's last look into the store.
func sawClock(t *testing.T, s spec, at time.Time) {
	t.Helper()
	db := expect.Get(bolt.Open(s.store(), bolt.Options{}))(t)
	defer closeStore(t, db)
	if b, err := db.Get(context.Background(), "tick"); err != nil || len(b) == 0 {
		t.Fatalf("the service has not looked at the clock: %q, %v", b, err)
	}
	errs, err := db.Commit(context.Background(), store.Commit{Put: map[string][]byte{"tick": []byte(at.UTC().Format(time.RFC3339Nano))}})
	if err != nil || errs[0] != nil {
		t.Fatal(errs, err)
	}
}

// kinds counts a player's letters.
func kinds(t *testing.T, w *world, user string) map[templates.Kind]int {
	t.Helper()
	all := map[templates.Kind]int{}
	for _, raw := range w.post.Messages(user, "INBOX") {
		l := expect.Get(readLetter(raw))(t)
		all[l.kind()]++
	}
	return all
}

// loggedTimes counts the lines of the log with these words.
func (v *service) loggedTimes(words string) (n int) {
	for line := range bytes.Lines(v.logEnd(megabyte)) {
		if strings.Contains(string(line), words) {
			n++
		}
	}
	return n
}
