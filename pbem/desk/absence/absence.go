// Package absence has the words by which a player gets more time, or is away and comes back.
package absence

import (
	"context"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/seats"
	"railpost/pbem/desk/sitter"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// need gives the seat more time for its present question, within the table's limits.
var _ = deed.Bind("need", func(ctx context.Context, d *deed.Deed, rest string) bool {
	t := d.Change.Table
	w := t.WaitFor(d.Seat)
	if w == nil || t.State != table.Running {
		return d.Refuse(key.NeedNotAsked)
	}
	length, err := clock.ParseDuration(strings.TrimSuffix(rest, " more"))
	if err != nil {
		return d.Refuse(key.NeedHow)
	}
	n := int64(length / time.Second)
	if left := t.Rules.Extra - d.Self().Extra; n > left {
		return d.Refuse(key.NeedTooMuch, content.Seconds("left", max(0, left)))
	}
	d.Self().Extra += n
	d.Change.Extend(w, n)
	d.Change.Note(d.Seat, engine.Report{Message: engine.Msg(key.Needed, engine.Player("seat", d.Seat), content.Seconds("time", n), content.At(w.Until))})
	return d.Done(engine.Msg(key.NeedDone, content.At(w.Until), content.Seconds("left", t.Rules.Extra-d.Self().Extra)))
})

// away tells the table that the player is away, and for how long.
var _ = deed.Bind("away", func(ctx context.Context, d *deed.Deed, rest string) bool {
	t := d.Change.Table
	today := clock.DateOf(d.Change.At.In(t.ZoneOf(d.Seat)))
	from, to, err := clock.ParseAbsence(rest, today)
	if err != nil {
		return d.Refuse(key.AwayHow)
	}
	span := table.Away{From: from, To: to}
	list := append(slices.Clone(d.Self().Away), span)
	if days := table.DaysAway(list); days > t.Rules.AbsenceDays {
		return d.Refuse(key.AwayTooLong, engine.Int("n", days), engine.Int("limit", t.Rules.AbsenceDays))
	}
	d.Self().Away = list
	d.Change.RetimeSeat(d.Seat, false)
	args := []engine.Arg{engine.Player("seat", d.Seat), engine.Text("from", from.String()), engine.Text("to", to.String())}
	d.Change.Note(d.Seat, engine.Report{Message: engine.Msg(key.Away, args...)})
	return d.Done(engine.Msg(key.AwayDoneOf+string(t.Rules.Away()), args...))
})

// back ends the player's absence, or cancels a future one.
var _ = deed.Bind("back", func(ctx context.Context, d *deed.Deed, _ string) bool {
	if d.Self().Resigned {
		return seats.Unresign(ctx, d)
	}
	t := d.Change.Table
	yesterday := clock.DateOf(d.Change.At.In(t.ZoneOf(d.Seat))).Add(-1)
	var kept []table.Away
	ended := false
	for _, a := range d.Self().Away {
		if yesterday.Before(a.To) {
			ended = true
			a.To = yesterday
		}
		if !a.To.Before(a.From) {
			kept = append(kept, a)
		}
	}
	if !ended && d.Self().Sitter == nil {
		return d.Refuse(key.BackNotAway)
	}
	if d.Self().Sitter != nil {
		sitter.End(ctx, d.Change, d.Seat)
	}
	d.Self().Away = kept
	d.Change.RetimeSeat(d.Seat, true)
	d.Change.Note(d.Seat, engine.Report{Message: engine.Msg(key.Back, engine.Player("seat", d.Seat))})
	return d.Done(engine.Msg(key.BackDone))
})
