package turn

import (
	"cmp"
	"context"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/plans"
	"railpost/pbem/facts/table"
)

// Rewait determines which seats the game waits for after the change. A seat with the same question as before
// keeps its times; one with a new question, or that has acted, or for which the service has played, gets fresh
// ones.
func Rewait(ctx context.Context, c *journal.Change, actor engine.Seat) {
	plan := c.Reminders()
	c.Table.Timed = cmp.Or(c.Table.Timed, c.Seq())
	before, fresh := c.Table.Waiting, c.Fresh
	c.Table.Waiting, c.Fresh = nil, nil
	for _, s := range c.Next.Waiting() {
		old := slices.IndexFunc(before, func(w table.Wait) bool { return w.Seat == s })
		if old >= 0 && s != actor && !playedFor(c.Records, s) && c.Game.Now != nil && SameQuestion(c.Game.Now.Pos, c.Next.Pos, s) {
			c.Table.Waiting = append(c.Table.Waiting, before[old])
			if slices.Contains(fresh, s) { // an earlier part of this change asked it again
				c.Fresh = append(c.Fresh, s)
			}
			continue
		}
		if old >= 0 {
			c.Table.Answered(before[old], c.At)
			plans.EndSent(c, s)
		}
		c.Table.Waiting = append(c.Table.Waiting, newWait(ctx, c, s))
		c.Fresh = append(c.Fresh, s)
	}
	for _, w := range before {
		if c.Table.WaitFor(w.Seat) == nil {
			c.Table.Answered(w, c.At)
			plans.EndSent(c, w.Seat)
		}
	}
	c.Reschedule(plan)
}

// newWait returns the wait for a seat with a new question. While the game is paused no time passes; a seat that
// took its answer back has the rest of its time, or takeBackLeast once if that was up.
func newWait(ctx context.Context, c *journal.Change, s engine.Seat) table.Wait {
	if c.Again != nil && c.Again.Seat == s {
		w := *c.Again
		c.Table.AnsweredNot(w, c.At)
		if w.Until.Before(c.At) && !w.Again {
			w.Until, w.Again, w.Late, w.Stuck = c.At.Add(takeBackLeast), true, false, false
			w.Moved++
		}
		w.Asked, w.Reasked, w.Plan = c.Seq(), c.At, plans.At(ctx, c, w)
		return w
	}
	at := c.At
	if c.Table.State == table.Paused {
		at = c.Table.PausedAt
	}
	w := table.Wait{Seat: s, Asked: c.Seq(), Step: c.Next.Title.StepOf(c.Next.Pos.View(s), s), Since: at}
	w.Until, w.Plain = c.Table.Clock(w.Seat).Due(w)
	w.Plan = plans.At(ctx, c, w)
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
func IsStale(t *table.Table, s engine.Seat, step uint64, then, now *engine.Game) bool {
	if w := t.WaitFor(s); w != nil {
		return w.Asked > step
	}
	return then != nil && !SameQuestion(then.Pos, now.Pos, s)
}
