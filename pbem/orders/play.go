package orders

import (
	"slices"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/fault"
	"railpost/pbem/journal"
	"railpost/pbem/letters"
	"railpost/pbem/table"
	"railpost/templates"
)

// play works out a run of orders. false: nothing more of the mail is done, and
// h.f and h.kind say why.
func (h *handling) play(items []item) (bool, error) {
	if may, err := h.mayPlay(items); !may {
		return false, err
	}
	lines := make([]string, len(items))
	for i, it := range items {
		lines[i] = it.line
	}
	out, err := advise.Play(h.c.Next, h.seat, lines, h.mode)
	if err != nil {
		return false, &fault.Error{Err: err}
	}
	h.mode.After = out.Answered
	verdicts := h.verdicts(items, out)
	h.whyNotAsked(verdicts, out)
	if out.Refused && len(out.Records) == 0 {
		h.inOrder(items, verdicts)
	}
	h.f.Lines = append(h.f.Lines, verdicts...)
	h.partialHint(verdicts)
	if h.mode.Preview {
		h.kind = templates.Preview
		return true, h.foresee(out)
	}
	h.take(out)
	if out.Refused && !(h.mode.Partial && len(out.Records) > 0) {
		h.kind = templates.Refusal
		return false, nil
	}
	return true, nil
}

// mayPlay says whether orders are taken from this seat at all now.
func (h *handling) mayPlay(items []item) (bool, error) {
	state := h.c.Table.State
	if state == table.Running && !h.stale() {
		return true, nil
	}
	for _, it := range items {
		h.f.Lines = append(h.f.Lines, templates.Line{N: it.n, Text: it.text, Unread: true})
	}
	h.kind = templates.Refusal
	if state != table.Running {
		h.tell(engine.Msg("pbem.not-running-" + string(state)))
		return false, nil
	}
	h.kind, h.f.Enclose = templates.Stale, true
	if h.in.Gone {
		h.tellGone()
		return false, nil
	}
	return false, h.answeredBy()
}

// stale: the mail answers a question that has been answered or has changed
// since its letter was written. The same question asked again in a later
// letter may be answered from the earlier one too, and later lines of one mail
// answer what the earlier ones brought about.
func (h *handling) stale() bool {
	switch w := h.c.Table.WaitFor(h.seat); {
	case h.in.Gone:
		return true
	case h.moved:
		return false
	case w != nil:
		return w.Asked > h.in.Step
	case h.then == nil:
		return false
	}
	return !journal.SameQuestion(h.then.Pos, h.c.Next.Pos, h.seat)
}

// verdicts are the engine's, as the letter tells them to the seat. A group with
// a refused line does not stand, unless the good lines were to be kept.
func (h *handling) verdicts(items []item, out *advise.Outcome) []templates.Line {
	falls := map[int]bool{}
	for _, v := range out.Verdicts {
		if h.mode.Preview || v.Refusal != nil && !h.mode.Partial {
			falls[v.Group] = true
		}
	}
	var lines []templates.Line
	for i, v := range out.Verdicts {
		l := templates.Line{N: items[i].n, Text: items[i].text, Refusal: v.Refusal, Unread: v.Unread,
			Guess: v.Guess, Same: v.Same, LeftOut: v.LeftOut, Unsure: v.Unsure}
		if v.Result != nil {
			l.Line, l.Stopped, l.Stands = v.Result.Line, v.Result.Stopped, !falls[v.Group]
			if v.Result.Said != l.Line {
				l.Said = v.Result.Said
			}
			for _, r := range engine.For(h.seat, v.Result.Reports) {
				l.Reports = append(l.Reports, r.Message)
			}
		}
		l.Asked, l.Near = letters.AnswerList(h.c.Next, h.seat, v.Asked), letters.Remarked(h.c.Next, h.seat, v.Near)
		lines = append(lines, l)
	}
	return lines
}

// take makes what was played part of the change. What has shown something
// hidden stands from here on, whatever follows in the mail.
func (h *handling) take(out *advise.Outcome) {
	if len(out.Records) == 0 {
		return
	}
	before := h.c.Seq()
	h.c.Add(out.Game, out.Records...)
	reveal, aside := false, true
	for _, r := range out.Records {
		r.Group = h.in.Key[:min(len(h.in.Key), 16)]
		reveal, aside = reveal || r.Reveal, aside && r.Aside
	}
	if aside { // nobody is to notice it, not even by what can be taken back
		h.moved, h.c.Again = true, nil
		return
	}
	h.played(table.Group{Seat: h.seat, Before: before, Last: h.c.Seq(), Reveal: reveal, Was: h.was})
	h.moved, h.c.Again = true, nil
	if reveal {
		h.keep()
	}
}

