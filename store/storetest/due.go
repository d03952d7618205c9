package storetest

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"railpost/store"
)

func row(hours int, game, kind string, seat int) store.Due {
	return store.Due{At: t0.Add(time.Duration(hours) * time.Hour), Game: game, Kind: kind, Seat: seat}
}

func rows(ds []store.Due) []string {
	out := []string{}
	for _, d := range ds {
		out = append(out, fmt.Sprintf("%g %s %s %d %s", d.At.Sub(t0).Hours(), d.Game, d.Kind, d.Seat, d.Data))
	}
	return out
}

func testDue(t *testing.T, a Adapter) {
	s := a.Open(t)
	before := func(hours, n int) []string {
		ds, err := s.DueBefore(ctx, row(hours, "", "", 0).At, n)
		NoError(t, err)
		return rows(ds)
	}
	of := func(game string) []string {
		ds, err := s.DueOf(ctx, game)
		NoError(t, err)
		return rows(ds)
	}
	changed := row(2, "winter", "reminder", 0)
	changed.Data = []byte("new")
	old := row(2, "winter", "reminder", 0)
	old.Data = []byte("old")
	kept(t, s, store.Commit{Game: "winter", DuePut: []store.Due{
		row(3, "winter", "deadline", 0), old, row(1, "winter", "reminder", -1), row(-500000, "", "cleanup", 0),
		row(2, "winter", "reminder", 1), row(2, "wint", "reminder", 0), changed,
	}})
	s = a.Reopen(t, s)
	same(t, "all", before(99, 0), []string{
		"-500000  cleanup 0 ", "1 winter reminder -1 ", "2 wint reminder 0 ", "2 winter reminder 0 new", "2 winter reminder 1 ", "3 winter deadline 0 "})
	same(t, "up to 2", before(2, 0), before(99, 5))
	same(t, "first", before(2, 1), []string{"-500000  cleanup 0 "})
	same(t, "of winter", of("winter"), []string{"1 winter reminder -1 ", "2 winter reminder 0 new", "2 winter reminder 1 ", "3 winter deadline 0 "})
	same(t, "of no game", of(""), []string{"-500000  cleanup 0 "})

	// An answer withdraws the seat's reminders and sets the next ones.
	kept(t, s, store.Commit{Game: "winter", Expect: 1,
		DueDrop: func(d store.Due) bool { return d.Kind == "reminder" },
		DuePut:  []store.Due{row(2, "winter", "reminder", 1)}})
	same(t, "of winter", of("winter"), []string{"2 winter reminder 1 ", "3 winter deadline 0 "})
	same(t, "of wint", of("wint"), []string{"2 wint reminder 0 "})

	// Done, with its next row in the same place.
	kept(t, s, store.Commit{DueDone: []store.Due{row(2, "wint", "reminder", 0), row(3, "winter", "deadline", 0)},
		DuePut: []store.Due{row(3, "winter", "deadline", 0), row(4, "wint", "reminder", 0)}})
	same(t, "all", before(99, 0), []string{"-500000  cleanup 0 ", "2 winter reminder 1 ", "3 winter deadline 0 ", "4 wint reminder 0 "})
}

// testDueOnce: several tickers find the same rows; each row is carried out once.
func testDueOnce(t *testing.T, a Adapter) {
	s := a.Open(t)
	const n = 20
	var put []store.Due
	for i := range n {
		put = append(put, row(i, "winter", "reminder", i))
	}
	kept(t, s, store.Commit{DuePut: put})
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			ds, err := s.DueBefore(ctx, end, 0)
			if err != nil {
				t.Error(err)
			}
			for _, d := range ds {
				errs, err := s.Commit(ctx, store.Commit{DueDone: []store.Due{d}, Letters: []store.Letter{letter(fmt.Sprint("reminder ", d.Seat))}})
				if err != nil || errs[0] != nil && !errors.Is(errs[0], store.ErrStale) {
					t.Error(errs, err)
				}
			}
		})
	}
	wg.Wait()
	s = a.Reopen(t, s)
	got := contents(t, s)
	same(t, "rows left", rows(got.Due), []string{})
	times := map[string]int{}
	for _, l := range got.Letters {
		times[l.Kind]++
	}
	for i := range n {
		if k := fmt.Sprint("reminder ", i); times[k] != 1 {
			t.Errorf("%s was written %d times", k, times[k])
		}
	}
}
