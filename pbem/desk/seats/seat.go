// Package seats gives a seat to a new player: one who accepts an invitation, replaces a player or comes from
// the waiting list, or a robot.
package seats

import (
	"context"
	"slices"

	"railpost/engine"
	"railpost/engine/robot"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/plans"
	"railpost/pbem/desk/profiles"
	"railpost/pbem/desk/sitter"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/turn"
	"railpost/pbem/desk/vote"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// AskGuest offers somebody a seat of a game that has begun. Until they accept nothing changes for anybody at
// the table.
func AskGuest(ctx context.Context, c *journal.Change, s engine.Seat, name, address string) {
	c.Table.Players[s].Forget(address)
	c.Entered(ctx, address)
	p := &c.Table.Players[s]
	p.Asked = append(p.Asked, table.Guest{Name: name, Address: address, At: c.At})
	c.Remember(ctx, address)
	tell.Asking(ctx, c, s, p.Asked[len(p.Asked)-1], content.Facts{})
}

// TellGuests sends a seat's substitutes and guests with an address everything they need.
func TellGuests(ctx context.Context, c *journal.Change, s engine.Seat, address string) {
	p := c.Table.Players[s]
	for _, g := range p.Asked {
		if g.Address == address {
			tell.Asking(ctx, c, s, g, content.Facts{})
		}
	}
	switch {
	case p.Sitter == nil || p.Sitter.Address != address:
	case p.Sitter.Sits:
		sitter.Hand(ctx, c, s)
	default:
		tell.Asking(ctx, c, s, p.Sitter.Guest, content.Facts{})
	}
}

// MoveGuests enters the new address of those who play for a player of the table, or were
// asked to: they get a letter with a token of their own.
func MoveGuests(ctx context.Context, c *journal.Change, from, to string) {
	c.Entered(ctx, to)
	c.Remember(ctx, to)
	for i := range c.Table.Players {
		p, s := &c.Table.Players[i], engine.Seat(i)
		for i, g := range p.Asked {
			if g.Address == from {
				p.Asked[i].Address = to
			}
		}
		if p.Sitter != nil && p.Sitter.Address == from {
			sitter := *p.Sitter
			sitter.Address = to
			p.Sitter = &sitter
			tell.DropSitter(c, s)
		}
		TellGuests(ctx, c, s, to)
	}
	for i, w := range c.Table.Watchers {
		if w.Address == from {
			c.Table.Watchers[i].Address = to
		}
	}
	for i, g := range c.Table.Sat {
		if g.Address == from {
			c.Table.Sat[i].Address = to
		}
	}
}

// Take seats a new player: with a token of their own and none of their predecessor's settings. The log keeps
// the earlier players. Table, newcomer, predecessor and all who were offered the same seat are told. A player
// who takes a seat of a running game is no longer on the waiting list.
func Take(ctx context.Context, c *journal.Change, s engine.Seat, name, address string) {
	was := seat(ctx, c, s, name, address)
	seatTaken(ctx, c, s, engine.Msg(key.SeatTaken, engine.Player("seat", s), engine.Personal("was", was.Name)))
	tellLeavers(ctx, c, s, was)
}

// TakeAsked is Take for somebody who has accepted by mail.
func TakeAsked(ctx context.Context, c *journal.Change, s engine.Seat, name, address string) {
	Take(ctx, c, s, name, address)
	p := &c.Table.Players[s]
	if p.Wrote = c.At; c.Next != nil {
		p.Answer = "accept"
	}
}

// TakeByRobot is Take for a robot, which is not asked. The game begins if only this seat was
// missing.
func TakeByRobot(ctx context.Context, c *journal.Change, s engine.Seat, name string, level robot.Level) {
	was := give(ctx, c, s, c.Table.NewRobot(name, level))
	told := engine.Msg(key.SeatTaken, engine.Player("seat", s), engine.Personal("was", was.Name))
	if c.Table.State == table.Inviting && c.Table.Accepted() {
		tell.Others(ctx, c, s, told)
		beginAccepted(ctx, c)
		tell.All(ctx, c, templates.Start, content.Facts{})
	} else {
		seatTaken(ctx, c, s, told)
	}
	tellLeavers(ctx, c, s, was)
}

// seat gives a seat to a new player and returns the former one.
func seat(ctx context.Context, c *journal.Change, s engine.Seat, name, address string) (was table.Player) {
	was = give(ctx, c, s, profiles.NewPlayer(ctx, c, name, address, c.Table))
	if i := slices.IndexFunc(was.Asked, func(g table.Guest) bool { return g.Address == address && g.Lang != "" }); i >= 0 {
		c.Table.Players[s].Lang = was.Asked[i].Lang
	}
	if c.Next != nil {
		waitlist.RemoveAddress(ctx, c, address)
	}
	return was
}

// give puts a player, or a robot, on a seat and returns the former player.
func give(ctx context.Context, c *journal.Change, s engine.Seat, to table.Player) (was table.Player) {
	player := &c.Table.Players[s]
	was, *player = *player, to
	player.Renewed, player.Before = was.Renewed+1, was.Before
	if c.Next != nil {
		player.Added = was.Added // the seed was made from it
		player.Before = append(player.Before, table.Predecessor{Name: was.Name, To: c.Seq(), Addresses: was.Addresses})
	}
	c.Values[journal.PendingKey(c.Table.Game, s)] = nil
	plans.Forget(c, s)
	vote.Forget(c, s)
	for i := range c.Table.Players {
		others := &c.Table.Players[i].Ignores
		*others = slices.DeleteFunc(slices.Clone(*others), func(of engine.Seat) bool { return of == s })
	}
	for _, a := range player.Addresses {
		c.Remember(ctx, a)
	}
	return was
}

// tellLeavers tells people who are no longer concerned with a seat that it is another's.
func tellLeavers(ctx context.Context, c *journal.Change, s engine.Seat, was table.Player) {
	p := c.Table.Players[s]
	args := []engine.Arg{engine.Text("name", p.Name), engine.Text("game", c.Table.Game), tell.Title(c.Table)}
	left := key.SeatFilled
	if c.Next != nil {
		left = key.SeatGiven
	}
	tell.Guest(ctx, c, s, was.Name, was.Address(), engine.Msg(left, append(args, engine.Text("was", was.Name))...))
	if was.Sitter != nil {
		tell.DropSitter(c, s)
		tell.Guest(ctx, c, s, was.Sitter.Name, was.Sitter.Address, engine.Msg(key.GuestTooLate, args...))
	}
	for _, g := range was.Asked {
		if g.Address != p.Address() {
			tell.Guest(ctx, c, s, g.Name, g.Address, engine.Msg(key.GuestTooLate, args...))
		}
	}
	waitlist.EndOffers(ctx, c, s, engine.Msg(key.OfferTaken, args...))
}

// seatTaken tells the table about a seat's new player, and the newcomer everything a player must know.
func seatTaken(ctx context.Context, c *journal.Change, s engine.Seat, told engine.Message) {
	switch c.Table.State {
	case table.Inviting:
		c.ChaseLater()
		tell.Others(ctx, c, s, engine.Msg(key.SeatInvited, told.Args...))
		tell.Letter(ctx, c, s, templates.Invitation, content.Facts{})
	case table.Over, table.Closed:
		c.Note(engine.Nobody, engine.Report{Message: told})
		tell.Letter(ctx, c, s, templates.Answer, content.Facts{Enclose: true, Said: templates.Said{Told: []engine.Message{told}}})
	default:
		c.Note(engine.Nobody, engine.Report{Message: told})
		handOver(ctx, c, s, told)
	}
}

// handOver gives a newcomer in a running game a time limit of their own, and a letter with everything the
// others have learned since the invitation.
func handOver(ctx context.Context, c *journal.Change, s engine.Seat, told engine.Message) {
	player := &c.Table.Players[s]
	player.Moved = c.Seq()
	c.Table.Waiting = slices.DeleteFunc(c.Table.Waiting, func(w table.Wait) bool { return w.Seat == s })
	turn.Rewait(ctx, c, engine.Nobody)
	c.Dropped = append(c.Dropped, journal.SeatKey(c.Table.Game, s))
	tell.Letter(ctx, c, s, templates.Handover, content.Facts{Since: c.Table.HiddenRecords.Before(c.Seq(), sitter.HandoverSteps, s), Said: templates.Said{Told: []engine.Message{told}}})
	tell.Table(ctx, c, s)
}
