package orders

import (
	"context"
	"math"
	"slices"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// turnOver is the code of a line that comes after the end of its player's turn.
const turnOver engine.Code = "turn-over"

// played is the last accepted (or guessed) line of a mail.
type played struct {
	n      int           // its number in the mail; 0: none
	passed bool          // the rules passed for the seat after it
	waits  []engine.Seat // the players the game waits for after it; nil if it was only guessed
	asked  bool          // the seat itself is among them
	of     engine.Arg    // the company whose order it was
}

func playedLine(l templates.Line, v advise.Verdict, seats int, s engine.Seat) played {
	p := played{n: l.N, of: engine.Text("company", "")}
	if v.Result != nil {
		waiting := engine.Waiting(v.Result.Pos, seats)
		p.passed, p.waits, p.asked = saysPassed(v.Result.Reports, s), waiting, slices.Contains(waiting, s)
		p.of = companyOf(v.Result.Answered.Prompt, "company")
	}
	return p
}

// whyNotAsked explains why nothing is asked of the seat when a line comes: it is the
// turn of others, an earlier line ended the turn, or the rules have passed for the seat
// already. It says the same of an extra "done" that was ignored.
func (h *handling) whyNotAsked(lines []templates.Line, out *advise.Outcome) {
	for i := range lines {
		switch l, v := &lines[i], out.Verdicts[i]; {
		case v.State == engine.Dropped:
			l.Dropped = h.last.surplus()
		case l.Refusal != nil && (l.Refusal.Code == engine.NotAsked || l.Refusal.Code == engine.OtherTurn && v.Met != nil && h.last.n > 0):
			r := *l.Refusal
			r.Near, r.Open, r.Far, l.Guess = nil, nil, false, ""
			if l.As != advise.Unsure {
				l.As = ""
			}
			if r.Why = h.last.notAskedNow(h.Change.Table, words.First(r.Line)); r.Code == engine.OtherTurn {
				r.Why = h.last.otherTurn(h.Seat, words.First(r.Line), h.Change.Next, v.Met)
			}
			if h.last.n > 0 {
				r.Code = turnOver
			}
			l.Refusal = &r
		case l.Line != "" || l.Guess != "":
			h.last = playedLine(*l, v, h.Change.Next.Setup.Seats, h.Seat)
		}
	}
}

// notAskedNow explains why the seat need not act after the line.
func (p played) notAskedNow(t *table.Table, word string) engine.Message {
	n := engine.Int("n", p.n)
	switch {
	case p.n > 0 && word == "pass" && p.passed:
		return engine.Msg(key.TurnOverPassed, n)
	case p.n > 0 && len(p.waits) > 0:
		return engine.Msg(key.TurnOverWaits, n, engine.SeveralOf("seats", p.waits, engine.Player))
	case p.n > 0:
		return engine.Msg(key.TurnOver, n)
	case len(t.Waiting) == 0:
		return engine.Msg(key.NobodyAsked)
	}
	return engine.Msg(key.NotYourTurn, engine.Several("seats", t.WaitedFor()...))
}

// otherTurn explains why a line is not played in the turn that followed the one before it: it belongs to the
// earlier one, or its writer must name the next.
func (p played) otherTurn(s engine.Seat, word string, now, next *engine.Game) engine.Message {
	before, asks, other, turn := 0, 0, engine.Text("other", ""), engine.Order("turn", "")
	for _, prompt := range now.Pos.Prompts(s) {
		if slices.ContainsFunc(prompt.Verbs, func(v engine.Verb) bool { return v.Not == nil && words.BeginsWith(v, word) }) {
			before = 1
		}
	}
	if heads := next.Title.Heads(next.Pos, s); len(heads) > 0 {
		turn = engine.Order("turn", heads[0])
	}
	for _, prompt := range next.Pos.Prompts(s) {
		if head, _ := engine.CutHead(next.Title, prompt.Span+":"); head != "" {
			asks, turn = 1, engine.Order("turn", head)
		}
		if !prompt.Optional && turn.Text != "" {
			other = companyOf(prompt, "other")
		}
	}
	return engine.Msg(key.OtherTurn, engine.Int("n", p.n), engine.Order("word", word), p.of, engine.Int("before", before), engine.Int("asks", asks), other, turn)
}

// companyOf returns the company that a prompt asks, under this name; an empty text if it asks none.
func companyOf(p engine.Prompt, name string) engine.Arg {
	of, ok := p.Ask.Arg("company")
	if !ok {
		return engine.Text(name, "")
	}
	of.Name = name
	return of
}

// surplus says why a line that only ends the turn was ignored.
func (p played) surplus() engine.Message {
	if len(p.waits) > 0 && !p.asked {
		return engine.Msg(key.SurplusWaits, engine.Int("n", p.n), engine.SeveralOf("seats", p.waits, engine.Player))
	}
	return engine.Msg(key.Surplus, engine.Int("n", p.n))
}

// saysPassed reports whether the rules passed for a seat, by what they reported.
func saysPassed(reports []engine.Report, s engine.Seat) bool {
	return slices.ContainsFunc(reports, func(r engine.Report) bool {
		a, ok := r.Message.Arg("seat")
		return r.Passed && ok && a.Int == int(s)
	})
}

// forLater reports whether some lines are for a later turn.
func forLater(lines []templates.Line) bool {
	return slices.ContainsFunc(lines, func(l templates.Line) bool {
		return l.Refusal != nil && (l.Refusal.Code == turnOver || l.Refusal.Code == engine.OtherHead)
	})
}

// nextHint tells the player how to give lines for a later turn.
func nextHint(t engine.Title) engine.Message {
	if len(t.Turns()) > 0 {
		return engine.Msg(key.TurnOverNextOf)
	}
	return engine.Msg(key.TurnOverNext)
}

// partialHint tells the player that the good lines of a refused mail could be kept.
func (h *handling) partialHint(lines []templates.Line) {
	good := slices.ContainsFunc(lines, func(l templates.Line) bool { return l.Line != "" })
	over := slices.ContainsFunc(lines, func(l templates.Line) bool { return l.Refusal != nil && l.Refusal.Code == turnOver })
	if good && over && h.ordered == nil && !h.mode.Preview && !h.mode.Partial {
		h.Tell(engine.Msg(key.PartialHint))
	}
}

// answeredBy tells which step of the seat has answered the question of a mail that
// comes too late.
func (h *handling) answeredBy(ctx context.Context) {
	h.Kind, h.Reply.Enclose = templates.Stale, true
	records, err := h.handler.Games.Records(ctx, h.in.Game.Name, h.in.Step, h.in.Game.Head.Seq)
	h.Change.Fail(err)
	var own []*engine.Record
	back := uint64(math.MaxUint64)
	for _, r := range records {
		switch {
		case r.Kind == engine.TookBack:
			back = min(back, r.Back)
			own = slices.DeleteFunc(own, func(o *engine.Record) bool { return o.Seq > r.Back })
		case r.Seat == h.Seat && r.Line != "" && !r.Hidden:
			own = append(own, r)
		}
	}
	if len(own) > 0 {
		h.Tell(answered(h.Change.Table, h.in.Game.Table, h.Seat, own[0]))
	} else if back < math.MaxUint64 {
		h.Tell(engine.Msg(key.AnsweredBack, engine.Int("n", int(h.Change.Table.HiddenRecords.Step(back, engine.Nobody)))))
	}
}

// answered says how a question was answered: a move that somebody else has made is not the player's.
func answered(now, was *table.Table, s engine.Seat, r *engine.Record) engine.Message {
	step, line := engine.Int("n", int(now.HiddenRecords.Step(r.Seq, engine.Nobody))), engine.Order("line", r.Line)
	undo := engine.Flag("undo", now.FreeUndo(s))
	planned := slices.ContainsFunc(was.PlayedPlans, func(f table.PlayedPlan) bool { return f.Plan.Seat == s && f.Before+1 == r.Seq })
	switch {
	case planned:
		return engine.Msg(key.AnsweredPlan, step, line, undo)
	case r.By == "" && !r.Auto:
		return engine.Msg(key.AnsweredBy, step, line)
	}
	host, self, by := r.By == engine.ByOrganiser, r.Auto || r.By == engine.ByTimeOut || r.By == engine.ByRobot || r.By == engine.ByErased, engine.Personal("by", "")
	if !host && !self {
		by.Text = r.By
	}
	return engine.Msg(key.AnsweredFor, step, line, engine.Flag("late", r.By == engine.ByTimeOut), engine.Flag("host", host), engine.Flag("self", self), by, undo)
}
