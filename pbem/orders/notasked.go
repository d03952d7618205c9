package orders

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/words"
	"railpost/templates"
)

// turnOver is the code of a line that stands after the end of its player's turn.
const turnOver engine.Code = "turn-over"

// played is the last line of a mail that was played, or would be.
type played struct {
	n      int          // its number in the mail; 0: none
	passed bool         // behind it the rules passed for the seat
	waits  []engine.Arg // whom the game waits for behind it; nil when it was only guessed
	asked  bool         // the seat itself is among them
}

func (h *handling) playedLine(l templates.Line, v advise.Verdict) played {
	p := played{n: l.N}
	if v.Result != nil {
		waiting := engine.Waiting(v.Result.Pos, h.c.Next.Setup.Seats)
		p.passed, p.waits, p.asked = saysPassed(v.Result.Reports, h.seat), players(waiting), slices.Contains(waiting, h.seat)
	}
	return p
}

// whyNotAsked says of lines that come when nothing is asked of the seat why
// that is so: the turn of others, the turn ended by a line before, or a pass
// that the rules have carried out already. Of lines that were left out, since they
// only end a turn that is over, it says the same.
func (h *handling) whyNotAsked(lines []templates.Line, out *advise.Outcome) {
	for i := range lines {
		switch l, v := &lines[i], out.Verdicts[i]; {
		case v.Surplus:
			l.Dropped = h.last.surplus()
		case l.Refusal != nil && l.Refusal.Code == engine.NotAsked:
			r := *l.Refusal
			r.Near, r.Open, r.Far, l.Guess, l.LeftOut = nil, nil, false, "", false
			r.Why = h.notAskedNow(words.First(r.Line))
			if h.last.n > 0 {
				r.Code = turnOver
			}
			l.Refusal = &r
		case l.Line != "" || l.Guess != "":
			h.last = h.playedLine(*l, v)
		}
	}
}

func (h *handling) notAskedNow(word string) engine.Message {
	n := engine.Int("n", h.last.n)
	switch {
	case h.last.n > 0 && word == "pass" && h.last.passed:
		return engine.Msg("pbem.turn-over-passed", n)
	case h.last.n > 0 && len(h.last.waits) > 0:
		return engine.Msg("pbem.turn-over-waits", n, engine.Several("seats", h.last.waits...))
	case h.last.n > 0:
		return engine.Msg("pbem.turn-over", n)
	case len(h.c.Table.Waiting) == 0:
		return engine.Msg("pbem.nobody-asked")
	}
	return engine.Msg("pbem.not-your-turn", engine.Several("seats", h.c.Table.WaitedFor()...))
}

// surplus says why a line was left out that only ends a turn.
func (p played) surplus() engine.Message {
	if len(p.waits) > 0 && !p.asked {
		return engine.Msg("pbem.surplus-waits", engine.Int("n", p.n), engine.Several("seats", p.waits...))
	}
	return engine.Msg("pbem.surplus", engine.Int("n", p.n))
}

// saysPassed: a seat passed by rule with what was reported, unasked.
func saysPassed(reports []engine.Report, s engine.Seat) bool {
	return slices.ContainsFunc(reports, func(r engine.Report) bool {
		a, ok := r.Message.Arg("seat")
		return ok && a.Kind == engine.KindSeat && a.Int == int(s) && strings.HasSuffix(r.Message.Key, ".must-pass")
	})
}

func players(seats []engine.Seat) []engine.Arg {
	var out []engine.Arg
	for _, s := range seats {
		out = append(out, engine.Player("", s))
	}
	return out
}

// partialHint says that the good lines of a refused mail could be kept.
func (h *handling) partialHint(lines []templates.Line) {
	good := slices.ContainsFunc(lines, func(l templates.Line) bool { return l.Line != "" })
	over := slices.ContainsFunc(lines, func(l templates.Line) bool { return l.Refusal != nil && l.Refusal.Code == turnOver })
	if good && over && h.ordered == nil && !h.mode.Preview && !h.mode.Partial {
		h.tell(engine.Msg("pbem.partial-hint"))
	}
}

// answeredBy says which of the seat's own steps has answered the question of a
// mail that comes too late.
func (h *handling) answeredBy() error {
	records, err := h.handler.Games.Records(h.ctx, h.in.Game.Name, h.in.Step, h.in.Game.Head.Seq)
	if err != nil {
		return err
	}
	for _, r := range records {
		if r.Seat == h.seat && r.Line != "" && !r.Aside {
			h.tell(engine.Msg("pbem.answered-by", engine.Int("n", int(h.c.Table.Step(r.Seq, engine.Nobody))), engine.Text("line", r.Line)))
			return nil
		}
	}
	return nil
}
