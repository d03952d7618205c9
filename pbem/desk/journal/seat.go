package journal

import (
	"cmp"
	"slices"
	"time"

	"railpost/engine"
	"railpost/engine/robot"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/show/letters"
	"railpost/templates"
)

// AskGuest asks somebody to take a seat of a game that has begun. Until they accept nothing
// changes for anybody at the table.
func (c *Change) AskGuest(s engine.Seat, name, address string) {
	c.Table.Players[s].Forget(address)
	c.Entered(address)
	p := &c.Table.Players[s]
	p.Asked = append(p.Asked, table.Guest{Name: name, Address: address, At: c.At})
	c.Remember(address)
	c.QueueAsking(s, p.Asked[len(p.Asked)-1], letters.Facts{})
}

// QueueAsking queues the letter that asks somebody to take a seat, or to play for its player
// for a time.
func (c *Change) QueueAsking(s engine.Seat, g table.Guest, f letters.Facts) {
	args := []engine.Arg{engine.Text("name", g.Name), engine.Player("seat", s), c.title(), engine.Text("game", c.Table.Game)}
	asked := engine.Msg(key.GuestAsked, args...)
	if c.Table.Players[s].SitterIs(g) {
		asked = engine.Msg(key.SitterAsks, append(args, engine.Text("date", c.Table.Players[s].Sitter.Until.String()))...)
	}
	f.Told, f.Lang = append([]engine.Message{asked}, f.Told...), g.Lang
	c.queueGuest(s, g.Name, g.Address, g.At, f)
}

// TellGuests sends those who play for a seat, or were asked to play there, at an address
// what they need to do it.
func (c *Change) TellGuests(s engine.Seat, address string) {
	p := c.Table.Players[s]
	for _, g := range p.Asked {
		if g.Address == address {
			c.QueueAsking(s, g, letters.Facts{})
		}
	}
	switch {
	case p.Sitter == nil || p.Sitter.Address != address:
	case p.Sitter.Sits:
		c.HandSitter(s)
	default:
		c.QueueAsking(s, p.Sitter.Guest, letters.Facts{})
	}
}

// MoveGuests enters the new address of those who play for a player of the table, or were
// asked to: they get a letter with a token of their own.
func (c *Change) MoveGuests(from, to string) {
	c.Entered(to)
	c.Remember(to)
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
			c.dropSitter(s)
		}
		c.TellGuests(s, to)
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

// TellGuest queues a letter to somebody about a seat on which they do not sit.
func (c *Change) TellGuest(s engine.Seat, name, address string, told engine.Message) {
	c.queueGuest(s, name, address, time.Time{}, letters.Tell(told))
}

// TellMoved tells the former address of a seat's player that letters go elsewhere: if somebody
// else wanted that, its owner is the one to notice. One from which letters came back is not
// told: that is why they move.
func (c *Change) TellMoved(s engine.Seat, former string) {
	f, err := c.Journal.failing(c.Ctx, former)
	c.Fail(err)
	if f.Count > 0 {
		return
	}
	c.TellGuest(s, c.Table.Players[s].Name, former, engine.Msg(key.PlayerMoved, engine.Text("game", c.Table.Game), c.title(), engine.Text("contact", c.Journal.Config.Identity.Contact)))
}

func (c *Change) queueGuest(s engine.Seat, name, address string, asks time.Time, f letters.Facts) {
	f.Guest, f.Lang = &letters.Guest{Name: name, Seat: s, Asks: asks}, cmp.Or(f.Lang, c.LangOf(address))
	c.QueueTo(engine.Nobody, address, templates.Guest, f)
}

func (c *Change) title() engine.Arg { return engine.Say("title", engine.Msg(c.Table.Title+".title")) }

// TakeSeat seats somebody else: with a token of their own and nothing of what their
// predecessor chose. The log keeps who sat there before. Table, newcomer, predecessor and
// all who were asked for the same seat are told. Who takes a seat of a game that goes on is
// no longer on the waiting list.
func (c *Change) TakeSeat(s engine.Seat, name, address string) {
	was := c.seat(s, name, address)
	c.seatTaken(s, engine.Msg(key.SeatTaken, engine.Player("seat", s), engine.Personal("was", was.Name)))
	c.tellLeavers(s, was)
}

// AcceptSeat is TakeSeat for somebody who has accepted by mail.
func (c *Change) AcceptSeat(s engine.Seat, name, address string) {
	c.TakeSeat(s, name, address)
	p := &c.Table.Players[s]
	if p.Wrote = c.At; c.Next != nil {
		p.Answer = "accept"
	}
}

