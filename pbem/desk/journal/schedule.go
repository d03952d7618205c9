package journal

import (
	"cmp"
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
	DueSilence    = "silence" // who has said nothing to a proposal agrees
	DuePlan       = "plan"    // the turn of a plan came a while ago
	DueSitter     = "sitter"  // the last day of a substitute is over; it stands whatever happens to clocks
)

// Rewait determines which seats the game waits for after the change. A seat that is asked
// the same as before keeps its times; one that is asked anew, or has acted, or for which
// the service has played, gets fresh ones.
func (c *Change) Rewait(actor engine.Seat) {
	plan := c.plan()
	c.Table.Timed = cmp.Or(c.Table.Timed, c.Seq())
	before, fresh := c.Table.Waiting, c.Fresh
	c.Table.Waiting, c.Fresh = nil, nil
	for _, s := range c.Next.Waiting() {
		old := slices.IndexFunc(before, func(w table.Wait) bool { return w.Seat == s })
		if old >= 0 && s != actor && !c.playedFor(s) && c.Game.Now != nil && SameQuestion(c.Game.Now.Pos, c.Next.Pos, s) {
			c.Table.Waiting = append(c.Table.Waiting, before[old])
			if slices.Contains(fresh, s) { // asked anew by what came before in this change
				c.Fresh = append(c.Fresh, s)
			}
			continue
		}
		if old >= 0 {
			c.Table.Answered(before[old], c.At)
			c.endSent(s)
		}
		c.Table.Waiting = append(c.Table.Waiting, c.newWait(s))
		c.Fresh = append(c.Fresh, s)
	}
	for _, w := range before {
		if c.Table.WaitFor(w.Seat) == nil {
			c.Table.Answered(w, c.At)
			c.endSent(w.Seat)
		}
	}
	c.reschedule(plan)
}

// plan returns when the game's players are reminded.
func (c *Change) plan() clock.Plan {
	plan, err := c.Table.Terms().Plan()
	c.Fail(err)
	return plan
}

// newWait returns the wait for a seat that is asked anew. While the game is paused no time
// passes; a seat that took its answer back has as long as it had, or takeBackLeast once where
// that time was over.
func (c *Change) newWait(s engine.Seat) table.Wait {
	if c.Again != nil && c.Again.Seat == s {
		w := *c.Again
		c.Table.AnsweredNot(w, c.At)
		if w.Until.Before(c.At) && !w.Again {
			w.Until, w.Again, w.Late, w.Stuck = c.At.Add(takeBackLeast), true, false, false
			w.Moved++
		}
		w.Asked, w.Plan = c.Seq(), c.planAt(w)
		return w
	}
	at := c.At
	if c.Table.State == table.Paused {
		at = c.Table.PausedAt
	}
	w := table.Wait{Seat: s, Asked: c.Seq(), Step: c.Next.Title.StepOf(c.Next.Pos.View(s), s), Since: at}
	w.Until, w.Plain = c.Table.Clock(w.Seat).Due(w)
	w.Plan = c.planAt(w)
	return w
}

// takeBackLeast is how long a player has who takes an answer back after its deadline.
const takeBackLeast = 30 * time.Minute

// SameQuestion reports whether a seat is asked the same in both positions.
func SameQuestion(a, b engine.Position, s engine.Seat) bool {
	return slices.EqualFunc(a.Prompts(s), b.Prompts(s), func(p, q engine.Prompt) bool {
		return p.Ask.Equal(q.Ask) && p.Rule == q.Rule && p.Optional == q.Optional &&
			slices.EqualFunc(p.Verbs, q.Verbs, func(v, w engine.Verb) bool { return v.Name == w.Name })
	})
}

// IsStale reports whether what a seat was asked at a step has been answered or has changed
// since. then is the game as it was after that step; nil before the start.
func (c *Change) IsStale(s engine.Seat, step uint64, then *engine.Game) bool {
	if w := c.Table.WaitFor(s); w != nil {
		return w.Asked > step
	}
	return then != nil && !SameQuestion(then.Pos, c.Next.Pos, s)
}

// reschedule deletes the times of seats that are no longer asked and sets those of seats
// that are asked anew.
func (c *Change) reschedule(plan clock.Plan) {
	keep := map[int]bool{}
	for _, w := range c.Table.Waiting {
		keep[int(w.Seat)] = !slices.Contains(c.Fresh, w.Seat)
	}
	gone := func(d store.Due) bool { return d.Seat >= 0 && !keep[d.Seat] }
	c.Put = slices.DeleteFunc(c.Put, gone)
	c.withdraw(gone)
	for _, s := range c.Fresh {
		c.putDue(plan, *c.Table.WaitFor(s))
	}
}

// withdraw deletes due rows of the game in addition to those already marked.
func (c *Change) withdraw(more func(store.Due) bool) {
	was := c.dropDue
	c.dropDue = func(d store.Due) bool { return d.Kind != DueSitter && more(d) || was != nil && was(d) }
}

// StopClocks deletes all due rows of the game.
func (c *Change) StopClocks() {
	c.Put = slices.DeleteFunc(c.Put, func(d store.Due) bool { return d.Kind != DueSitter })
	c.withdraw(func(store.Due) bool { return true })
}

// putDue sets the deadline of a wait, unless it has been told, and the next
// reminder. A paused game has none, and a robot needs none.
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

// timeOutAt returns when what the table has agreed on happens for a seat that has not
// answered, at once on days on which its player is away if they need not be waited for; the
// zero time: never.
func (c *Change) timeOutAt(w table.Wait) time.Time {
	if at := c.Table.Clock(w.Seat).AwayFrom(c.At); !at.IsZero() && at.Before(w.Until) {
		return at
	}
	if !c.Table.Rules.Out().Acts() {
		return time.Time{}
	}
	return c.Table.Clock(w.Seat).Pace().Late(w.Until)
}

// putReminder sets the next reminder of a wait, which comes on a day on which time runs.
func (c *Change) putReminder(plan clock.Plan, w table.Wait) {
	at := c.Table.Clock(w.Seat).NextReminder(plan, c.At, w)
	if !at.IsZero() {
		c.Put = append(c.Put, store.Due{At: at, Game: c.Game.Name, Kind: DueReminder, Seat: int(w.Seat)})
	}
}

// Retime sets the times of a wait anew after something on which they rest has changed, with
// a deadline not before an instant. One that has not passed stays ahead.
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
	c.withdraw(func(d store.Due) bool { return d.Kind == DueReminder && d.Seat == int(s) })
	c.putReminder(c.plan(), *w)
}

// SetDue recomputes the due rows of the seats that are waited for, and of silence, as far as
// old returns true.
func (c *Change) SetDue(old func(store.Due) bool) {
	plan := c.plan()
	c.withdraw(old)
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
	c.withdraw(func(d store.Due) bool { return d.Kind == DueInvitation })
	at := c.At.Add(c.Journal.Config.Schedule.InvitationChase.Duration)
	c.Put = append(c.Put, store.Due{At: at, Game: c.Table.Game, Kind: DueInvitation, Seat: -1})
}
