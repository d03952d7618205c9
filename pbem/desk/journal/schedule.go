package journal

import (
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/table"
	"railpost/store"
)

// Kinds of due rows.
const (
	DueReminder   = "reminder"
	DueDeadline   = "deadline"
	DueTimeOut    = "timeout" // the grace time is over
	DueInvitation = "invitation"
	DueSilence    = "silence" // silence to a proposal counts as agreement
	DuePlan       = "plan"    // the turn of a plan came a while ago
	DueSitter     = "sitter"  // the substitute's last day is over; holds even while clocks are stopped
)

// Reminders returns when the game's players are reminded.
func (c *Change) Reminders() clock.Plan {
	plan, err := c.Table.Terms().Plan()
	c.Fail(err)
	return plan
}

// Reschedule deletes the times of seats that are no longer asked and sets those of seats
// that are asked anew.
func (c *Change) Reschedule(plan clock.Plan) {
	keep := map[int]bool{}
	for _, w := range c.Table.Waiting {
		keep[int(w.Seat)] = !slices.Contains(c.Fresh, w.Seat)
	}
	gone := func(d store.Due) bool { return d.Seat >= 0 && !keep[d.Seat] }
	c.Put = slices.DeleteFunc(c.Put, gone)
	c.DropDues(gone)
	for _, s := range c.Fresh {
		c.putDue(plan, *c.Table.WaitFor(s))
	}
}

// DropDues deletes due rows of the game in addition to those already marked.
func (c *Change) DropDues(more func(store.Due) bool) {
	was := c.DropDue
	c.DropDue = func(d store.Due) bool { return d.Kind != DueSitter && more(d) || was != nil && was(d) }
}

// StopClocks deletes all due rows of the game.
func (c *Change) StopClocks() {
	c.Put = slices.DeleteFunc(c.Put, func(d store.Due) bool { return d.Kind != DueSitter })
	c.DropDues(func(store.Due) bool { return true })
}

// putDue sets the deadline of a wait, unless it has been told, and the next reminder. A paused game has no
// deadlines, and a robot needs none.
func (c *Change) putDue(plan clock.Plan, w table.Wait) {
	if c.Table.State != table.Running || c.Table.Players[w.Seat].IsRobot() {
		return
	}
	if !w.Late {
		c.Put = append(c.Put, store.Due{At: w.Until, Game: c.Game.Name, Kind: DueDeadline, Seat: int(w.Seat)})
	}
	if at := c.timeOutAt(w); !at.IsZero() && !w.Stuck {
		c.Put = append(c.Put, store.Due{At: at, Game: c.Game.Name, Kind: DueTimeOut, Seat: int(w.Seat)})
	}
	if !w.Plan.IsZero() {
		c.Put = append(c.Put, store.Due{At: w.Plan, Game: c.Game.Name, Kind: DuePlan, Seat: int(w.Seat)})
	}
	c.putReminder(plan, w)
}

// timeOutAt returns when the table's rule for silent seats applies: at once on days off that need not be waited
// for; the zero time: never.
func (c *Change) timeOutAt(w table.Wait) time.Time {
	if at := c.Table.Clock(w.Seat).AwayFrom(c.At); !at.IsZero() && at.Before(w.Until) {
		return at
	}
	if !c.Table.Rules.Out().Acts() {
		return time.Time{}
	}
	return c.Table.Clock(w.Seat).Pace().LateRuleAt(w.Until)
}

// putReminder sets the next reminder of a wait, on a day when time runs.
func (c *Change) putReminder(plan clock.Plan, w table.Wait) {
	at := c.Table.Clock(w.Seat).NextReminder(plan, c.At, w)
	if !at.IsZero() {
		c.Put = append(c.Put, store.Due{At: at, Game: c.Game.Name, Kind: DueReminder, Seat: int(w.Seat)})
	}
}

