package journal_test

import (
	"context"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/store"
)

// readingHeads is a store that counts how often all games are read.
type readingHeads struct {
	store.Store
	n int
}

func (s *readingHeads) Heads(ctx context.Context, f func(store.Head) error) error {
	s.n++
	return s.Store.Heads(ctx, f)
}

// TestStatesAreReadOnce: games are counted by state, and each is read once for it.
func TestStatesAreReadOnce(t *testing.T) {
	b := pbemtest.Games(t, "autumn", "winter")
	spy := &readingHeads{Store: b.Store}
	must(t, b.Use(spy))
	opened := spy.n
	look := func(want map[string]int) {
		t.Helper()
		for range 3 {
			got := expect.Get(b.Office.States(context.Background()))(t)
			expect.Same(t, "games by state", got, want)
		}
	}
	look(map[string]int{"running": 2})
	must(t, b.Handle("game.pause", admin.ChangeGame{Game: "winter", Why: "holidays"}, nil))
	look(map[string]int{"running": 1, "paused": 1})
	must(t, b.Answer("Ana", mailtest.Gmail, "say hello"))
	must(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "spring", Players: pbemtest.FromAll("Ana", "Ben")}, nil))
	look(map[string]int{"running": 1, "paused": 1, "inviting": 1})
	must(t, b.Handle("game.end", admin.ChangeGame{Game: "winter", Why: "enough"}, nil))
	look(map[string]int{"running": 1, "closed": 1, "inviting": 1})
	expect.Same(t, "all games were read", spy.n-opened, 1)
}

// TestLateness: seats whose time is up are counted without reading the games again.
func TestLateness(t *testing.T) {
	b := pbemtest.Games(t, "autumn", "winter")
	spy := &readingHeads{Store: b.Store}
	must(t, b.Use(spy))
	must(t, b.Tick()) // the first reads them
	opened := spy.n
	look := func(seats int, longest time.Duration) {
		t.Helper()
		n, d := expect.Get2(b.Office.Lateness(t.Context()))(t)
		expect.Same(t, "n", n, seats)
		expect.Same(t, "d", d, longest)
	}
	look(0, 0)
	must(t, b.Pass(74*time.Hour))
	look(2, 2*time.Hour)
	must(t, b.Handle("game.pause", admin.ChangeGame{Game: "winter"}, nil))
	look(1, 2*time.Hour)
	must(t, b.Answer("Ana", mailtest.Gmail, "say hello"))
	must(t, b.Handle("game.end", admin.ChangeGame{Game: "autumn"}, nil))
	look(0, 0)
	expect.Same(t, "all games were read again", spy.n-opened, 0)
}
