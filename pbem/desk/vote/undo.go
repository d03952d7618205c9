package vote

import (
	"context"
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/plans"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// MustAskUndo reports whether the seat's last mail can be taken back with the others' consent: a robot has
// moved, and nothing hidden was shown.
func MustAskUndo(c *journal.Change, s engine.Seat) bool {
	t, groups := c.Table, c.Table.LastGroups
	return t.State == table.Running && !t.Players[s].Resigned && len(groups) > 0 && groups[len(groups)-1].Seat != s &&
		!slices.ContainsFunc(c.Records, func(r *engine.Record) bool { return r.Reveal && !r.Hidden })
}

var _ = deed.Bind("undo", undo)

// undo takes back the mail so far, or else the seat's last mail. Once somebody else has acted, it asks the others.
func undo(ctx context.Context, d *deed.Deed, _ string) bool {
	if !d.Change.Table.FreeUndo(d.Seat) {
		return askUndo(ctx, d)
	}
	c, groups := d.Change, d.Change.Table.LastGroups
	last := groups[len(groups)-1]
	c.UndoTo(ctx, last.Before, d.Seat)
	plans.Reopen(c, last.Before, d.Seat)
	undone := key.Undone
	if d.Grouped {
		undone = key.UndoneHere
		takenBack(d)
	}
	c.Table.LastGroups, d.Grouped = groups[:len(groups)-1], false
	d.Self().Moved = last.Before
	d.Moved, d.Undone, c.Again = true, true, last.Was
	step := func(seq uint64) int { return int(c.Table.HiddenRecords.Step(seq, engine.Nobody)) }
	d.Tell(engine.Msg(undone, engine.Int("n", step(last.Last)-step(last.Before))))
	return true
}

// askUndo asks the others whether to take back the seat's last mail, and everything after it. That is
// impossible if something hidden was shown.
func askUndo(ctx context.Context, d *deed.Deed) bool {
	waitlist.TakeBack(ctx, d.Change, d.Seat)
	m := d.Change.LastMove(ctx, d.Seat)
	step := func(seq uint64) engine.Arg {
		return engine.Int("step", int(d.Change.Table.HiddenRecords.Step(seq, engine.Nobody)))
	}
	switch {
	case d.Change.Err != nil:
		return false
	case m.Before == 0:
		return d.Refuse(key.UndoNothing)
	case m.Reveal > 0:
		return d.Refuse(key.UndoReveal, step(m.Reveal))
	case d.Below:
		return d.Refuse(key.UndoAlone)
	}
	return put(ctx, d, table.Proposal{To: table.ToUndo, Back: m.Before}, step(m.Before))
}

// takenBack marks the lines of this mail that its own undo has taken back; standing
// answers stay.
func takenBack(d *deed.Deed) {
	for i := range d.Reply.Lines {
		l := &d.Reply.Lines[i]
		stays := func(r *engine.Record) bool { return r.Hidden && r.Line == l.Line }
		if l.State == engine.Played && !slices.ContainsFunc(d.Change.Records, stays) {
			l.State, l.Dropped = engine.Dropped, engine.Msg(key.LineUndone)
		}
	}
}
