package storetest

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/store"
)

const lease = time.Minute

// letter is a letter to seat 1 of winter.
func letter(kind, to string) store.Letter {
	return store.Letter{Game: "winter", Seat: 1, Kind: kind, To: to, NextTry: t0}
}

func row(hours int, game, kind string, seat int) store.Due {
	return store.Due{At: t0.Add(time.Duration(hours) * time.Hour), Game: game, Kind: kind, Seat: seat}
}

// testSentLetters: the newest letters to a seat are known, and all others, even if their Message-IDs were used
// before.
func testSentLetters(t *testing.T, a Adapter) {
	s := a.Open(t)
	hour := 0
	post := func(game string, seat int, id string) {
		t.Helper()
		hour++
		kept(t, s, store.Commit{Letters: []store.Letter{{Game: game, Seat: seat, NextTry: t0}}})
		ls := expect.Get(s.Claim(ctx, t0, lease, 1))(t)
		expect.NoError(t, s.Sent(ctx, store.Accepted{ID: ls[0].ID, MessageID: id, Code: "250", At: t0.Add(time.Duration(hour) * time.Hour)})[0])
	}
	known := func(ids ...string) (out []string) {
		for _, id := range ids {
			_, ok, err := s.SentLetter(ctx, id)
			if expect.NoError(t, err); ok {
				out = append(out, id)
			}
		}
		return out
	}
	var turns []string
	for i := range store.SentKept + 3 {
		turns = append(turns, fmt.Sprintf("<turn %02d>", (i*7)%50)) // in any order
		post("winter", 1, turns[i])
		post("winter", -1, fmt.Sprintf("<notice %d>", i))
	}
	post("winter", 2, "<other seat>")
	post("winter~1", 1, "<other game>")
	s = a.Reopen(t, s)
	same(t, "letters to a seat", known(turns...), turns[3:])
	same(t, "others", known("<notice 0>", "<other seat>", "<other game>"), []string{"<notice 0>", "<other seat>", "<other game>"})
	post("winter", 2, turns[9])
	contents(t, s) // which checks the store
	n := expect.Get(s.DropSentOf(ctx, "winter"))(t)
	same(t, "those of a game", n, store.SentKept+1)
	same(t, "what is left", known(append(turns, "<notice 0>", "<other game>")...), []string{"<notice 0>", "<other game>"})
	contents(t, s)
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
				errs, err := s.Commit(ctx, store.Commit{DueDone: []store.Due{d}, Letters: []store.Letter{letter(fmt.Sprint(d.Seat), "ana")}})
				if err != nil || errs[0] != nil && !errors.Is(errs[0], store.ErrStale) {
					t.Error(errs, err)
				}
			}
		})
	}
	wg.Wait()
	got := contents(t, a.Reopen(t, s))
	same(t, "rows left", len(got.Due), 0)
	times := map[string]int{}
	for _, l := range got.Letters {
		times[l.Kind]++
	}
	expect.Same(t, "letters", len(got.Letters), n)
	expect.Same(t, "times", len(times), n)
}
