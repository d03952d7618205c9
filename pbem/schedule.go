package pbem

import (
	"slices"

	"railpost/engine"
	"railpost/pbem/clock"
	"railpost/pbem/table"
	"railpost/store"
)

// Kinds of due rows.
const (
	dueReminder   = "reminder"
	dueDeadline   = "deadline"
	dueInvitation = "invitation"
)

// rewait finds out whom the game waits for after the change. A seat that is
// asked the same as before keeps its times; one that is asked anew, or has
// acted, gets fresh ones.
func (c *change) rewait(actor engine.Seat) error {
	plan, err := c.table.Plan()
	if err != nil {
		return err
	}
	before := c.table.Waiting
	c.table.Waiting, c.fresh = nil, nil
	for _, s := range c.next.Waiting() {
		old := slices.IndexFunc(before, func(w table.Wait) bool { return w.Seat == s })
		if old >= 0 && s != actor && c.game.Now != nil && sameQuestion(c.game.Now.Pos, c.next.Pos, s) {
			c.table.Waiting = append(c.table.Waiting, before[old])
			continue
		}
		c.table.Waiting = append(c.table.Waiting, c.ask(plan, s))
		c.fresh = append(c.fresh, s)
	}
	c.reschedule(plan)
	return nil
}

// ask is the wait for a seat that is asked anew. While the game is paused no
// time goes by; a seat that took its answer back has as long as it had.
func (c *change) ask(plan clock.Plan, s engine.Seat) table.Wait {
	if c.again != nil && c.again.Seat == s {
		w := *c.again
		w.Asked = c.seq()
		return w
	}
	at := c.at
	if c.table.State == table.Paused {
		at = c.table.PausedAt
	}
	return table.Wait{Seat: s, Asked: c.seq(), Since: at, Until: plan.Due(at)}
}

// sameQuestion says whether a seat is asked the same in both positions.
func sameQuestion(a, b engine.Position, s engine.Seat) bool {
	return slices.EqualFunc(a.Prompts(s), b.Prompts(s), func(p, q engine.Prompt) bool {
		return sameMessage(p.Ask, q.Ask) && p.Rule == q.Rule && p.Optional == q.Optional &&
			slices.EqualFunc(p.Verbs, q.Verbs, func(v, w engine.Verb) bool { return v.Name == w.Name })
	})
}

func sameMessage(a, b engine.Message) bool { return a.Key == b.Key && sameArgs(a.Args, b.Args) }

func sameArgs(a, b []engine.Arg) bool {
	return slices.EqualFunc(a, b, func(x, y engine.Arg) bool {
		return x.Name == y.Name && x.Kind == y.Kind && x.Int == y.Int && x.Text == y.Text && sameArgs(x.List, y.List)
	})
}

// reschedule withdraws the times of seats that are no longer asked and sets
// those of seats that are asked anew.
func (c *change) reschedule(plan clock.Plan) {
	keep := map[int]bool{}
	for _, w := range c.table.Waiting {
		keep[int(w.Seat)] = !slices.Contains(c.fresh, w.Seat)
	}
	c.withdraw(func(d store.Due) bool { return d.Kind != dueInvitation && !keep[d.Seat] })
	for _, s := range c.fresh {
		c.putDue(plan, *c.table.WaitFor(s))
	}
}

// withdraw deletes due rows of the game beside those that go already.
func (c *change) withdraw(more func(store.Due) bool) {
	was := c.dropDue
	c.dropDue = func(d store.Due) bool { return more(d) || was != nil && was(d) }
}

// stopClocks deletes all due rows of the game.
func (c *change) stopClocks() {
	c.put = nil
	c.withdraw(func(store.Due) bool { return true })
}

// putDue sets the deadline of a wait, unless it has been told, and the next
// reminder. A paused game has none.
func (c *change) putDue(plan clock.Plan, w table.Wait) {
	if c.table.State != table.Running {
		return
	}
	if !w.Late {
		c.put = append(c.put, store.Due{At: w.Until, Game: c.game.Name, Kind: dueDeadline, Seat: int(w.Seat)})
	}
	c.putReminder(plan, w)
}

func (c *change) putReminder(plan clock.Plan, w table.Wait) {
	if at := plan.NextReminder(c.at, w.Since, w.Until, c.table.ZoneOf(w.Seat)); !at.IsZero() {
		c.put = append(c.put, store.Due{At: at, Game: c.game.Name, Kind: dueReminder, Seat: int(w.Seat)})
	}
}

// rezone sets the next reminder of a seat anew: it comes by the seat's clock.
func (c *change) rezone(s engine.Seat) error {
	w := c.table.WaitFor(s)
	if w == nil || c.table.State != table.Running {
		return nil
	}
	plan, err := c.table.Plan()
	if err != nil {
		return err
	}
	c.withdraw(func(d store.Due) bool { return d.Kind == dueReminder && d.Seat == int(s) })
	c.putReminder(plan, *w)
	return nil
}
