package due

import (
	"context"
	"slices"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/desk/daily"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/plans"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/turn"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// remind sends the full turn letter again, with help for a player who cannot answer, and sets the next
// reminder. It also stands in for missed reminders.
func remind(ctx context.Context, c *journal.Change, s engine.Seat) {
	w := c.Table.WaitFor(s)
	if w == nil || c.Table.State != table.Running {
		return
	}
	c.PutReminder(s)
	if p := c.Table.Players[s]; c.Quiet(s) || p.Letters == table.Off || p.Resigned || c.Digests(ctx, s) && (w.Late || !daily.Pressing(*w, c.At)) {
		return
	}
	urge(ctx, c, s, templates.Reminder, help(c, *w))
}

// urge tells a player that their time passes, unless they read daily letters and have had such a letter today.
func urge(ctx context.Context, c *journal.Change, s engine.Seat, kind templates.Kind, told []engine.Message) {
	if c.Digests(ctx, s) {
		others, ok := daily.Urge(ctx, c, c.Table.Players[s].Address())
		if !ok {
			return
		}
		told = append(told, others...)
	}
	tell.Letter(ctx, c, s, kind, content.Tell(told...))
}

// help lists what a player who cannot answer now can do, and what happens otherwise.
func help(c *journal.Change, w table.Wait) (told []engine.Message) {
	r, p := c.Table.Rules, c.Table.Players[w.Seat]
	end := c.Table.Clock(w.Seat).Pace().LateRuleAt(w.Until)
	lines := plans.Defaults(c.Next, w.Seat)
	switch {
	case p.Open:
		told = append(told, engine.Msg(key.OtherwiseOf+"offered"))
	case r.Out() == table.TimeOutDefault && len(lines) == 0, w.Stuck:
		told = append(told, engine.Msg(key.OtherwiseOf+"stuck"))
	case end.After(c.At) && r.Out().Acts():
		told = append(told, engine.Msg(key.OtherwiseOf+string(r.Out()), content.At(end), engine.SeveralOf("lines", lines, order)))
	}
	if r.Out() != table.TimeOutDefault && len(lines) > 0 {
		told = append(told, engine.Msg(key.OtherwiseOf+"now", engine.SeveralOf("lines", lines, order)))
	}
	if left := r.Extra - p.Extra; left > 0 {
		told = append(told, engine.Msg(key.OtherwiseOf+"need", content.Seconds("left", left)))
	}
	if table.DaysAway(p.Away) < r.AbsenceDays {
		told = append(told, engine.Msg(key.OtherwiseOf+"away"))
	}
	return told
}

// order returns an order, with the title's remarks, as an argument of a message.
func order(name string, o advise.Choice) engine.Arg {
	remarks := engine.Text("remarks", "")
	if len(o.Remark) > 0 {
		remarks = engine.SeveralOf("remarks", o.Remark, engine.Say)
	}
	return engine.Say(name, engine.Msg(key.OtherwiseOf+"line", engine.Order("line", o.Line), remarks))
}

// deadline tells the table and the organiser that a player's time is over.
func deadline(ctx context.Context, c *journal.Change, s engine.Seat) {
	w := c.Table.WaitFor(s)
	if w == nil || w.Late || c.Table.State != table.Running {
		return
	}
	untried, lost := undelivered(ctx, c, *w)
	if untried { // its time has not begun
		c.Empty = true
		return
	}
	w.Late, w.Lost = true, lost
	out, end := c.Table.Rules.Out(), c.Table.Clock(s).Pace().LateRuleAt(w.Until)
	if out.Acts() && !end.After(c.At) {
		return // the present action is told
	}
	told, own := engine.Msg(key.LateOf+string(out), engine.Player("seat", s), content.At(end)), help(c, *w)
	switch {
	case c.Suspended(ctx, c.Table.Players[s].Address()):
		told = engine.Msg(key.LateOf+"suspended", engine.Player("seat", s))
	case lost:
		told = engine.Msg(key.LateOf+"lost", engine.Player("seat", s))
	}
	if !out.Acts() || told.Key != key.LateOf+string(out) { // else help says it
		own = slices.Insert(own, 0, told)
	}
	for i, p := range c.Table.Players {
		switch seat := engine.Seat(i); {
		case p.Letters == table.Off, p.Resigned:
		case seat == s:
			urge(ctx, c, seat, templates.Late, own)
		case p.Letters != table.Turns && !c.Digests(ctx, seat):
			tell.Letter(ctx, c, seat, templates.Late, content.Tell(told))
		}
	}
	tell.Organiser(ctx, c, told, engine.Msg(key.OrganiserLate, engine.Player("seat", s)))
}

// timeOut carries out the table's rule for a player whose time is up, or who is away and need not be waited
// for. They learn of it with any choice of letters.
func timeOut(ctx context.Context, c *journal.Change, s engine.Seat) {
	w := c.Table.WaitFor(s)
	if w == nil || w.Stuck || c.Table.State != table.Running {
		return
	}
	if untried, _ := undelivered(ctx, c, *w); untried { // its time has not begun
		c.Empty = true
		return
	}
	for turn.PlayPlan(ctx, c, s) && len(c.Records) == 0 { // one that stops may leave another
	}
	if len(c.Records) > 0 || turn.PlayLate(ctx, c, s) {
		turn.TellOutcome(ctx, c)
		return
	}
	rule, say := c.Table.Rules.Out(), key.TimeOutOf
	if c.At.Before(w.Until) { // they are away
		rule, say = table.TimeOut(c.Table.Rules.Away()), key.AwayPlayedOf
	}
	told := engine.Msg(say+string(rule), engine.Player("seat", s))
	if !canCarryOut(c, s, rule) {
		if rule != table.TimeOutPlan {
			told = engine.Msg(key.TimeOutOf+"stuck", engine.Player("seat", s))
		}
		rule = table.TimeOutWait
	}
	if rule != table.TimeOutDefault { // automatic orders have their own report
		c.Note(engine.Nobody, engine.Report{Message: told})
	}
	carryOut(c, s, rule)
	turn.Advance(ctx, c, engine.Nobody)
	switch {
	case c.Table.Ended():
		turn.TellOutcome(ctx, c)
	default:
		tell.Table(ctx, c, s)
		tell.Seat(ctx, c, s, told)
	}
	notice := []engine.Message{told}
	if c.Table.WhyVacant(s) != "" {
		notice = append(notice, waitlist.Offered(s, waitlist.Offer(ctx, c, s)))
	}
	tell.Organiser(ctx, c, notice...)
}

// canCarryOut reports whether a rule lets the game continue for a seat: only the player can make some choices,
// and if robots play all seats nobody is left to play with.
func canCarryOut(c *journal.Change, s engine.Seat, rule table.TimeOut) bool {
	switch rule {
	case table.TimeOutOpen:
		return true
	case table.TimeOutPlan:
		return false
	case table.TimeOutRobot:
		others := slices.Delete(slices.Clone(c.Table.Players), int(s), int(s)+1)
		return slices.ContainsFunc(others, func(p table.Player) bool { return !p.Thought() })
	}
	return len(plans.Defaults(c.Next, s)) > 0
}

// carryOut carries out a rule for a seat.
func carryOut(c *journal.Change, s engine.Seat, rule table.TimeOut) {
	p := &c.Table.Players[s]
	switch rule {
	case table.TimeOutDefault:
		turn.TimeOut(c, s)
	case table.TimeOutRobot:
		p.Robot = true
	case table.TimeOutOpen:
		p.Open, c.Table.WaitFor(s).Stuck = true, true
	case table.TimeOutWait:
		c.Table.WaitFor(s).Stuck = true
	}
}
