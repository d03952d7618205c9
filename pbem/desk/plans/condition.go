package plans

import (
	"context"
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/plan"
)

// World is the facts that decide the conditions of a seat's plan given at a record.
func World(ctx context.Context, c *journal.Change, s engine.Seat, given uint64) plan.World {
	return plan.World{Title: c.Next.Title, View: c.Next.Pos.View(s), Seat: s, Names: c.Table.Names(), Verbs: c.Journal.Verbs, Since: ordersSince(ctx, c, s, given)}
}

// ordersSince returns the standing orders after a record, as far as a seat may know.
func ordersSince(ctx context.Context, c *journal.Change, s engine.Seat, given uint64) (out []*engine.Record) {
	log := c.Records
	if given < c.Game.Head.Seq {
		before, err := c.Journal.Games.Records(ctx, c.Game.Name, given, c.Game.Head.Seq)
		c.Fail(err)
		log = slices.Concat(before, c.Records)
	}
	for _, r := range log {
		switch {
		case r.Kind == engine.TookBack:
			out = slices.DeleteFunc(out, func(was *engine.Record) bool { return was.Seq > r.Back })
		case r.Seq > given && r.Kind == engine.Ordered && (!r.Hidden || r.Seat == s):
			known := *r
			known.Line = r.LineFor(s)
			out = append(out, &known)
		}
	}
	return out
}

// judge judges the conditions of the plans whose turn has come. A plan ends when its condition says so, and if
// it cannot be played; a recurring one only skips this turn.
func judge(ctx context.Context, c *journal.Change) {
	for i := 0; i < len(c.Table.Plans); i++ {
		p := c.Table.Plans[i]
		if due, _ := p.Due(c.Next); !due || len(p.When) == 0 {
			continue
		}
		world := World(ctx, c, p.Seat, p.Given)
		for _, when := range p.When {
			holds, known := when.Holds(world)
			if known && holds == (when.Kind == plan.If) {
				continue
			}
			said := []engine.Arg{engine.Order("lines", p.Text()), engine.Order("condition", when.Text)}
			ends := key.PlanEndsOf + when.Kind
			if !known { // the player it names has left: nothing is played without its guard
				ends = key.PlanEndsOf + "unknown"
			}
			if known && p.Always && when.Kind != plan.Until {
				turn, _ := plan.TurnOf(c.Next, p.Seat)
				c.Table.Plans[i].Open, c.Table.Plans[i].Turn = true, turn
				Tell(c, p.Seat, engine.Msg(key.PlanLeftOutOf+when.Kind, said...))
				break
			}
			c.Table.Plans = slices.Delete(slices.Clone(c.Table.Plans), i, i+1)
			i--
			Tell(c, p.Seat, engine.Msg(ends, said...))
			break
		}
	}
}
