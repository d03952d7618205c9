package simulate

import (
	"context"
	"slices"
	"strings"
	"testing"

	"railpost/pbem/desk/journal"
	"railpost/store"
	"railpost/templates"
)

// fault is something that is done to the service to see whether the ledger finds it.
type fault string

const (
	lost    fault = "lost"    // a letter is never queued
	twice   fault = "doubled" // a letter is queued twice
	overdue fault = "overdue" // a late player's rule is never carried out
)

// TestFaultsAreFound: one letter is lost, one comes twice, one player is waited for too long; exactly these are
// found.
func TestFaultsAreFound(t *testing.T) {
	for _, kind := range []fault{lost, twice, overdue} {
		t.Run(string(kind), func(t *testing.T) {
			o := small()
			o.between = func(w *world, s store.Store) store.Store { return &faulty{s, w, kind, false} }
			r := run(t, o)
			want := map[fault]int{kind: 1}
			if r.Missing != want[lost] || r.Doubled != want[twice] || r.Overdue != want[overdue] {
				t.Errorf("found %d missing, %d doubled, %d overdue:\n%s", r.Missing, r.Doubled, r.Overdue, strings.Join(r.Findings, "\n"))
			}
		})
	}
}

// faulty is a store that does one fault, early on.
type faulty struct {
	store.Store
	world *world
	kind  fault
	done  bool
}

// Commit keeps commits, with the fault.
func (f *faulty) Commit(ctx context.Context, cs ...store.Commit) ([]error, error) {
	cs = slices.Clone(cs)
	for i := range cs {
		if !f.done && f.world.now().After(f.world.part(0.1)) {
			f.done = f.spoil(&cs[i])
		}
	}
	return f.Store.Commit(ctx, cs...)
}

// spoil applies the fault to a commit, if possible. The lost letter has no question: the service would notice
// that a question was never sent, and begin its time again.
func (f *faulty) spoil(c *store.Commit) bool {
	i := slices.IndexFunc(c.Letters, func(l store.Letter) bool {
		kind := templates.Kind(l.Kind)
		return kind == templates.Receipt || kind == templates.News || f.kind == twice && kind == templates.Turn
	})
	switch {
	case f.kind == overdue:
		return f.forget(c)
	case i < 0:
		return false
	case f.kind == lost:
		c.Letters = slices.Delete(slices.Clone(c.Letters), i, i+1)
	case f.kind == twice:
		again := c.Letters[i]
		again.Group = ""
		c.Letters = append(slices.Clone(c.Letters), again)
	}
	return true
}

// forget drops the due action for a player who does not answer, and makes them silent.
func (f *faulty) forget(c *store.Commit) bool {
	i := slices.IndexFunc(c.DuePut, func(d store.Due) bool { return d.Kind == journal.DueTimeOut })
	if i < 0 {
		return false
	}
	a := f.world.ledger.games[c.Game]
	a.seats[c.DuePut[i].Seat].person.hand(c.Game).silent = true
	c.DuePut = slices.Delete(slices.Clone(c.DuePut), i, i+1)
	return true
}
