package simulate

import (
	"context"
	"slices"

	"railpost/pbem/journal"
	"railpost/store"
	"railpost/templates"
)

// Fault is something that is done to the service to see whether the ledger finds it.
type Fault string

const (
	None    Fault = ""
	Lost    Fault = "lost"    // a letter is never queued
	Twice   Fault = "doubled" // a letter is queued twice
	Overdue Fault = "overdue" // what a table has agreed on for a late player never happens
)

// Faults lists the faults.
func Faults() []Fault { return []Fault{Lost, Twice, Overdue} }

func (f Fault) known() bool { return f == None || slices.Contains(Faults(), f) }

// faulty is a store that does one fault, early on.
type faulty struct {
	store.Store
	world *world
	kind  Fault
	done  bool
}

// under puts the fault between the service and its file.
func (f *faulty) under(s store.Store) store.Store {
	if f.kind == None {
		return s
	}
	f.Store = s
	return f
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

// spoil does the fault to a commit, if it can. The letter that is lost asks nothing: the
// service would notice that a question was never sent, and begin its time anew.
func (f *faulty) spoil(c *store.Commit) bool {
	i := slices.IndexFunc(c.Letters, func(l store.Letter) bool {
		kind := templates.Kind(l.Kind)
		return kind == templates.Receipt || kind == templates.News || f.kind == Twice && kind == templates.Turn
	})
	switch {
	case f.kind == Overdue:
		return f.forget(c)
	case i < 0:
		return false
	case f.kind == Lost:
		c.Letters = slices.Delete(slices.Clone(c.Letters), i, i+1)
	case f.kind == Twice:
		again := c.Letters[i]
		again.Group = ""
		c.Letters = append(slices.Clone(c.Letters), again)
	}
	return true
}

// forget drops what would happen to a player who does not answer, and lets them be silent.
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
