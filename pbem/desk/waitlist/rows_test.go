package waitlist_test

import (
	"bytes"
	"context"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/table"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/store"
	"railpost/store/bolt"
)

// TestWaitingRows: the data of a person on the waiting list is one row of the store; the commit that gives them
// a seat also takes them off the list, or nothing has happened.
func TestWaitingRows(t *testing.T) {
	stores := map[string]func(t *testing.T, b *pbemtest.Service) store.Store{
		"mem": func(_ *testing.T, b *pbemtest.Service) store.Store { return b.Store },
		"bolt": func(t *testing.T, _ *pbemtest.Service) store.Store {
			db := expect.Get(bolt.Open(filepath.Join(t.TempDir(), "s.db"), bolt.Options{}))(t)
			t.Cleanup(func() { expect.NoError(t, db.Close()) })
			return db
		},
	}
	for name, open := range stores {
		t.Run(name, func(t *testing.T) {
			b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
			s := &pbemtest.Commits{Store: open(t, b)}
			expect.NoError(t, b.Use(s))
			expect.NoError(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "winter", StartNow: true, Players: pbemtest.FromAll("Ana", "Ben")}, nil))
			for _, person := range []string{"Eva", "Zoe"} {
				expect.NoError(t, b.Handle("waiting.add", admin.AddWaiting{Person: pbemtest.From(person)}, nil))
				expect.NoError(t, b.Post())
				expect.NoError(t, b.Answer(person, mailtest.Gmail, "accept"))
			}
			expect.NoError(t, b.Handle("player.offer", admin.OfferSeat{Game: "winter", Player: "Ben"}, nil))
			expect.NoError(t, b.Post())
			expect.NoError(t, b.Reopen())
			eva, zoe := table.NewcomerKey("eva@example.org"), table.NewcomerKey("zoe@example.org")
			expect.Must(t, "rows", waitingKeys(t, s), []string{eva, zoe})

			// The write fails: nothing has happened, and the mail stays in the mailbox.
			s.Refuse = context.DeadlineExceeded
			if err := b.Answer("Eva", mailtest.Gmail, "accept"); err == nil {
				t.Fatal("the mail was handled without a store")
			}
			s.Refuse = nil
			expect.Must(t, "rows after a failed write", waitingKeys(t, s), []string{eva, zoe})
			expect.NoError(t, b.Reopen())
			before := len(s.Noted)
			expect.NoError(t, b.Deliver(b.Sent))
			with := s.WithMail(before)
			if len(with) != 1 || len(with[0].Append) == 0 || len(with[0].Letters) < 3 {
				t.Fatalf("the mail is in %d commits: %+v", len(with), with)
			}
			if v, ok := with[0].Put[eva]; !ok || len(v) > 0 {
				t.Errorf("the commit that gives Eva the seat does not take her off the list")
			}
			expect.Same(t, "rows at the end", waitingKeys(t, s), []string{zoe})
			expect.NoError(t, b.Deliver(b.Sent)) // again
			var rows []admin.Waiting
			expect.NoError(t, b.Handle("waiting.list", admin.None{}, &rows))
			if len(rows) != 1 || rows[0].Name != "Zoe" || len(rows[0].Offers) != 1 || rows[0].Offers[0].Open {
				t.Errorf("list %+v", rows)
			}
		})
	}
}

func waitingKeys(t *testing.T, s store.Store) []string {
	t.Helper()
	return slices.Sorted(maps.Keys(expect.Get(s.Values(t.Context(), table.NewcomerPrefix))(t)))
}

// TestSeedOutlivesPlayers: a contribution to the seed counts for a player from the waiting list, too, and stays
// when another player takes the seat later.
func TestSeedOutlivesPlayers(t *testing.T) {
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	expect.NoError(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "winter", Players: pbemtest.FromAll("Ana", "Ben")}, nil))
	expect.NoError(t, b.Handle("waiting.add", admin.AddWaiting{Person: pbemtest.From("Eva")}, nil))
	expect.NoError(t, b.Post())
	expect.NoError(t, b.Answer("Eva", mailtest.Gmail, "accept"))
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "accept"))
	expect.NoError(t, b.Answer("Ben", mailtest.Gmail, "decline"))
	expect.NoError(t, b.Answer("Eva", mailtest.Gmail, "accept seven blue herons"))
	expect.NoError(t, b.Handle("player.replace", admin.ReplacePlayer{Game: "winter", Player: "Ana", Name: "Zoe", Address: "zoe@example.org"}, nil))
	expect.NoError(t, b.Post())
	expect.NoError(t, b.Answer("Zoe", mailtest.Gmail, "accept"))
	h := expect.Get(b.Store.Head(context.Background(), "winter"))(t)
	w := expect.Get(table.Read(h.Doc))(t)
	added := w.Added()
	if len(added) != 2 || added[1] != engine.Seed("seven blue herons").Commitment() {
		t.Fatalf("added: %q", added)
	}
	if !slices.Equal(w.Names(), []string{"Zoe", "Eva"}) || !bytes.Equal(engine.Mixed(w.Service, added), w.Seed) {
		t.Errorf("%q do not lead to the seed of %q", added, w.Names())
	}
}
