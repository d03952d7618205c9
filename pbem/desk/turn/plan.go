package turn

import (
	"context"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/plans"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/plan"
)

// PlayLate plays a seat's plans for the case that its time runs out, and reports whether there were any.
func PlayLate(ctx context.Context, c *journal.Change, s engine.Seat) bool {
	i := slices.IndexFunc(c.Table.Plans, func(p plan.Plan) bool { return p.Seat == s && p.Late && !p.Open })
	if i < 0 {
		return false
	}
	p := c.Table.Plans[i]
	c.Table.Plans = slices.Delete(slices.Clone(c.Table.Plans), i, i+1)
	plans.PlayLines(c, p, p.Lines)
	if len(c.Records) > 0 {
		Advance(ctx, c, engine.Nobody)
	}
	return len(c.Records) > 0
}

// PlayNow makes the plans of a seat that is asked begin with this turn, without waiting: their
// player has written just now. It reports whether one does.
func PlayNow(ctx context.Context, c *journal.Change, s engine.Seat) bool {
	if w := c.Table.WaitFor(s); c.Table.Rules.Window > 0 && (w == nil || !w.Plan.IsZero()) {
		return false // orders are on their way that answer this turn
	}
	begins := false
	for i, p := range c.Table.Plans {
		if p.Seat != s || !p.Always || p.Given != c.Seq() {
			continue
		}
		c.Table.Plans[i].Open = false
		if due, _ := c.Table.Plans[i].Due(c.Next); due {
			begins = true
		}
	}
	if begins && c.Table.Rules.Window > 0 { // nothing counts immediately
		w := c.Table.WaitFor(s)
		w.Plan = plans.At(ctx, c, *w)
		c.Retime(w, w.Until)
		return false
	}
	if begins {
		c.PlanNow = s
		Advance(ctx, c, engine.Nobody) // a plan that cannot be played gives no new time
	}
	return begins
}

// A plan played at the beginning of its turn would reveal to the others that it was one. So it waits, as long
// as a player of the table might take: see plans.At.

// PlayPlan plays the plan of a seat that has waited long enough, and its consequences. It reports whether it
// has played, ended or skipped its turn.
func PlayPlan(ctx context.Context, c *journal.Change, s engine.Seat) bool {
	w := c.Table.WaitFor(s)
	if w == nil || w.Plan.IsZero() {
		return false
	}
	w.Plan = time.Time{}
	had, records := len(c.Table.Plans), len(c.Records)
	c.PlanNow = s
	Advance(ctx, c, engine.Nobody)
	if w := c.Table.WaitFor(s); w != nil && w.Plan.IsZero() && plans.IsDue(ctx, c, s) { // another, since this one has stopped
		w.Plan = plans.At(ctx, c, *w)
		c.Retime(w, w.Until)
	}
	return len(c.Table.Plans) < had || len(c.Records) > records || len(c.Planned[s]) > 0 // some stay
}

// PlanDue plays the plan of a seat. If it stops before anything is played nobody but its
// owner learns of it.
func PlanDue(ctx context.Context, c *journal.Change, s engine.Seat) {
	switch acted := PlayPlan(ctx, c, s); {
	case !acted: // its player has dropped it
	case !slices.ContainsFunc(c.Records, func(r *engine.Record) bool { return !r.Hidden }):
		tell.Seat(ctx, c, s)
	default:
		TellOutcome(ctx, c)
	}
}
