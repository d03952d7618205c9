// Package turn lets a game go on after the orders of a change: first plans, then moves without a choice, then
// robots, until the game waits for somebody. It sets the times of those it waits for.
package turn

import (
	"context"
	"slices"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/plans"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/vote"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// playedMost bounds the automatic moves of a game without a mail.
const playedMost = 100

// Advance plays everything that needs nobody's mail, determines the seats that must act then, and closes a
// finished game, and outdated proposals. A paused game stands still.
func Advance(ctx context.Context, c *journal.Change, actor engine.Seat) {
	for n := 0; n < playedMost && c.Table.State == table.Running && c.Err == nil; n++ {
		if !plans.PlayNext(ctx, c) && !playOnly(c) && !playRobot(ctx, c) {
			break
		}
	}
	Rewait(ctx, c, actor)
	if c.Next.Pos.Over() {
		c.End()
	}
	Settle(ctx, c)
}

// Settle carries out what the table has agreed on, see vote.Settle.
func Settle(ctx context.Context, c *journal.Change) { vote.Settle(ctx, c, Advance) }

// playOnly plays the move of a seat that has no other and reports whether there was one. It belongs to the last
// group of orders: the mail before it leads to it, and takes it back.
func playOnly(c *journal.Change) bool {
	for _, s := range c.Next.Waiting() {
		line := advise.Only(c.Next.Title, c.Next.Pos, s)
		if line == "" {
			continue
		}
		next := c.Next.Clone()
		r, err := next.Try(s, line, false)
		if err != nil {
			c.Fail(&fault.Error{Err: err})
			return false
		}
		record := next.Take(s, r)
		record.Auto = true
		c.Add(next, record)
		if last := len(c.Table.LastGroups) - 1; last >= 0 {
			c.Table.LastGroups[last].Last = record.Seq
		}
		return true
	}
	return false
}

// playedFor reports whether a seat has acted in these records, or the service for it.
func playedFor(records []*engine.Record, s engine.Seat) bool {
	return slices.ContainsFunc(records, func(r *engine.Record) bool { return r.Kind == engine.Ordered && !r.Hidden && r.Seat == s })
}

// TellOutcome queues the table's letters about a change without a mail.
func TellOutcome(ctx context.Context, c *journal.Change) {
	switch c.Table.State {
	case table.Over:
		tell.All(ctx, c, templates.End, content.Tell(c.ToAll...))
	case table.Closed:
		tell.Closed(ctx, c)
	default:
		tell.Table(ctx, c, engine.Nobody)
	}
}
