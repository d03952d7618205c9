package orders

import (
	"slices"

	"railpost/engine"
	"railpost/pbem/fault"
	"railpost/pbem/key"
	"railpost/pbem/table"
)

// canUndo reports whether the seat's last mail can be taken back: nobody else has acted
// and nothing hidden was shown.
func (h *handling) canUndo() bool {
	return h.whyNoUndo().Empty()
}

func (h *handling) whyNoUndo() engine.Message {
	groups := h.c.Table.LastGroups
	switch last := len(groups) - 1; {
	case h.c.Table.State != table.Running:
		return engine.Msg(key.NotRunningOf + string(h.c.Table.State))
	case last < 0:
		return engine.Msg(key.UndoNothing)
	case groups[last].Seat != h.seat:
		return engine.Msg(key.UndoOthers, engine.Player("seat", groups[last].Seat))
	case groups[last].Reveal:
		return engine.Msg(key.UndoReveal)
	}
	return engine.Message{}
}

// undo takes back what this mail has done so far, else the seat's last mail.
func (h *handling) undo(string) bool {
	if why := h.whyNoUndo(); !why.Empty() {
		return h.refuse(why.Key, why.Args...)
	}
	groups := h.c.Table.LastGroups
	last := groups[len(groups)-1]
	then, err := h.c.Position(last.Before)
	if err != nil {
		h.c.Fail(err)
		return false
	}
	asides := h.asidesSince(last.Before)
	next := h.c.Next.Clone()
	record := next.UndoTo(then, h.seat)
	h.c.Add(next, record)
	h.repeat(asides)
	h.undoPlans(last)
	undone := key.Undone
	if h.grouped {
		undone = key.UndoneHere
		h.takenBack()
	}
	h.c.Table.LastGroups, h.grouped = groups[:len(groups)-1], false
	h.c.Table.Players[h.seat].Moved = last.Before
	h.moved, h.was, h.c.Again = true, last.Was, last.Was
	h.mode.After, h.last = engine.Answered{}, played{}
	h.tell(engine.Msg(undone, engine.Int("n", int(h.c.Table.Step(last.Last, engine.Nobody)-h.c.Table.Step(last.Before, engine.Nobody)))))
	return true
}

// takenBack marks the lines of this mail that its own undo has taken back; standing
// answers stay.
func (h *handling) takenBack() {
	for i := range h.f.Lines {
		l := &h.f.Lines[i]
		if l.State == engine.Played && !slices.ContainsFunc(h.c.Records, func(r *engine.Record) bool { return r.Aside && r.Line == l.Line }) {
			l.State, l.Dropped = engine.Dropped, engine.Msg(key.LineUndone)
		}
	}
}

// asidesSince lists the standing answers given after a record: an undo does not take
// them back.
func (h *handling) asidesSince(seq uint64) []*engine.Record {
	records, err := h.handler.Games.Records(h.ctx, h.in.Game.Name, seq, h.in.Game.Head.Seq)
	h.c.Fail(err)
	return slices.DeleteFunc(records, func(r *engine.Record) bool { return !r.Aside })
}

// repeat gives standing answers again. One that is not legal in the earlier position
// lapses, and so does one that would be an open move there: an undo must not play what
// was said in secret.
func (h *handling) repeat(asides []*engine.Record) {
	for _, r := range asides {
		next := h.c.Next.Clone()
		result, err := next.Try(r.Seat, r.Line, false)
		if _, refused := engine.AsRefusal(err); refused {
			continue
		}
		if err != nil {
			h.c.Fail(&fault.Error{Err: err})
			return
		}
		if again := next.Take(r.Seat, result); again.Aside {
			h.c.Add(next, again)
		}
	}
}
