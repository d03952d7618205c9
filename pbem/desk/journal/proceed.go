package journal

import (
	"slices"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/table"
	"railpost/pbem/show/letters"
	"railpost/templates"
)

// playedMost bounds how often a game goes on without a mail.
const playedMost = 100

// GoOn plays what needs nobody's mail, determines for whom the game waits then, and closes
// a game that is over, and proposals that it has gone past. A paused game stands still.
func (c *Change) GoOn(actor engine.Seat) {
	for n := 0; n < playedMost && c.Table.State == table.Running && c.Err == nil; n++ {
		if !c.playPlan() && !c.playOnly() && !c.playRobot() {
			break
		}
	}
	c.Rewait(actor)
	if c.Next.Pos.Over() {
		c.End()
	}
	c.Settle()
}

// playOnly plays the move of a seat that has no other and reports whether there was one.
// The last group of orders includes it: what leads to it, and takes it back, is the mail
// before it.
func (c *Change) playOnly() bool {
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

// playedFor reports whether a seat has acted in this change, or the service for it.
func (c *Change) playedFor(s engine.Seat) bool {
	return slices.ContainsFunc(c.Records, func(r *engine.Record) bool { return r.Kind == engine.Ordered && !r.Aside && r.Seat == s })
}

// TellOutcome queues what the table must learn of a change that is nobody's mail.
func (c *Change) TellOutcome() {
	switch c.Table.State {
	case table.Over:
		c.TellAll(templates.End, letters.Tell(c.ToAll...))
	case table.Closed:
		c.TellClosed()
	default:
		c.TellTable(engine.Nobody)
	}
}
