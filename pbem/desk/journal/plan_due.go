package journal

import (
	"slices"

	"railpost/engine"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/plan"
)

// World is what the conditions of a seat's plan are judged by that was given at a record.
func (c *Change) World(s engine.Seat, given uint64) plan.World {
	return plan.World{Title: c.Next.Title, View: c.Next.Pos.View(s), Seat: s, Names: c.Table.Names(), Verbs: c.Journal.Verbs, Since: c.ordersSince(s, given)}
}

// ordersSince returns what stands of the orders after a record, as far as a seat may know.
func (c *Change) ordersSince(s engine.Seat, given uint64) (out []*engine.Record) {
	log := c.Records
	if given < c.Game.Head.Seq {
		before, err := c.Journal.Games.Records(c.Ctx, c.Game.Name, given, c.Game.Head.Seq)
		c.Fail(err)
		log = slices.Concat(before, c.Records)
	}
	for _, r := range log {
		switch {
		case r.Kind == engine.TookBack:
			out = slices.DeleteFunc(out, func(was *engine.Record) bool { return was.Seq > r.Back })
		case r.Seq > given && r.Kind == engine.Ordered && (!r.Aside || r.Seat == s):
			known := *r
			known.Line = r.LineFor(s)
			out = append(out, &known)
		}
	}
	return out
}

// judgePlans judges the conditions of the plans whose turn has come. A plan ends when it is
// said to, and if it cannot be played; one for turn after turn only leaves out this turn.
func (c *Change) judgePlans() {
	for i := 0; i < len(c.Table.Plans); i++ {
		p := c.Table.Plans[i]
		if due, _ := p.Due(c.Next); !due || len(p.When) == 0 {
			continue
		}
		world := c.World(p.Seat, p.Given)
		for _, when := range p.When {
			holds, known := when.Holds(world)
			if known && holds == (when.Kind == plan.If) {
				continue
			}
			said := []engine.Arg{engine.Order("lines", p.Text()), engine.Order("condition", when.Text)}
			ends := key.PlanEndsOf + when.Kind
			if !known { // who it names has left: nothing is played without its guard
				ends = key.PlanEndsOf + "unknown"
			}
			if known && p.Always && when.Kind != plan.Until {
				turn, _ := plan.TurnOf(c.Next, p.Seat)
				c.Table.Plans[i].Open, c.Table.Plans[i].Turn = true, turn
				c.tellPlan(p.Seat, engine.Msg(key.PlanLeftOutOf+when.Kind, said...))
				break
			}
			c.Table.Plans = slices.Delete(slices.Clone(c.Table.Plans), i, i+1)
			i--
			c.tellPlan(p.Seat, engine.Msg(ends, said...))
			break
		}
	}
}

// PlayLate plays what a seat has planned for the case that its time runs out, and reports
// whether anything was.
func (c *Change) PlayLate(s engine.Seat) bool {
	i := slices.IndexFunc(c.Table.Plans, func(p plan.Plan) bool { return p.Seat == s && p.Late && !p.Open })
	if i < 0 {
		return false
	}
	p := c.Table.Plans[i]
	c.Table.Plans = slices.Delete(slices.Clone(c.Table.Plans), i, i+1)
	c.playLines(p, p.Lines)
	if len(c.Records) > 0 {
		c.GoOn(engine.Nobody)
	}
	return len(c.Records) > 0
}

// Spelt returns lines of a seat with those of the usual turn; none if nobody but the player can
// choose them.
func Spelt(g *engine.Game, s engine.Seat, lines []string) (out []string) {
	for _, line := range lines {
		turn := []string{line}
		switch line {
		case plan.UsualTurn:
			turn = g.Title.Usual(g.Pos.View(s), s).Lines
		case plan.Harmless:
			turn = nil
			for _, choice := range Defaults(g, s) {
				turn = append(turn, choice.Line)
			}
		}
		if len(turn) == 0 {
			return nil
		}
		out = append(out, turn...)
	}
	return out
}

// PlayNow makes the plans of a seat that is asked begin with this turn, without waiting: their
// player has written just now. It reports whether one does.
func (c *Change) PlayNow(s engine.Seat) bool {
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
	if begins && c.Table.Rules.Window > 0 { // nothing counts as soon as it has come
		w := c.Table.WaitFor(s)
		w.Plan = c.planAt(*w)
		c.Retime(w, w.Until)
		return false
	}
	if begins {
		c.planNow = s
		c.GoOn(engine.Nobody) // a plan that cannot be played gives no new time
	}
	return begins
}
