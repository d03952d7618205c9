package tell

import (
	"context"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/table"
)

// enter returns a letter's change to the calendar of a seat's player, which has was from earlier letters; nil: none.
func enter(ctx context.Context, c *journal.Change, s engine.Seat, was *table.Entry) *content.Calendar {
	p := &c.Table.Players[s]
	if !p.Calendar && was == nil && p.Entered == nil {
		return nil
	}
	c.CountMoves()
	if t := c.Game.Table; was == nil && t != nil && t.Players[s].Calendar && c.Digests(ctx, s) { // a daily letter has entered it
		if w := t.WaitFor(s); w != nil {
			e := t.Entry(*w)
			was = &e
		}
	}
	p.Entered = nil
	if w := c.Table.WaitFor(s); w != nil && p.Calendar && c.Table.State == table.Running && !c.Quiet(s) {
		e := c.Table.Entry(*w)
		p.Entered = &e
	}
	return &content.Calendar{Was: was, Now: p.Entered}
}
