// Package sitter lets a substitute play for a seat's player until a day. tell sends both the letters of the seat.
package sitter

import (
	"context"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/store"
	"railpost/templates"
)

// HandoverSteps limits the past steps that a newcomer is told at once.
const HandoverSteps = 10

// Begin lets a substitute who has accepted play for a seat's player. From now on the letters
// of the seat go to both.
func Begin(ctx context.Context, c *journal.Change, s engine.Seat) {
	p := &c.Table.Players[s]
	sits := *p.Sitter
	sits.Sits, sits.From = true, clock.DateOf(c.At.In(c.Table.ZoneOf(s))).Next()
	p.Sitter = &sits
	c.RetimeSeat(s, true) // it runs on days of the player's absence while a substitute plays
	c.Table.Sat = append(c.Table.Sat, sits.Guest)
	c.Remember(ctx, sits.Address)
	c.Put = append(c.Put, store.Due{At: c.Table.Players[s].SitterEnds(), Game: c.Table.Game, Kind: journal.DueSitter, Seat: int(s)})
	told := engine.Msg(key.SitterSits, engine.Player("seat", s), engine.Personal("name", sits.Name), engine.Text("date", sits.Until.String()))
	c.Note(engine.Nobody, engine.Report{Message: told})
	Hand(ctx, c, s)
	tell.Table(ctx, c, s)
	tell.To(ctx, c, s, p.Address(), templates.Answer, content.Tell(told))
}

// Hand queues the letter for a seat's substitute from which they can play.
func Hand(ctx context.Context, c *journal.Change, s engine.Seat) {
	tell.Sitter(ctx, c, s, templates.Handover, content.Facts{Since: c.Table.HiddenRecords.Before(c.Seq(), HandoverSteps, s)}, "")
}

// End ends a substitute's rights, or withdraws the request to one. It tells the table and the substitute, but
// nobody who has never written to us: they only get the question.
func End(ctx context.Context, c *journal.Change, s engine.Seat) {
	p := &c.Table.Players[s]
	g := *p.Sitter
	p.Sitter = nil
	tell.DropSitter(c, s)
	if g.Sits || c.Knows(ctx, g.Address) {
		tell.Guest(ctx, c, s, g.Name, g.Address, engine.Msg(key.SitterThanks, engine.Player("seat", s), engine.Text("game", c.Table.Game), tell.Title(c.Table)))
	}
	if g.Sits {
		c.RetimeSeat(s, true)
		c.Note(engine.Nobody, engine.Report{Message: engine.Msg(key.SitterEnds, engine.Player("seat", s), engine.Personal("name", g.Name))})
	}
}

// Due ends a substitute's rights after their last day.
func Due(ctx context.Context, c *journal.Change, s engine.Seat, d store.Due) {
	if is := c.Table.Players[s].Sitter; is == nil || !is.Sits {
		return
	}
	if ends := c.Table.Players[s].SitterEnds(); c.At.Before(ends) {
		d.At = ends
		c.Put = append(c.Put, d)
		return
	}
	End(ctx, c, s)
	if c.Table.State == table.Running || c.Table.State == table.Paused {
		tell.Table(ctx, c, engine.Nobody)
	}
}
