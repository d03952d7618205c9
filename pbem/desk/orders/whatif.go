package orders

import (
	"context"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/plans"
	"railpost/pbem/desk/turn"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/show/letters"
	"railpost/templates"
)

// turnsMost limits the usual turns that are thought ahead: each is a search.
const turnsMost = 12

// thought answers a mail with "what if": its orders, for all seats and several turns deep, are played on a copy
// of its writer's view, up to the first reveal.
func (h *handling) thought(ctx context.Context, items []plans.Item) *journal.Change {
	if h.Change.Next == nil || h.Change.Next.Pos.Over() {
		h.Tell(engine.Msg(key.NotRunningOf + string(h.Change.Table.State)))
		return h.refusal(ctx, verdict.None)
	}
	if limit := h.handler.Config.Security.MaxCommandsPerMail; len(items) > limit {
		h.Tell(engine.Msg(key.TooManyLines, engine.Int("n", len(items)), engine.Int("limit", limit)))
		return h.refusal(ctx, verdict.ManyLines)
	}
	h.Kind, h.Reply.WhatIf = templates.Preview, true
	on := h.Change.Next.Clone()
	on.Pos, on.Thought = on.Pos.View(h.Seat), true
	stopped := len(items) == 0
	if stopped {
		h.Tell(engine.Msg(key.WhatIfHow))
	}
	if h.read.letter.asked() && (len(h.read.letter.list) == 0 || h.read.letter.lettered && h.read.letter.to.Row().AsksBack) {
		list, _ := letters.Choices(h.read.letter.then, h.Seat)
		h.read.letter.list, h.read.words = advise.Numbered(list), nil
	}
	turns := 0
	for i, it := range items {
		if err := h.slow(); err != nil {
			return h.Change.Fail(err)
		}
		if words.IsTurn(it.Line) {
			turns++
		}
		if turns > turnsMost {
			h.Tell(engine.Msg(key.WhatIfFar, engine.Int("n", turnsMost)))
		}
		if stopped = turns > turnsMost; !stopped {
			said, further, err := h.reader().think(on, item{n: it.N, text: it.Text, line: it.Line}, h.slow)
			if err != nil {
				return h.Change.Fail(&fault.Error{Err: err})
			}
			h.Reply.Lines, stopped, i = append(h.Reply.Lines, said...), !further, i+1
		}
		if stopped {
			for _, left := range items[i:] {
				h.Reply.Lines = append(h.Reply.Lines, templates.Line{N: left.N, Text: left.Text, State: engine.Unread})
			}
			break
		}
	}
	if !stopped {
		h.showOutcome(on)
	}
	return h.reply(ctx, verdict.Previewed, verdict.None, h.Kind, h.Reply)
}

// think plays one line on the copy. false: it goes no further.
func (rd *reading) think(on *engine.Game, it item, stop func() error) (said []templates.Line, further bool, err error) {
	seat, line, ok := orderOwner(rd.table, on, rd.seat, it.line)
	if !ok {
		return unthinkable(it, &engine.Refusal{Kind: engine.NotUnderstood, Why: engine.Msg(key.WhatIfWho, engine.SeveralOf("seats", on.Waiting(), engine.Player))}), false, nil
	}
	if n, is := words.Number(line); is && seat == rd.seat && rd.letter.asked() && turn.SameQuestion(on.Pos, rd.letter.then.Pos, seat) {
		chosen, r := words.ChoiceBy(rd.letter.list, line, n)
		if r != nil {
			return unthinkable(it, r), false, nil
		}
		line = chosen
	}
	lines := []string{line}
	if word := words.Turn(line); word != "" {
		if lines = plans.Spelt(on, seat, []string{word}); len(lines) == 0 {
			why := engine.Msg(key.WhatIfNoTurn, engine.Player("seat", seat))
			if !slices.Contains(on.Waiting(), seat) {
				why = notAsked(on, seat)
			}
			return unthinkable(it, &engine.Refusal{Kind: engine.Forbidden, Why: why}), false, nil
		}
	}
	for _, line := range lines {
		out, err := advise.Play(on, seat, []string{line}, engine.Mode{Preview: true, Stop: stop}, rd.texts.Words().Words)
		if err != nil {
			return said, false, err
		}
		lines := rd.verdicts([]item{it}, out)
		if r := lines[0].Refusal; r != nil && r.Code == engine.NotAsked {
			r.Line, r.Why = it.text, notAsked(on, seat)
		}
		lines[0].Hint.As = "" // the rest is not examined
		said = append(said, lines...)
		r := out.Outcome.Verdicts[0].Result
		if out.Refused || r == nil || r.Stopped {
			return said, false, nil
		}
		*on = *on.After(r)
	}
	return said, true, nil
}

// notAsked says that a seat need not act, and who must.
func notAsked(on *engine.Game, s engine.Seat) engine.Message {
	return engine.Msg(key.WhatIfNot, engine.Player("seat", s), engine.SeveralOf("seats", on.Waiting(), engine.Player))
}

// unthinkable answers a line that is no order.
func unthinkable(it item, r *engine.Refusal) []templates.Line {
	r.Line = it.text
	if r.Kind == engine.NotUnderstood {
		r.Column = 1
	}
	return []templates.Line{{N: it.n, Text: it.text, State: engine.Refused, Refusal: r}}
}

// orderOwner returns the owner of an order: the player it names ("Ben: pass"), or the one who must act.
func orderOwner(t *table.Table, on *engine.Game, of engine.Seat, line string) (s engine.Seat, order string, ok bool) {
	if name, rest, found := strings.Cut(line, ":"); found {
		if s, ok := t.SeatNamed(strings.TrimSpace(name)); ok {
			return s, strings.TrimSpace(rest), true
		}
	}
	waiting := on.Waiting()
	if len(waiting) != 1 {
		return of, line, len(waiting) > 0 && waiting[0] == of
	}
	return waiting[0], line, true
}

// showOutcome shows the writer's position after the last line and the table, and the seats that must act then.
func (h *handling) showOutcome(on *engine.Game) {
	view := on.Pos.View(h.Seat)
	h.Tell(engine.Msg(key.WhatIfThen, engine.Say("status", on.Title.Status(view)), engine.SeveralOf("seats", on.Waiting(), engine.Player)))
	for _, part := range on.Title.Parts() {
		to := map[string]*[]engine.Block{"own": &h.Reply.Own, "table": &h.Reply.Blocks}[part.Name]
		if to == nil {
			continue
		}
		var err error
		if *to, err = engine.Show(on.Title, view, h.Seat, part.Name, "", h.Self().View == table.Spoken); err != nil {
			h.Change.Fail(&fault.Error{Err: err})
		}
	}
}