// SeatRobot is TakeSeat for a robot, which is not asked. The game begins if only this seat was
// missing.
func (c *Change) SeatRobot(s engine.Seat, name string, level robot.Level) {
	was := c.give(s, c.Table.NewRobot(name, level))
	told := engine.Msg(key.SeatTaken, engine.Player("seat", s), engine.Personal("was", was.Name))
	if c.Table.State == table.Inviting && c.Table.Accepted() {
		c.TellOthers(s, told)
		c.beginAccepted()
		c.TellAll(templates.Start, letters.Facts{})
	} else {
		c.seatTaken(s, told)
	}
	c.tellLeavers(s, was)
}

// seat gives a seat to somebody else and returns its former player.
func (c *Change) seat(s engine.Seat, name, address string) (was table.Player) {
	was = c.give(s, c.NewPlayer(name, address, c.Table))
	if i := slices.IndexFunc(was.Asked, func(g table.Guest) bool { return g.Address == address && g.Lang != "" }); i >= 0 {
		c.Table.Players[s].Lang = was.Asked[i].Lang
	}
	if c.Next != nil {
		c.unlist(address)
	}
	return was
}

// give puts a player, or a robot, on a seat and returns who sat there.
func (c *Change) give(s engine.Seat, to table.Player) (was table.Player) {
	player := &c.Table.Players[s]
	was, *player = *player, to
	player.Renewed, player.Before = was.Renewed+1, was.Before
	if c.Next != nil {
		player.Added = was.Added // the seed was made from it
		player.Before = append(player.Before, table.Predecessor{Name: was.Name, To: c.Seq(), Addresses: was.Addresses})
	}
	c.Values[PendingKey(c.Table.Game, s)] = nil
	c.forgetPlans(s)
	c.forgetVotes(s)
	for i := range c.Table.Players {
		others := &c.Table.Players[i].Ignores
		*others = slices.DeleteFunc(slices.Clone(*others), func(of engine.Seat) bool { return of == s })
	}
	for _, a := range player.Addresses {
		c.Remember(a)
	}
	return was
}

// tellLeavers tells those who no longer have to do with a seat that it is somebody else's.
func (c *Change) tellLeavers(s engine.Seat, was table.Player) {
	p := c.Table.Players[s]
	args := []engine.Arg{engine.Text("name", p.Name), engine.Text("game", c.Table.Game), c.title()}
	left := key.SeatFilled
	if c.Next != nil {
		left = key.SeatGiven
	}
	c.TellGuest(s, was.Name, was.Address(), engine.Msg(left, append(args, engine.Text("was", was.Name))...))
	if was.Sitter != nil {
		c.dropSitter(s)
		c.TellGuest(s, was.Sitter.Name, was.Sitter.Address, engine.Msg(key.GuestTooLate, args...))
	}
	for _, g := range was.Asked {
		if g.Address != p.Address() {
			c.TellGuest(s, g.Name, g.Address, engine.Msg(key.GuestTooLate, args...))
		}
	}
	c.EndOffers(s, engine.Msg(key.OfferTaken, args...))
}

// seatTaken tells the table that somebody else has taken a seat, and the newcomer
// everything a player must know.
func (c *Change) seatTaken(s engine.Seat, told engine.Message) {
	switch c.Table.State {
	case table.Inviting:
		c.ChaseLater()
		c.TellOthers(s, engine.Msg(key.SeatInvited, told.Args...))
		c.Queue(s, templates.Invitation, letters.Facts{})
	case table.Over, table.Closed:
		c.Note(engine.Nobody, engine.Report{Message: told})
		c.Queue(s, templates.Answer, letters.Facts{Enclose: true, Said: templates.Said{Told: []engine.Message{told}}})
	default:
		c.Note(engine.Nobody, engine.Report{Message: told})
		c.handOver(s, told)
	}
}

// handoverSteps is how many past steps a newcomer is told at once.
const handoverSteps = 10

// handOver gives a newcomer in a running game a time limit of their own, and a letter with
// everything the others have learned since the invitation.
func (c *Change) handOver(s engine.Seat, told engine.Message) {
	player := &c.Table.Players[s]
	player.Moved = c.Seq()
	c.Table.Waiting = slices.DeleteFunc(c.Table.Waiting, func(w table.Wait) bool { return w.Seat == s })
	c.Rewait(engine.Nobody)
	c.Dropped = append(c.Dropped, SeatKey(c.Table.Game, s))
	c.Queue(s, templates.Handover, letters.Facts{Since: c.Table.Asides.Before(c.Seq(), handoverSteps, s), Said: templates.Said{Told: []engine.Message{told}}})
	c.TellTable(s)
}
