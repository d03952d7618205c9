package due_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/store"
	"railpost/store/bolt"
)

// outgoing returns the queued letter for a player, who must have exactly one.
func outgoing(t *testing.T, b *pbemtest.Service, name string) store.Letter {
	t.Helper()
	letters := expect.Get(b.Store.Letters(t.Context()))(t)
	var found []store.Letter
	for _, l := range letters {
		if l.To == pbemtest.Address(name) {
			found = append(found, l)
		}
	}
	expect.Must(t, fmt.Sprintf("letters wait for %s: %+v", name, found), len(found), 1)
	return found[0]
}

// restart lets another process open the service's store.
func restart(t *testing.T, b *pbemtest.Service) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.db")
	if db, open := b.Store.(*bolt.DB); open {
		f := expect.Get(os.Create(path))(t)
		expect.NoError(t, errors.Join(db.Backup(t.Context(), f), f.Close()))
	}
	db := expect.Get(bolt.Open(path, bolt.Options{NoSync: true, Now: func() time.Time { return b.Clock }}))(t)
	t.Cleanup(func() { expect.NoError(t, db.Close()) })
	expect.NoError(t, b.Use(db))
}

// moved is a table at which Ana has moved and Ben's turn letter waits.
func moved(t *testing.T, held bool) (*pbemtest.Service, store.Letter) {
	t.Helper()
	b, err := pbemtest.New(pbemtest.Find, nil) // Monday 2 March 10:00
	expect.NoError(t, err)
	restart(t, b)
	expect.NoError(t, b.Tick())
	b.Begin(t, admin.CreateGame{Seed: []byte("seed"), Organiser: "host@example.org"})
	b.Held = held
	expect.NoError(t, b.Hand("Ana", mailtest.Gmail, "sell red"))
	return b, outgoing(t, b, "Ben")
}

// TestWrittenWithTheMove: such a letter is sent as written.
func TestWrittenWithTheMove(t *testing.T) {
	b, l := moved(t, false)
	if l.State != store.Waiting || l.Bytes == nil {
		t.Fatalf("the letter: %+v", l)
	}
	expect.NoError(t, b.Post())
	if sent, _ := b.Latest("Ben"); !bytes.Equal(sent.Raw, l.Bytes) || !strings.Contains(sent.Subject, "until Thu 5 Mar 10:00") {
		t.Errorf("sent: %s", sent.Raw)
	}
}

// TestFirstAttemptLater: the time of a player begins with the first attempt at the letter that
// asks, which then says what holds, whether or not it was written before, over a restart too.
func TestFirstAttemptLater(t *testing.T) {
	for name, c := range map[string]struct{ held, unfinished, restart bool }{
		"written with the move":                 {},
		"... it is known that it waits":         {unfinished: true},
		"... and then the process ends":         {unfinished: true, restart: true},
		"written later, while all letters wait": {held: true},
		"... and the process ends":              {held: true, restart: true},
	} {
		t.Run(name, func(t *testing.T) {
			b, l := moved(t, c.held)
			if (l.Bytes == nil) != c.held {
				t.Fatalf("the letter: %+v", l)
			}
			if c.unfinished {
				expect.NoError(t, b.Store.Unfinish(t.Context(), b.Clock.Add(-time.Second)))
				expect.True(t, outgoing(t, b, "Ben").Bytes != nil, "a letter queued later lost its bytes")
				expect.NoError(t, b.Store.Unfinish(t.Context(), b.Clock))
			}
			if c.restart {
				restart(t, b)
			}
			tick(t, b, 100*time.Hour)
			expect.Same(t, "not tried, but", outgoing(t, b, "Ben").State, store.Waiting)
			expect.NoError(t, b.Post())
			sent, _ := b.Latest("Ben")
			if at := b.Due(t)["deadline"]; !at.Equal(b.Clock.Add(72*time.Hour)) || !strings.Contains(sent.Subject, "until Mon 9 Mar 14:00") {
				t.Errorf("it is %s, Ben is due %s: %s", b.Clock, at, sent.Subject)
			}
			expect.Same(t, "late before the letter was tried", lateness(b), 0)
			expect.Same(t, "late before the letter was tried", b.Count("Ben", "overdue"), 0)
		})
	}
}

// TestKilledBeforeTheFirstAttempt: the next process cannot know whether the server has such a letter, so it
// sends it unchanged, and none replaces it.
func TestKilledBeforeTheFirstAttempt(t *testing.T) {
	b, l := moved(t, false)
	restart(t, b)
	if l := outgoing(t, b, "Ben"); l.State != store.Sending || l.Attempts != 1 {
		t.Errorf("perhaps tried, but: %+v", l)
	}
	expect.NoError(t, b.Handle("game.undo", admin.ChangeGame{Game: "winter", To: 1}, nil))
	stands, ok := expect.Get2(b.Store.Letter(t.Context(), l.ID))(t)
	expect.True(t, ok && bytes.Equal(stands.Bytes, l.Bytes), "there %v: %+v", ok, stands)
}

// TestTimesMoveBeforeTheFirstAttempt: at once after the move, before its letter goes out.
func TestTimesMoveBeforeTheFirstAttempt(t *testing.T) {
	b, l := moved(t, false)
	expect.NoError(t, b.Handle("game.extend", admin.ExtendGame{Game: "winter", Player: "Ben", By: "1d"}, nil))
	expect.NoError(t, b.Post())
	for _, sent := range b.Boxes[pbemtest.Address("Ben")] {
		expect.Lacks(t, "the time before", sent.Subject, "until Thu 5 Mar")
	}
	if sent, _ := b.Latest("Ben"); bytes.Equal(sent.Raw, l.Bytes) || !strings.Contains(sent.Subject, "until Fri 6 Mar 10:00") {
		t.Errorf("sent: %s", sent.Subject)
	}
}

// TestReplacedBeforeTheFirstAttempt: until then nobody has seen a letter, written or not: a later one replaces
// it, with its news.
func TestReplacedBeforeTheFirstAttempt(t *testing.T) {
	var texts []string
	for _, held := range []bool{true, false} {
		b, l := moved(t, held)
		expect.NoError(t, b.Handle("game.undo", admin.ChangeGame{Game: "winter", To: 1}, nil))
		if next := outgoing(t, b, "Ben"); next.ID == l.ID {
			t.Errorf("still there: %+v", next)
		}
		expect.NoError(t, b.Post())
		sent, _ := b.Latest("Ben")
		texts = append(texts, string(sent.Raw))
	}
	expect.Same(t, "the later letter", texts[0], texts[1])
}
