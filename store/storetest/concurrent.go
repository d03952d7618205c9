package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/store"
)

// testConcurrent: writers race for a few games while readers look. The acknowledged commits, in the order of
// revisions, must give the model's contents; refused ones must leave no trace.
func testConcurrent(t *testing.T, a Adapter) {
	for _, size := range []struct{ writers, games, rounds int }{{2, 1, 40}, {8, 3, 25}, {16, 16, 15}} {
		t.Run(fmt.Sprintf("%d writers %d games", size.writers, size.games), func(t *testing.T) {
			s := a.Open(t)
			stop := make(chan struct{})
			readers := watch(t, s, stop)
			var (
				mu   sync.Mutex
				won  = map[string]map[uint64]store.Commit{}
				wg   sync.WaitGroup
				note = func(c store.Commit) {
					mu.Lock()
					defer mu.Unlock()
					if won[c.Game] == nil {
						won[c.Game] = map[uint64]store.Commit{}
					}
					if _, twice := won[c.Game][c.Expect]; twice {
						t.Errorf("%s: two commits on revision %d were kept", c.Game, c.Expect)
					}
					won[c.Game][c.Expect] = c
				}
			)
			for w := range size.writers {
				wg.Go(func() {
					rnd := rand.New(rand.NewPCG(uint64(w), 1))
					for round := range size.rounds {
						play(t, s, rnd, fmt.Sprintf("game%d", rnd.IntN(size.games)), fmt.Sprintf("w%d.%d", w, round), note)
					}
				})
			}
			wg.Wait()
			close(stop)
			readers.Wait()

			m := newModel()
			for _, commits := range won {
				for rev := range uint64(len(commits)) {
					expect.NoError(t, m.commit(commits[rev]), fmt.Sprintf("revision %d was kept, but the model says", rev))
				}
			}
			compareGames(t, contents(t, a.Reopen(t, s)), m.contents())
		})
	}
}

// play reads a game and commits a move based on it, sometimes with a mail that another writer may have, too.
func play(t *testing.T, s store.Store, rnd *rand.Rand, game, name string, won func(store.Commit)) {
	h, err := s.Head(ctx, game)
	if err != nil && !errors.Is(err, store.ErrNoGame) {
		t.Error(err)
		return
	}
	c := move(game, h.Rev, name)
	if rnd.IntN(3) == 0 {
		c.Mail.Key = fmt.Sprint(game, " common ", rnd.IntN(10))
	}
	c.DueDrop = func(d store.Due) bool { return d.At.Sub(t0) < time.Duration(h.Rev)*time.Hour }
	if rnd.IntN(3) == 0 {
		c.Snapshot = []byte(name)
	}
	errs, err := s.Commit(ctx, c)
	switch {
	case err != nil:
		t.Error(err)
	case errs[0] == nil:
		won(c)
	case !errors.Is(errs[0], store.ErrStale) && !errors.Is(errs[0], store.ErrSeen) && !errors.Is(errs[0], store.ErrExists):
		t.Error(errs[0])
	}
}

// watch reads games until stop is closed: each cut must be whole.
func watch(t *testing.T, s store.Store, stop <-chan struct{}) *sync.WaitGroup {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				err := s.Heads(ctx, func(h store.Head) error {
					log, err := s.Load(ctx, h.Game, 0, true)
					if err == nil && (log.Seq != 2*log.Rev || string(log.Doc) != fmt.Sprint("document ", log.Rev)) {
						t.Errorf("%s: a torn cut: revision %d, %d records, %q", h.Game, log.Rev, log.Seq, log.Doc)
					}
					return err
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	return &wg
}

// compareGames compares everything that does not depend on the order between games.
func compareGames(t *testing.T, got, want everything) {
	t.Helper()
	same(t, "logs", got.Logs, want.Logs)
	same(t, "due", got.Due, want.Due)
	same(t, "values", got.Values, want.Values)
	same(t, "mails", byKey(got.Mails), byKey(want.Mails))
	same(t, "letters", byGame(got.Letters), byGame(want.Letters))
}

func byKey(mails []store.RawMail) map[string]store.RawMail {
	out := map[string]store.RawMail{}
	for _, m := range mails {
		out[m.Key] = m
	}
	return out
}

func byGame(letters []store.Letter) map[string][]string {
	out := map[string][]string{}
	for _, l := range letters {
		out[l.Game] = append(out[l.Game], fmt.Sprintf("%s %d %s", l.Kind, l.Seq, l.State))
	}
	return out
}

// testSenders: several senders empty the outbox while writers fill it; no
// letter is held twice at a time and none is lost.
func testSenders(t *testing.T, a Adapter) {
	s := a.Open(t)
	const letters, senders = 60, 4
	var (
		mu     sync.Mutex
		taken  = map[uint64]int{}
		onWay  = map[string]bool{}
		sent   int
		wg     sync.WaitGroup
		handle = func(l store.Letter) {
			mu.Lock()
			taken[l.ID]++
			expect.True(t, !onWay[l.To], "two letters to %s are on their way at once", l.To)
			onWay[l.To] = true
			mu.Unlock()
			err := errors.Join(s.MarkSending(ctx, store.Finished{ID: l.ID, Bytes: []byte(l.Kind)})...)
			mu.Lock() // before Sent, which frees the next one
			onWay[l.To] = false
			mu.Unlock()
			if err = errors.Join(err, errors.Join(s.Sent(ctx, store.Accepted{ID: l.ID, MessageID: fmt.Sprintf("<%d@x>", l.ID), Code: "250", At: t0})...)); err != nil {
				t.Error(err)
			}
			mu.Lock()
			sent++
			mu.Unlock()
		}
	)
	wg.Go(func() {
		for i := range letters {
			kept(t, s, store.Commit{Letters: []store.Letter{letter(fmt.Sprint("letter ", i), fmt.Sprint("seat", i%7))}})
		}
	})
	for range senders {
		wg.Go(func() {
			for {
				mu.Lock()
				done := sent == letters
				mu.Unlock()
				if done || t.Failed() {
					return
				}
				ls, err := s.Claim(ctx, t0, lease, 3)
				if err != nil {
					t.Error(err)
				}
				for _, l := range ls {
					handle(l)
				}
			}
		})
	}
	wg.Wait()
	for id, n := range taken {
		expect.Same(t, id, n, 1)
	}
	same(t, "left", len(contents(t, s).Letters), 0)
}
