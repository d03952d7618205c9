package journal

import (
	"slices"

	"railpost/engine"
	"railpost/pbem/clock"
	"railpost/pbem/table"
	"railpost/store"
)

// Kinds of due rows.
const (
	DueReminder   = "reminder"
	DueDeadline   = "deadline"
	DueInvitation = "invitation"
)

// Rewait determines which seats the game waits for after the change. A seat that is asked
// the same as before keeps its times; one that is asked anew, or has acted, or for which
// the service has played, gets fresh ones.
func (c *Change) Rewait(actor engine.Seat) {
	plan := c.plan()
	before := c.Table.Waiting
	c.Table.Waiting, c.Fresh = nil, nil
	for _, s := range c.Next.Waiting() {
		old := slices.IndexFunc(before, func(w table.Wait) bool { return w.Seat == s })
		if old >= 0 && s != actor && !c.playedFor(s) && c.Game.Now != nil && SameQuestion(c.Game.Now.Pos, c.Next.Pos, s) {
			c.Table.Waiting = append(c.Table.Waiting, before[old])
			continue
		}
		c.Table.Waiting = append(c.Table.Waiting, c.newWait(plan, s))
		c.Fresh = append(c.Fresh, s)
	}
	c.reschedule(plan)
}

// plan returns how the game's time runs.
func (c *Change) plan() clock.Plan {
	plan, err := c.Table.Plan()
	c.Fail(err)
	return plan
}

// newWait returns the wait for a seat that is asked anew. While the game is paused no time
// passes; a seat that took its answer back has as long as it had.
func (c *Change) newWait(plan clock.Plan, s engine.Seat) table.Wait {
	if c.Again != nil && c.Again.Seat == s {
		w := *c.Again
		w.Asked = c.Seq()
		return w
	}
	at := c.At
	if c.Table.State == table.Paused {
		at = c.Table.PausedAt
	}
	return table.Wait{Seat: s, Asked: c.Seq(), Since: at, Until: plan.Due(at)}
}

// SameQuestion reports whether a seat is asked the same in both positions.
func SameQuestion(a, b engine.Position, s engine.Seat) bool {
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

// reschedule deletes the times of seats that are no longer asked and sets those of seats
// that are asked anew.
func (c *Change) reschedule(plan clock.Plan) {
	keep := map[int]bool{}
	for _, w := range c.Table.Waiting {
		keep[int(w.Seat)] = !slices.Contains(c.Fresh, w.Seat)
	}
	c.withdraw(func(d store.Due) bool { return d.Kind != DueInvitation && !keep[d.Seat] })
	for _, s := range c.Fresh {
		c.putDue(plan, *c.Table.WaitFor(s))
	}
}

// withdraw deletes due rows of the game in addition to those already marked.
func (c *Change) withdraw(more func(store.Due) bool) {
	was := c.dropDue
	c.dropDue = func(d store.Due) bool { return more(d) || was != nil && was(d) }
}

// StopClocks deletes all due rows of the game.
func (c *Change) StopClocks() {
	c.Put = nil
	c.withdraw(func(store.Due) bool { return true })
}

// putDue sets the deadline of a wait, unless it has been told, and the next
// reminder. A paused game has none.
func (c *Change) putDue(plan clock.Plan, w table.Wait) {
	if c.Table.State != table.Running {
		return
	}
	if !w.Late {
		c.Put = append(c.Put, store.Due{At: w.Until, Game: c.Game.Name, Kind: DueDeadline, Seat: int(w.Seat)})
	}
	c.putReminder(plan, w)
}

func (c *Change) putReminder(plan clock.Plan, w table.Wait) {
	if at := plan.NextReminder(c.At, w.Since, w.Until, c.Table.ZoneOf(w.Seat)); !at.IsZero() {
		c.Put = append(c.Put, store.Due{At: at, Game: c.Game.Name, Kind: DueReminder, Seat: int(w.Seat)})
	}
}

// PutReminder sets the next reminder of a seat, which follows the seat's clock.
func (c *Change) PutReminder(s engine.Seat) {
	w := c.Table.WaitFor(s)
	if w == nil || c.Table.State != table.Running {
		return
	}
	c.withdraw(func(d store.Due) bool { return d.Kind == DueReminder && d.Seat == int(s) })
	c.putReminder(c.plan(), *w)
}

// SetDue recomputes the due rows of the seats that are waited for, as far as old returns
// true.
func (c *Change) SetDue(old func(store.Due) bool) {
	plan := c.plan()
	c.withdraw(old)
	for _, w := range c.Table.Waiting {
		if old(store.Due{Game: c.Game.Name, Seat: int(w.Seat)}) {
			c.putDue(plan, w)
		}
	}
}

// ChaseLater schedules the notice to the organiser about unanswered invitations.
func (c *Change) ChaseLater() {
	c.withdraw(func(d store.Due) bool { return d.Kind == DueInvitation })
	at := c.At.Add(c.Journal.Config.Schedule.InvitationChase.Duration)
	c.Put = append(c.Put, store.Due{At: at, Game: c.Table.Game, Kind: DueInvitation, Seat: -1})
}
