package plans

import (
	"context"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/plan"
	"railpost/pbem/facts/table"
)

// A table can agree that orders count only some time after their mail has arrived. Until then
// they are kept like a plan: nobody else knows of them, and their player can withdraw them.

// Windowed reports whether a seat's present orders count only later. Unrequested ones are answers in advance,
// which nobody sees before they are used, so they count at once; so do a robot's, which makes no slips.
func Windowed(t *table.Table, g *engine.Game, s engine.Seat) bool {
	return t.Rules.Window > 0 && t.State == table.Running && !t.Players[s].Thought() && slices.Contains(g.Waiting(), s)
}

// KeepSent keeps the orders of a mail until they count, and returns when they do: before the
// time is over that the seat has to answer. They replace those that it sent before. by is the
// substitute who sent them, if any.
func KeepSent(c *journal.Change, s engine.Seat, by string, lines []string) time.Time {
	dropSent(c, s)
	c.Table.Plans = slices.Insert(slices.Clip(c.Table.Plans), 0, plan.Plan{Seat: s, Given: c.Seq(), By: by, Lines: lines, Sent: true})
	w := c.Table.WaitFor(s)
	w.Plan = c.At.Add(time.Duration(c.Table.Rules.Window) * time.Second)
	if w.Until.After(c.At) && !w.Plan.Before(w.Until) {
		w.Plan = w.Until.Add(-time.Second) // its end is not announced
	}
	c.Retime(w, w.Until)
	return w.Plan
}

// WithdrawSent takes back orders of a seat that do not count yet, and reports whether there were
// any.
func WithdrawSent(ctx context.Context, c *journal.Change, s engine.Seat) bool {
	if !dropSent(c, s) {
		return false
	}
	if w := c.Table.WaitFor(s); w != nil {
		w.Plan = At(ctx, c, *w)
		c.Retime(w, w.Until)
	}
	return true
}

// EndSent drops the orders of a seat that do not count yet when the game has gone back or on, and tells it.
func EndSent(c *journal.Change, s engine.Seat) {
	for _, p := range Drop(c, s, func(p plan.Plan) bool { return p.Sent }) {
		Tell(c, s, engine.Msg(key.SentVoid, engine.Order("lines", p.Text())))
	}
}

// dropSent forgets orders of a seat that do not count yet.
func dropSent(c *journal.Change, s engine.Seat) bool {
	return len(Drop(c, s, func(p plan.Plan) bool { return p.Sent })) > 0
}
