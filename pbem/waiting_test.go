package pbem_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"railpost/pbem/admin"
	"railpost/pbem/mailtest"
	"railpost/pbem/pbemtest"
	"railpost/pbem/table"
	"railpost/store"
	"railpost/store/bolt"
)

// commits is a store that remembers what was committed, and can refuse it.
type commits struct {
	store.Store
	seen []store.Commit
	fail error
}

func (s *commits) Commit(ctx context.Context, cs ...store.Commit) ([]error, error) {
	if s.fail != nil {
		return nil, s.fail
	}
	s.seen = append(s.seen, cs...)
	return s.Store.Commit(ctx, cs...)
}

// TestWaitingRows: what is known of somebody on the waiting list stands in one row of the
// store; whoever takes a seat is off the list with the same commit that gives it to them, or
// nothing has happened.
func TestWaitingRows(t *testing.T) {
	stores := map[string]func(t *testing.T, b *pbemtest.Service) store.Store{
		"mem": func(_ *testing.T, b *pbemtest.Service) store.Store { return b.Store },
		"bolt": func(t *testing.T, _ *pbemtest.Service) store.Store {
			db, err := bolt.Open(filepath.Join(t.TempDir(), "s.db"), bolt.Options{})
			must(t, err)
			t.Cleanup(func() { must(t, db.Close()) })
			return db
		},
	}
	for name, open := range stores {
		t.Run(name, func(t *testing.T) {
			b, err := pbemtest.New(find, nil)
			must(t, err)
			s := &commits{Store: open(t, b)}
			must(t, b.Use(s))
			must(t, b.Handle("game.create", admin.CreateGame{Title: "toy", Game: "winter", StartNow: true, Players: []string{pbemtest.From("Ana"), pbemtest.From("Ben")}}, nil))
			for _, person := range []string{"Eva", "Zoe"} {
				must(t, b.Handle("waiting.add", admin.AddWaiting{Person: pbemtest.From(person)}, nil))
				must(t, b.Post())
				must(t, b.Answer(person, mailtest.Gmail, "accept"))
			}
			must(t, b.Handle("player.offer", admin.OfferSeat{Game: "winter", Player: "Ben"}, nil))
			must(t, b.Post())
			must(t, b.Reopen())
			eva, zoe := table.NewcomerKey("eva@example.org"), table.NewcomerKey("zoe@example.org")
			if got := waitingKeys(t, s); !slices.Equal(got, []string{eva, zoe}) {
				t.Fatalf("rows %q", got)
			}

			// The write fails: nothing has happened, and the mail stays where it was.
			s.fail = context.DeadlineExceeded
			if err := b.Answer("Eva", mailtest.Gmail, "accept"); err == nil {
				t.Fatal("the mail was handled without a store")
			}
			s.fail = nil
			if got := waitingKeys(t, s); !slices.Equal(got, []string{eva, zoe}) {
				t.Fatalf("rows after a failed write %q", got)
			}
			must(t, b.Reopen())
			before := len(s.seen)
			must(t, b.Deliver(b.Sent))
			var with []store.Commit
			for _, c := range s.seen[before:] {
				if c.Mail != nil {
					with = append(with, c)
				}
			}
			if len(with) != 1 || len(with[0].Append) == 0 || len(with[0].Letters) < 3 {
				t.Fatalf("the mail is in %d commits: %+v", len(with), with)
			}
			if v, ok := with[0].Put[eva]; !ok || len(v) > 0 {
				t.Errorf("the commit that gives Eva the seat does not take her off the list")
			}
			if got := waitingKeys(t, s); !slices.Equal(got, []string{zoe}) {
				t.Errorf("rows at the end %q", got)
			}
			must(t, b.Deliver(b.Sent)) // once more
			var rows []admin.Waiting
			must(t, b.Handle("waiting.list", admin.None{}, &rows))
			if len(rows) != 1 || rows[0].Name != "Zoe" || len(rows[0].Offers) != 1 || rows[0].Offers[0].Open {
				t.Errorf("list %+v", rows)
			}
		})
	}
}

func waitingKeys(t *testing.T, s store.Store) (keys []string) {
	t.Helper()
	values, err := s.Values(context.Background(), table.NewcomerPrefix)
	must(t, err)
	for k := range values {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