// Retime recomputes the times of a wait after the table's clock has changed, with a deadline not before an
// instant. A future deadline stays in the future.
func (c *Change) Retime(w *table.Wait, least time.Time) {
	was := w.Until
	w.Until, w.Plain = c.Table.Clock(w.Seat).Due(*w)
	c.Table.Clock(w.Seat).NotBefore(w, least)
	if was.After(c.At) && !w.Until.After(c.At) {
		w.Until, w.Plain = was, was
	}
	if w.Until.After(c.At) {
		w.Late, w.Lost, w.Stuck = false, false, false
	}
	s := int(w.Seat)
	c.Put = slices.DeleteFunc(c.Put, func(d store.Due) bool { return d.Kind != DueSitter && d.Seat == s })
	c.SetDue(func(d store.Due) bool { return d.Seat == s })
}

// Extend gives the seat of a wait at least this many seconds more: from now on if its time
// is over.
func (c *Change) Extend(w *table.Wait, seconds int64) {
	if over := c.At.Sub(w.Until); over > 0 {
		seconds += int64(over.Round(time.Second) / time.Second)
	}
	w.Extra += seconds
	c.Retime(w, w.Until.Add(time.Duration(seconds)*time.Second))
}

// RetimeSeat recalculates the time of a seat's question; earlier permits an earlier deadline.
func (c *Change) RetimeSeat(s engine.Seat, earlier bool) {
	w := c.Table.WaitFor(s)
	if w == nil || c.Table.State != table.Running {
		return
	}
	least := w.Until
	if earlier {
		least = time.Time{}
	}
	c.Retime(w, least)
}

// RetimeAll sets the times of all waits anew after the rules of the table have changed. Where
// they give the same time as before, it does not end sooner: a pause may have moved it.
func (c *Change) RetimeAll(was *table.Table) {
	for i := range c.Table.Waiting {
		w := &c.Table.Waiting[i]
		before, _ := was.Clock(w.Seat).Due(*w)
		after, _ := c.Table.Clock(w.Seat).Due(*w)
		least := time.Time{}
		if after.Equal(before) {
			least = w.Until
		}
		c.Retime(w, least)
	}
}

// PutReminder sets the next reminder of a seat, which follows the seat's clock.
func (c *Change) PutReminder(s engine.Seat) {
	w := c.Table.WaitFor(s)
	if w == nil || c.Table.State != table.Running || c.Table.Players[s].IsRobot() {
		return
	}
	c.DropDues(func(d store.Due) bool { return d.Kind == DueReminder && d.Seat == int(s) })
	c.putReminder(c.Reminders(), *w)
}

// SetDue recomputes the due rows of the seats that are waited for, and of silence, as far as
// old returns true.
func (c *Change) SetDue(old func(store.Due) bool) {
	plan := c.Reminders()
	c.DropDues(old)
	for _, w := range c.Table.Waiting {
		if old(store.Due{Game: c.Game.Name, Seat: int(w.Seat)}) {
			c.putDue(plan, w)
		}
	}
	if old(store.Due{Game: c.Game.Name, Kind: DueSilence, Seat: -1}) {
		c.PutSilence()
	}
}

// ChaseLater schedules the notice to the organiser about unanswered invitations.
func (c *Change) ChaseLater() {
	c.DropDues(func(d store.Due) bool { return d.Kind == DueInvitation })
	at := c.At.Add(c.Journal.Config.Schedule.InvitationChase.Duration)
	c.Put = append(c.Put, store.Due{At: at, Game: c.Table.Game, Kind: DueInvitation, Seat: -1})
}

// PutSilence sets when the first proposal is due to be decided by silence.
func (c *Change) PutSilence() {
	silence := func(d store.Due) bool { return d.Kind == DueSilence }
	c.Put = slices.DeleteFunc(c.Put, silence)
	c.DropDues(silence)
	var first time.Time
	for _, p := range c.Table.Proposals {
		if !p.Until.IsZero() && (first.IsZero() || p.Until.Before(first)) {
			first = p.Until
		}
	}
	if !first.IsZero() && c.Table.State == table.Running {
		c.Put = append(c.Put, store.Due{At: first, Game: c.Game.Name, Kind: DueSilence, Seat: -1})
	}
}
