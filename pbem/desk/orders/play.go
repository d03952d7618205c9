package orders

import (
	"context"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/desk/plans"
	"railpost/pbem/desk/turn"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/plan"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// play carries out a run of orders. false: the rest of the mail is skipped, and h.Reply and h.Kind have the reason.
func (h *handling) play(ctx context.Context, items []item) bool {
	if h.Moved && !h.mode.Preview && plan.Awaits(h.Change.Next, h.Seat) {
		h.hold("", items)
		return true
	}
	if !h.mayPlay(ctx, items) {
		return false
	}
	mode := h.mode
	mode.Preview = h.ahead()
	lines := make([]string, len(items))
	for i, it := range items {
		lines[i] = it.line
	}
	out, err := advise.Play(h.Change.Next, h.Seat, lines, mode, h.Texts.Words().Words)
	if err != nil {
		h.Change.Fail(&fault.Error{Err: err})
		return false
	}
	var later []item // until another player has answered
	if i := plans.Held(&out.Outcome, h.Seat); i > 0 {
		later, items = items[i:], items[:i]
		if out, err = advise.Play(h.Change.Next, h.Seat, lines[:i], mode, h.Texts.Words().Words); err != nil {
			h.Change.Fail(&fault.Error{Err: err})
			return false
		}
	}
	h.mode.After = out.Answered
	verdicts := h.reader().verdicts(items, out)
	h.doomed = append(h.doomed, seeDoomed(h.Change.Next, h.Seat, items, out, h.mode.Partial)...)
	h.tried = append(h.tried, lines...)
	h.whyNotAsked(verdicts, out)
	if out.Refused && len(out.Records) == 0 {
		h.inOrder(items, verdicts)
	}
	h.Reply.Lines = append(h.Reply.Lines, verdicts...)
	h.partialHint(verdicts)
	if forLater(verdicts) {
		h.Tell(nextHint(h.Change.Next.Title))
	}
	if h.mode.Preview {
		h.Kind = templates.Preview
		h.foresee(out)
		return true
	}
	if h.windowed {
		if out.Refused {
			h.Kind = templates.Refusal
		}
		return !out.Refused
	}
	h.take(out)
	if out.Refused && !(h.mode.Partial && len(out.Records) > 0) {
		h.Kind = templates.Refusal
		return false
	}
	h.tryAlternatives(items, out, later)
	return true
}

// tryAlternatives handles the alternatives that the last line of a run has left in case another player declines, and
// the lines after it.
func (h *handling) tryAlternatives(items []item, out *advise.Outcome, later []item) {
	last := out.Outcome.Verdicts[len(out.Outcome.Verdicts)-1].Result
	switch {
	case last == nil:
	case plan.Awaits(h.Change.Next, h.Seat):
		h.hold(last.Else, later)
	case last.Else != "" && h.Change.Next.Title.Declined(last.Reports):
		it := items[len(items)-1]
		it.line = last.Else
		h.instead = &it
	}
}

// mayPlay reports whether orders are accepted from this seat now.
func (h *handling) mayPlay(ctx context.Context, items []item) bool {
	state := h.Change.Table.State
	resigned := h.Self().Resigned && !h.in.Robot
	if state == table.Running && !resigned && !h.stale() {
		return true
	}
	for i, it := range items {
		if i == 0 || items[i-1].n != it.n { // "usual" stands for several lines
			h.Reply.Lines = append(h.Reply.Lines, templates.Line{N: it.n, Text: it.text, State: engine.Unread})
		}
	}
	h.Kind = templates.Refusal
	if resigned {
		h.Tell(engine.Msg(key.ResignedHow))
		return false
	}
	if state != table.Running {
		h.Tell(engine.Msg(key.NotRunningOf + string(state)))
		return false
	}
	if h.in.Gone {
		h.tellGone()
	} else {
		h.answeredBy(ctx)
	}
	return false
}

// stale reports whether the mail answers a question that has been answered or has
// changed since its letter was written. The same question asked again in a later
// letter may be answered from the earlier one, and later lines of a mail answer what
// its earlier lines led to.
func (h *handling) stale() bool {
	return h.in.Gone || !h.Moved && turn.IsStale(h.Change.Table, h.Seat, h.in.Step, h.read.letter.then, h.Change.Next)
}

// verdicts returns the verdicts as the letter tells them to the seat.
func (rd *reading) verdicts(items []item, out *advise.Outcome) []templates.Line {
	var lines []templates.Line
	for i, v := range out.Verdicts {
		l := templates.Line{N: items[i].n, Text: items[i].text, State: v.State, Refusal: v.Refusal, Hint: v.Hint}
		if own, foreign := rd.sorted.Own[l.N]; foreign && v.Refusal != nil && v.Refusal.Kind == engine.NotUnderstood {
			rd.offer(&l, own, items[i].line)
		}
		if v.Result != nil {
			l.Line = v.Result.Line
			if v.Result.Said != l.Line {
				l.Said = v.Result.Said
			}
			for _, r := range engine.For(rd.seat, v.Result.Reports) {
				l.Reports = append(l.Reports, r.Message)
			}
		}
		lines = append(lines, l)
	}
	return lines
}

// doomed is a line whose gain is certain to be lost, with the reason.
type doomed struct {
	line int
	why  engine.Message
}

// seeDoomed notes the lines whose gain is certain to be lost.
func seeDoomed(g *engine.Game, s engine.Seat, items []item, out *advise.Outcome, partial bool) (list []doomed) {
	before := g.Pos
	for i, v := range out.Verdicts {
		if v.Result == nil || out.Refused && !partial {
			continue
		}
		m := engine.Move{Before: before.View(s), After: v.Result.Pos.View(s), Seat: s, Acts: v.Result.Acts, Reports: v.Result.Reports}
		if why := g.Title.Doomed(m); !why.Empty() {
			list = append(list, doomed{items[i].n, why})
		}
		before = v.Result.Pos
	}
	return list
}

// tellDoomed reports them.
func (w *work) tellDoomed(text string) {
	for _, d := range w.doomed {
		w.Tell(engine.Msg(text, engine.Int("line", d.line), engine.Say("why", d.why)))
	}
}

// take makes the played orders part of the change. Once they have shown something hidden they are final,
// whatever follows in the mail.
func (h *handling) take(out *advise.Outcome) {
	if len(out.Records) == 0 {
		return
	}
	before := h.Change.Seq()
	h.Self().Previews = nil
	h.Change.Add(out.Game, out.Records...)
	reveal, hidden := false, true
	for _, r := range out.Records {
		r.Group = h.in.Key[:min(len(h.in.Key), 16)]
		reveal, hidden = reveal || r.Reveal, hidden && r.Hidden
		if h.in.Robot && !h.Self().IsRobot() { // it plays for a person
			r.By = engine.ByRobot
		}
	}
	if hidden { // nobody must notice it, not even by what can be taken back
		h.Moved, h.Change.Again = true, nil
		return
	}
	h.Change.Group(table.Group{Seat: h.Seat, Before: before, Last: h.Change.Seq(), Reveal: reveal, Was: h.was})
	h.Moved, h.Grouped, h.Change.Again = true, true, nil
	if reveal {
		h.keep()
	}
}

// foresee shows the seat's own position after the lines of a preview, unless the preview
// stopped before something hidden or a line was refused.
func (h *handling) foresee(out *advise.Outcome) {
	g, last := h.Change.Next, len(out.Verdicts)-1
	if out.Refused || out.Reveals || last < 0 || out.Verdicts[last].Result == nil || !h.enquire().HasPart("own") {
		return
	}
	var err error
	if h.Reply.Own, err = engine.Show(g.Title, out.Verdicts[last].Result.Pos.View(h.Seat), h.Seat, "own", "", h.Self().View == table.Spoken); err != nil {
		h.Change.Fail(&fault.Error{Err: err})
	}
}

// ahead reports whether the orders of the mail are only tried now: in a preview, or since
// the table has agreed that they count later.
func (h *handling) ahead() bool { return h.mode.Preview || h.windowed }

// sends reports whether the mail has orders that count later.
func (h *handling) sends() bool { return h.windowed && !h.mode.Preview && len(h.tried) > 0 }

// keepSent keeps the orders of the mail until they count.
func (h *handling) keepSent() {
	if !h.sends() {
		return
	}
	at := plans.KeepSent(h.Change, h.Seat, h.substitute(), h.tried)
	h.planned, h.used = true, append(h.used, "window")
	h.Reply.Counts = at
	h.Tell(engine.Msg(key.SentKept, engine.Int("n", len(h.tried)), content.At(at)))
}

// hold keeps the lines after an offer until the answer has come.
func (h *handling) hold(otherwise string, items []item) {
	var lines []string
	for _, it := range items {
		lines = append(lines, it.line)
		h.Reply.Lines = append(h.Reply.Lines, templates.Line{N: it.n, Text: it.text, State: engine.Dropped, Dropped: engine.Msg(key.LineHeld)})
	}
	plans.Hold(h.Change, h.Seat, h.substitute(), otherwise, lines)
}
