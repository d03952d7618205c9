package pbem

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/templates"
)

// notAsked is what the engine says of an order of a seat that is not asked.
const notAsked = "engine.not-asked"

// beyond says that a line stands behind the end of its player's turn.
func beyond(r *engine.Refusal) bool { return strings.HasPrefix(r.Why.Key, "pbem.turn-over") }

// whyNotAsked says of lines that come when nothing is asked of the seat why
// that is so: the turn of others, the turn ended by a line before, or a pass
// that the rules have carried out already.
func (h *handling) whyNotAsked(lines []templates.Line, out *engine.Outcome) {
	ended, passed, waits := 0, false, []engine.Arg(nil)
	for i := range lines {
		l := &lines[i]
		if l.Refusal == nil || l.Refusal.Why.Key != notAsked {
			if l.Line != "" || l.Guess != "" {
				ended = l.N
				passed, waits = false, nil
				if r := out.Verdicts[i].Result; r != nil {
					passed, waits = saysPassed(r.Reports, h.seat), waitedForIn(r.Pos, h.c.next.Setup.Seats)
				}
			}
			continue
		}
		r := *l.Refusal
		r.Near, l.Guess = nil, ""
		isPass := firstWord(r.Line) == "pass"
		switch {
		case ended > 0 && isPass && passed:
			r.Why = engine.Msg("pbem.turn-over-passed", engine.Int("n", ended))
		case ended > 0 && len(waits) > 0:
			r.Why = engine.Msg("pbem.turn-over-waits", engine.Int("n", ended), engine.Several("seats", waits...))
		case ended > 0:
			r.Why = engine.Msg("pbem.turn-over", engine.Int("n", ended))
		case len(h.c.table.Waiting) == 0:
			r.Why = engine.Msg("pbem.nobody-asked")
		default:
			r.Why = engine.Msg("pbem.not-your-turn", engine.Several("seats", h.waitedFor()...))
		}
		l.Refusal = &r
	}
}

// saysPassed: a seat passed by rule with what was reported, unasked.
func saysPassed(reports []engine.Report, s engine.Seat) bool {
	return slices.ContainsFunc(reports, func(r engine.Report) bool {
		a, ok := r.Message.Arg("seat")
		return ok && a.Kind == engine.KindSeat && a.Int == int(s) && strings.HasSuffix(r.Message.Key, ".must-pass")
	})
}

// waitedForIn are the seats a position waits for.
func waitedForIn(p engine.Position, seats int) []engine.Arg {
	var out []engine.Arg
	for _, s := range engine.Waiting(p, seats) {
		out = append(out, engine.Player("", s))
	}
	return out
}

func (h *handling) waitedFor() []engine.Arg {
	var out []engine.Arg
	for _, w := range h.c.table.Waiting {
		out = append(out, engine.Player("", w.Seat))
	}
	return out
}

// partialHint says that the good lines of a refused mail could be kept.
func (h *handling) partialHint(lines []templates.Line) {
	good := slices.ContainsFunc(lines, func(l templates.Line) bool { return l.Line != "" })
	over := slices.ContainsFunc(lines, func(l templates.Line) bool { return l.Refusal != nil && beyond(l.Refusal) })
	if good && over && !h.mode.Preview && !h.mode.Partial {
		h.tell(engine.Msg("pbem.partial-hint"))
	}
}

// answeredBy says which of the seat's own steps has answered the question of a
// mail that comes too late.
func (h *handling) answeredBy() error {
	stored, err := h.office.Store.Records(h.ctx, h.in.game.name, h.in.step+1, h.in.game.head.Seq)
	if err != nil {
		return err
	}
	records, err := readRecords(stored)
	if err != nil {
		return err
	}
	for _, r := range records {
		if r.Seat == h.seat && r.Line != "" {
			h.tell(engine.Msg("pbem.answered-by", engine.Int("n", int(r.Seq)), engine.Text("line", r.Line)))
			return nil
		}
	}
	return nil
}
