package simulate

import (
	"testing"
	"time"

	"railpost/store"
	"railpost/store/mem"
)

// TestNextLookIsLater: the service looks at the clock once a minute, even at what an undo has made
// due at an instant that is over; the ledger expects its letters a minute after the undo.
func TestNextLookIsLater(t *testing.T) {
	for _, c := range []struct{ now, due, next time.Duration }{
		{now: 57 * time.Minute, due: 46 * time.Minute, next: 58 * time.Minute},
		{now: 57 * time.Minute, due: 57*time.Minute - time.Second, next: 58 * time.Minute},
		{now: 57 * time.Minute, due: 57 * time.Minute, next: 58 * time.Minute},
		{now: 31 * time.Minute, due: 46 * time.Minute, next: 47 * time.Minute},
		{now: 31*time.Minute + 20*time.Second, due: 31 * time.Minute, next: 32 * time.Minute},
		{now: 31 * time.Minute, due: 2 * time.Hour, next: time.Hour}, // the look of every half hour
	} {
		db := mem.New()
		w := &world{service: &service{ctx: t.Context(), store: db, clock: begin.Add(c.now)}, looked: begin.Add(c.now)}
		if _, err := db.Commit(t.Context(), store.Commit{DuePut: []store.Due{{At: begin.Add(c.due), Kind: "deadline"}}}); err != nil {
			t.Fatal(err)
		}
		got, err := w.next()
		if want := begin.Add(c.next); err != nil || !got.Equal(want) {
			t.Errorf("at %s, due %s: next %s, %v; want %s", c.now, c.due, got.Sub(begin), err, c.next)
		}
	}
}