// played remembers a group for undo; what one mail plays is one group. Once
// another seat has acted, or something was shown, what lies before cannot be
// taken back freely.
func (h *handling) played(g table.Group) {
	groups := h.c.Table.LastGroups
	switch last := len(groups) - 1; {
	case h.grouped:
		g.Before, g.Reveal = groups[last].Before, g.Reveal || groups[last].Reveal
		groups = groups[:last]
	case last >= 0 && groups[last].Seat != h.seat:
		groups = nil
	}
	if g.Reveal {
		groups = nil
	}
	h.c.Table.LastGroups, h.grouped = append(slices.Clip(groups), g), true
	h.c.Table.Players[h.seat].Moved = g.Last
}

// canUndo: the seat's last mail can be taken back as long as nobody else acted
// and nothing hidden was shown.
func (h *handling) canUndo() bool {
	groups := h.c.Table.LastGroups
	if len(groups) == 0 || h.c.Table.State != table.Running {
		return false
	}
	last := groups[len(groups)-1]
	return last.Seat == h.seat && !last.Reveal
}

// undo takes back the seat's last mail, or what this one has done so far.
func (h *handling) undo(string) (bool, error) {
	groups := h.c.Table.LastGroups
	switch {
	case h.c.Table.State != table.Running:
		return h.refuse("pbem.not-running-" + string(h.c.Table.State))
	case len(groups) == 0:
		return h.refuse("pbem.undo-nothing")
	case groups[len(groups)-1].Seat != h.seat:
		return h.refuse("pbem.undo-others", engine.Player("seat", groups[len(groups)-1].Seat))
	case groups[len(groups)-1].Reveal:
		return h.refuse("pbem.undo-reveal")
	}
	last := groups[len(groups)-1]
	then, err := h.c.Position(last.Before)
	if err != nil {
		return false, err
	}
	asides, err := h.asidesSince(last.Before)
	if err != nil {
		return false, err
	}
	next := h.c.Next.Clone()
	record := next.UndoTo(then, h.seat)
	h.c.Add(next, record)
	if err := h.repeat(asides); err != nil {
		return false, err
	}
	key := "pbem.undone"
	if h.grouped {
		key = "pbem.undone-here"
		h.takenBack()
	}
	h.c.Table.LastGroups, h.grouped = groups[:len(groups)-1], false
	h.c.Table.Players[h.seat].Moved = last.Before
	h.moved, h.was, h.c.Again = true, last.Was, last.Was
	h.mode.After, h.last = engine.Answered{}, played{}
	h.tell(engine.Msg(key, engine.Int("n", int(h.c.Table.Step(last.Last, engine.Nobody)-h.c.Table.Step(last.Before, engine.Nobody)))))
	return true, nil
}

// takenBack says of the lines of this mail that its own undo has taken them back;
// standing answers stay.
func (h *handling) takenBack() {
	for i := range h.f.Lines {
		l := &h.f.Lines[i]
		if l.Stands && !slices.ContainsFunc(h.c.Records, func(r *engine.Record) bool { return r.Aside && r.Line == l.Line }) {
			l.Stands, l.Dropped = false, engine.Msg("pbem.line-undone")
		}
	}
}

// asidesSince lists the standing answers that were given behind a record: an undo
// does not take them back.
func (h *handling) asidesSince(seq uint64) ([]*engine.Record, error) {
	records, err := h.handler.Games.Records(h.ctx, h.in.Game.Name, seq, h.in.Game.Head.Seq)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(records, func(r *engine.Record) bool { return !r.Aside }), nil
}

// repeat gives standing answers again. One that the earlier position does not
// take lapses, and so does one that would be an open move there: what was said in
// secret must not be played by a take-back.
func (h *handling) repeat(asides []*engine.Record) error {
	for _, r := range asides {
		next := h.c.Next.Clone()
		result, err := next.Try(r.Seat, r.Line, false)
		if _, refused := engine.AsRefusal(err); refused {
			continue
		}
		if err != nil {
			return &fault.Error{Err: err}
		}
		if again := next.Take(r.Seat, result); again.Aside {
			h.c.Add(next, again)
		}
	}
	return nil
}

// foresee shows the seat's own position after the lines of a preview, unless it
// ended before something hidden or some line was refused.
func (h *handling) foresee(out *advise.Outcome) error {
	g, last := h.c.Next, len(out.Verdicts)-1
	if out.Refused || out.Reveals || last < 0 || out.Verdicts[last].Result == nil {
		return nil
	}
	if !h.enquire().HasPart("own") {
		return nil
	}
	var err error
	if h.f.Own, err = g.Title.Sheet(out.Verdicts[last].Result.Pos.View(h.seat), h.seat, "own", ""); err != nil {
		return &fault.Error{Err: err}
	}
	return nil
}
