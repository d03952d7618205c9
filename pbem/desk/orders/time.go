package orders

import (
	"context"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/sitter"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// need gives the seat more time for its present question, within the table's limits.
var _ = deed.Bind("need", func(ctx context.Context, h *deed.Deed, rest string) bool {
	t := h.Change.Table
	w := t.WaitFor(h.Seat)
	if w == nil || t.State != table.Running {
		return h.Refuse(key.NeedNotAsked)
	}
	length, err := clock.ParseDuration(strings.TrimSuffix(rest, " more"))
	if err != nil {
		return h.Refuse(key.NeedHow)
	}
	n := int64(length / time.Second)
	if left := t.Rules.Extra - h.Self().Extra; n > left {
		return h.Refuse(key.NeedTooMuch, content.Seconds("left", max(0, left)))
	}
	h.Self().Extra += n
	h.Change.Extend(w, n)
	h.Change.Note(h.Seat, engine.Report{Message: engine.Msg(key.Needed, engine.Player("seat", h.Seat), content.Seconds("time", n), content.At(w.Until))})
	return h.Done(engine.Msg(key.NeedDone, content.At(w.Until), content.Seconds("left", t.Rules.Extra-h.Self().Extra)))
})

// away tells the table that the player is away, and for how long.
var _ = deed.Bind("away", func(ctx context.Context, h *deed.Deed, rest string) bool {
	t := h.Change.Table
	today := clock.DateOf(h.Change.At.In(t.ZoneOf(h.Seat)))
	from, to, err := clock.ParseAbsence(rest, today)
	if err != nil {
		return h.Refuse(key.AwayHow)
	}
	span := table.Away{From: from, To: to}
	list := append(slices.Clone(h.Self().Away), span)
	if days := table.DaysAway(list); days > t.Rules.AbsenceDays {
		return h.Refuse(key.AwayTooLong, engine.Int("n", days), engine.Int("limit", t.Rules.AbsenceDays))
	}
	h.Self().Away = list
	retime(h, false)
	args := []engine.Arg{engine.Player("seat", h.Seat), engine.Text("from", from.String()), engine.Text("to", to.String())}
	h.Change.Note(h.Seat, engine.Report{Message: engine.Msg(key.Away, args...)})
	return h.Done(engine.Msg(key.AwayDoneOf+string(t.Rules.Away()), args...))
})

// back ends the player's absence, or cancels a future one.
var _ = deed.Bind("back", func(ctx context.Context, h *deed.Deed, _ string) bool {
	if h.Self().Resigned {
		return unresign(ctx, h)
	}
	t := h.Change.Table
	yesterday := clock.DateOf(h.Change.At.In(t.ZoneOf(h.Seat))).Add(-1)
	var kept []table.Away
	ended := false
	for _, a := range h.Self().Away {
		if yesterday.Before(a.To) {
			ended = true
			a.To = yesterday
		}
		if !a.To.Before(a.From) {
			kept = append(kept, a)
		}
	}
	if !ended && h.Self().Sitter == nil {
		return h.Refuse(key.BackNotAway)
	}
	if h.Self().Sitter != nil {
		sitter.End(ctx, h.Change, h.Seat)
	}
	h.Self().Away = kept
	retime(h, true)
	h.Change.Note(h.Seat, engine.Report{Message: engine.Msg(key.Back, engine.Player("seat", h.Seat))})
	return h.Done(engine.Msg(key.BackDone))
})

// retime recalculates the times of the seat's question; earlier permits an earlier deadline.
func retime(h *deed.Deed, earlier bool) {
	w := h.Change.Table.WaitFor(h.Seat)
	switch {
	case w == nil || h.Change.Table.State != table.Running:
	case earlier:
		h.Change.Retime(w, time.Time{})
	default:
		h.Change.Retime(w, w.Until)
	}
}
