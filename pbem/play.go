package pbem

import (
	"slices"

	"railpost/engine"
	"railpost/pbem/table"
	"railpost/templates"
)

// play works out a run of orders. false: the mail is refused as a whole, and
// h.f and h.kind say why.
func (h *handling) play(items []item, m engine.Mode) (bool, error) {
	if ok := h.mayPlay(items); !ok {
		return false, nil
	}
	lines := make([]string, len(items))
	for i, it := range items {
		lines[i] = it.line
	}
	out, err := h.c.next.Play(h.seat, lines, m)
	if err != nil {
		return false, &faultError{err}
	}
	h.f.Lines = append(h.f.Lines, h.verdicts(items, out, m)...)
	if m.Preview {
		h.kind = templates.Preview
		return !out.Refused, nil
	}
	if len(out.Records) == 0 {
		h.kind = templates.Refusal
		return false, nil
	}
	return true, h.take(out)
}

// mayPlay says whether orders are taken from this seat at all now.
func (h *handling) mayPlay(items []item) bool {
	t := h.c.table
	switch {
	case t.State != table.Running:
		h.tell(engine.Msg("pbem.not-running-" + string(t.State)))
		h.kind, h.f.Lines = templates.Refusal, unread(items)
		return false
	case h.stale():
		h.kind, h.f.Enclose, h.f.Lines = templates.Stale, true, unread(items)
		return false
	}
	return true
}

func unread(items []item) []templates.Line {
	var out []templates.Line
	for _, it := range items {
		out = append(out, templates.Line{N: it.n, Text: it.text, Unread: true})
	}
	return out
}

// stale: the mail answers a question that has been answered or has changed
// since its letter was written. The same question asked again in a later
// letter may be answered from the earlier one too.
func (h *handling) stale() bool {
	if h.then == nil || h.c.next == nil || h.c.next.Seq <= h.in.step {
		return false
	}
	if h.moved {
		return false // later lines of this very mail
	}
	w := h.c.table.WaitFor(h.seat)
	if w != nil {
		return w.Asked > h.in.step
	}
	return asked(h.then.Pos, h.seat) != asked(h.c.next.Pos, h.seat)
}

// verdicts are the engine's, as the letter tells them to the seat.
func (h *handling) verdicts(items []item, out *engine.Outcome, m engine.Mode) []templates.Line {
	var lines []templates.Line
	for i, v := range out.Verdicts {
		l := templates.Line{N: items[i].n, Text: items[i].text, Refusal: v.Refusal, Unread: v.Unread, Guess: v.Guess}
		if v.Result != nil {
			l.Line, l.Stopped = v.Result.Line, v.Result.Stopped
			l.Stands = slices.ContainsFunc(out.Records, func(r *engine.Record) bool { return r.Line == v.Result.Line })
			for _, r := range engine.For(h.seat, v.Result.Reports) {
				l.Reports = append(l.Reports, r.Message)
			}
		}
		lines = append(lines, l)
	}
	return lines
}

// take makes what was played part of the change.
func (h *handling) take(out *engine.Outcome) error {
	before := h.c.seq()
	h.c.add(out.Game, out.Records...)
	for _, r := range out.Records {
		r.Group = h.in.key[:min(len(h.in.key), 16)]
	}
	reveal := slices.ContainsFunc(out.Records, func(r *engine.Record) bool { return r.Reveal })
	h.c.played(h.seat, table.Group{Seat: h.seat, Before: before, Last: h.c.seq(), Reveal: reveal})
	h.moved = true
	fresh, err := h.c.rewait(h.seat)
	h.fresh = fresh
	return err
}

// played remembers a group for undo. Once another seat has acted, or something
// was shown, what lies before cannot be taken back freely.
func (c *change) played(s engine.Seat, g table.Group) {
	keep := len(c.table.LastGroups) > 0 && c.table.LastGroups[0].Seat == s && !g.Reveal
	if !keep {
		c.table.LastGroups = nil
	}
	c.table.LastGroups = append(c.table.LastGroups, g)
	c.table.Players[s].Moved = g.Last
}

// canUndo: the seat's last mail can be taken back as long as nobody else acted
// and nothing hidden was shown.
func (h *handling) canUndo() bool {
	groups := h.c.table.LastGroups
	if len(groups) == 0 || h.c.table.State != table.Running {
		return false
	}
	last := groups[len(groups)-1]
	return last.Seat == h.seat && !last.Reveal
}

// undo takes back the seat's last mail.
func (h *handling) undo() (bool, error) {
	groups := h.c.table.LastGroups
	switch {
	case len(groups) == 0:
		return h.refuse("pbem.undo-nothing")
	case groups[len(groups)-1].Seat != h.seat:
		return h.refuse("pbem.undo-others", engine.Player("seat", groups[len(groups)-1].Seat))
	case groups[len(groups)-1].Reveal:
		return h.refuse("pbem.undo-reveal")
	case h.c.table.State != table.Running:
		return h.refuse("pbem.not-running-" + string(h.c.table.State))
	}
	last := groups[len(groups)-1]
	then, err := h.office.at(h.ctx, h.in.game, last.Before)
	if err != nil {
		return false, err
	}
	next := h.c.next.Clone()
	record := next.UndoTo(then, h.seat)
	h.c.add(next, record)
	h.c.table.LastGroups = groups[:len(groups)-1]
	h.c.table.Players[h.seat].Moved = last.Before
	h.moved = true
	h.tell(engine.Msg("pbem.undone", engine.Int("n", int(last.Last-last.Before))))
	h.fresh, err = h.c.rewait(h.seat)
	return true, err
}

// refuse tells why a command cannot be carried out; the mail is refused.
func (h *handling) refuse(key string, args ...engine.Arg) (bool, error) {
	h.tell(engine.Msg(key, args...))
	h.kind = templates.Refusal
	return false, nil
}
