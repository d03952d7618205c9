package games

import (
	"context"
	"errors"
	"slices"

	"railpost/engine"
	"railpost/pbem/facts/table"
	"railpost/store"
)

// current returns a game in memory as the store has it; nil if it must be read from its beginning.
// Whether others have changed it is looked up once for each decision: what changes meanwhile is found
// when that is committed.
func (l *Library) current(ctx context.Context, g *Game) (*Game, error) {
	if l.shared == nil || !store.BasisOf(ctx).First("game "+g.Name) {
		return g, nil
	}
	rev, err := l.shared.Rev(ctx, g.Name)
	switch {
	case err == nil && rev == g.Head.Rev:
		return g, nil
	case err != nil && !errors.Is(err, store.ErrNoGame):
		return nil, err
	}
	l.Forget(g.Name)
	if err != nil {
		return nil, nil
	}
	if g, err = l.follow(ctx, g); g != nil && err == nil {
		l.cache.Put(g.Name, g)
	}
	return g, err
}

// follow returns a game in memory plus the records that others have added; nil if its log is now shorter, or
// does not continue the game.
func (l *Library) follow(ctx context.Context, was *Game) (*Game, error) {
	if was.Now == nil {
		return nil, nil
	}
	head, err := l.store.Head(ctx, was.Name)
	if err != nil || head.Seq < was.Head.Seq {
		return nil, ignoring(err, store.ErrNoGame)
	}
	t, err := table.Read(head.Doc)
	if err != nil {
		return nil, broken(was.Name, err)
	}
	g := &Game{Name: was.Name, Head: head, Table: t, Now: was.Now, Snapshot: was.Snapshot, past: was.past}
	if head.Seq == was.Head.Seq {
		return g, nil
	}
	stored, err := l.store.Records(ctx, was.Name, was.Head.Seq+1, head.Seq)
	if err != nil {
		return nil, ignoring(err, store.ErrNoGame)
	}
	if len(stored) == 0 || stored[0].Hash != store.Chain(was.Head.Last, stored[0].Payload) || stored[len(stored)-1].Hash != head.Last {
		return nil, nil
	}
	records, err := readRecords(stored)
	if err != nil {
		return nil, broken(was.Name, err)
	}
	next := was.Now.Clone()
	if engine.ReplayOn(next, records) != nil || next.Seq != head.Seq {
		return nil, nil // reading the whole log gives the reason
	}
	g.Now, g.past = next, append(slices.Clip(was.past), was.Now)
	g.past = g.past[max(0, len(g.past)-pastKept):]
	return g, nil
}

func ignoring(err, one error) error {
	if errors.Is(err, one) {
		return nil
	}
	return err
}
