package orders

import (
	"context"
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/plans"
	"railpost/pbem/desk/turn"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// mustAskUndo reports whether the seat's last mail can be taken back with the others' consent: a robot has
// moved, and nothing hidden was shown.
func (w *work) mustAskUndo() bool {
	groups := w.c.Table.LastGroups
	return w.c.Table.State == table.Running && !w.self().Resigned && len(groups) > 0 && groups[len(groups)-1].Seat != w.seat &&
		!slices.ContainsFunc(w.c.Records, func(r *engine.Record) bool { return r.Reveal && !r.Hidden })
}

var _ = deeds.Bind("undo", undo)

// undo takes back the mail so far, or else the seat's last mail. Once somebody else has acted, it asks the others.
func undo(ctx context.Context, h *deed, _ string) bool {
	if !h.c.Table.FreeUndo(h.seat) {
		return askUndo(ctx, h)
	}
	groups := h.c.Table.LastGroups
	last := groups[len(groups)-1]
	h.c.UndoTo(ctx, last.Before, h.seat)
	plans.Reopen(h.c, last.Before, h.seat)
	undone := key.Undone
	if h.grouped {
		undone = key.UndoneHere
		takenBack(h)
	}
	h.c.Table.LastGroups, h.grouped = groups[:len(groups)-1], false
	h.c.Table.Players[h.seat].Moved = last.Before
	h.moved, h.was, h.c.Again = true, last.Was, last.Was
	h.last, h.undone = played{}, true
	h.tell(engine.Msg(undone, engine.Int("n", int(h.c.Table.HiddenRecords.Step(last.Last, engine.Nobody)-h.c.Table.HiddenRecords.Step(last.Before, engine.Nobody)))))
	return true
}

// askUndo asks the others whether to take back the seat's last mail, and everything after it. That is
// impossible if something hidden was shown.
func askUndo(ctx context.Context, h *deed) bool {
	turn.TakeBack(ctx, h.c, h.seat)
	m := h.c.LastMove(ctx, h.seat)
	step := func(seq uint64) engine.Arg {
		return engine.Int("step", int(h.c.Table.HiddenRecords.Step(seq, engine.Nobody)))
	}
	switch {
	case h.c.Err != nil:
		return false
	case m.Before == 0:
		return h.refuse(key.UndoNothing)
	case m.Reveal > 0:
		return h.refuse(key.UndoReveal, step(m.Reveal))
	case h.orders:
		return h.refuse(key.UndoAlone)
	}
	return put(ctx, h, table.Proposal{To: table.ToUndo, Back: m.Before, Says: engine.Msg(key.ProposedOf+string(table.ToUndo), step(m.Before))})
}

// takenBack marks the lines of this mail that its own undo has taken back; standing
// answers stay.
func takenBack(h *deed) {
	for i := range h.f.Lines {
		l := &h.f.Lines[i]
		if l.State == engine.Played && !slices.ContainsFunc(h.c.Records, func(r *engine.Record) bool { return r.Hidden && r.Line == l.Line }) {
			l.State, l.Dropped = engine.Dropped, engine.Msg(key.LineUndone)
		}
	}
}
