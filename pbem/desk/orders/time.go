package orders

import (
	"context"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/sitter"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// need gives the seat more time for its present question, within the table's limits.
var _ = deeds.Bind("need", func(ctx context.Context, h *deed, rest string) bool {
	t := h.c.Table
	w := t.WaitFor(h.seat)
	if w == nil || t.State != table.Running {
		return h.refuse(key.NeedNotAsked)
	}
	length, err := clock.ParseDuration(strings.TrimSuffix(rest, " more"))
	if err != nil {
		return h.refuse(key.NeedHow)
	}
	n := int64(length / time.Second)
	if left := t.Rules.Extra - h.self().Extra; n > left {
		return h.refuse(key.NeedTooMuch, content.Seconds("left", max(0, left)))
	}
	h.self().Extra += n
	h.c.Extend(w, n)
	h.c.Note(h.seat, engine.Report{Message: engine.Msg(key.Needed, engine.Player("seat", h.seat), content.Seconds("time", n), content.At(w.Until))})
	return h.done(engine.Msg(key.NeedDone, content.At(w.Until), content.Seconds("left", t.Rules.Extra-h.self().Extra)))
})

// away tells the table that the player is away, and for how long.
var _ = deeds.Bind("away", func(ctx context.Context, h *deed, rest string) bool {
	t := h.c.Table
	today := clock.DateOf(h.c.At.In(t.ZoneOf(h.seat)))
	from, to, err := clock.ParseAbsence(rest, today)
	if err != nil {
		return h.refuse(key.AwayHow)
	}
	span := table.Away{From: from, To: to}
	list := append(slices.Clone(h.self().Away), span)
	if days := table.DaysAway(list); days > t.Rules.AbsenceDays {
		return h.refuse(key.AwayTooLong, engine.Int("n", days), engine.Int("limit", t.Rules.AbsenceDays))
	}
	h.self().Away = list
	retime(h, false)
	args := []engine.Arg{engine.Player("seat", h.seat), engine.Text("from", from.String()), engine.Text("to", to.String())}
	h.c.Note(h.seat, engine.Report{Message: engine.Msg(key.Away, args...)})
	return h.done(engine.Msg(key.AwayDoneOf+string(t.Rules.Away()), args...))
})

// back ends the player's absence, or cancels a future one.
var _ = deeds.Bind("back", func(ctx context.Context, h *deed, _ string) bool {
	if h.self().Resigned {
		return unresign(ctx, h)
	}
	t := h.c.Table
	yesterday := clock.DateOf(h.c.At.In(t.ZoneOf(h.seat))).Add(-1)
	var kept []table.Away
	ended := false
	for _, a := range h.self().Away {
		if yesterday.Before(a.To) {
			ended = true
			a.To = yesterday
		}
		if !a.To.Before(a.From) {
			kept = append(kept, a)
		}
	}
	if !ended && h.self().Sitter == nil {
		return h.refuse(key.BackNotAway)
	}
	if h.self().Sitter != nil {
		sitter.End(ctx, h.c, h.seat)
	}
	h.self().Away = kept
	retime(h, true)
	h.c.Note(h.seat, engine.Report{Message: engine.Msg(key.Back, engine.Player("seat", h.seat))})
	return h.done(engine.Msg(key.BackDone))
})

// retime recalculates the times of the seat's question; earlier permits an earlier deadline.
func retime(h *deed, earlier bool) {
	w := h.c.Table.WaitFor(h.seat)
	switch {
	case w == nil || h.c.Table.State != table.Running:
	case earlier:
		h.c.Retime(w, time.Time{})
	default:
		h.c.Retime(w, w.Until)
	}
}
