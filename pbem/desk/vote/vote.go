// Package vote lets a table agree: the words that propose and vote, the counting, and what is carried out.
package vote

import (
	"context"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/store"
)

// seatOf is the place of the proposer among the arguments of a proposal's message.
const seatOf = 1

// Propose puts a proposal to the table, in words with these arguments; its proposer, if it is a player, agrees. The
// caller settles it: without other voters it is decided at once.
func Propose(c *journal.Change, p table.Proposal, args ...engine.Arg) (n int) {
	t := c.Table
	t.Proposed++
	p.N, p.At = t.Proposed, c.At
	if p.By != engine.Nobody {
		p.Yes = []engine.Seat{p.By}
	}
	args = append([]engine.Arg{engine.Int("n", p.N), seatOf: engine.Player("seat", p.By)}, args...)
	p.Says = engine.Msg(key.ProposedOf+string(p.To), args...)
	c.Note(p.By, journal.ReportsToAll(append([]engine.Message{p.Says}, p.Differs...)...)...)
	p.After = c.Seq()
	p.Until = silentUntil(t, c.At, p)
	t.Proposals = append(t.Proposals, p)
	c.ToAll = append(c.ToAll, p.Says)
	return p.N
}

// silentUntil returns when silence counts as yes: when the time has passed for all who are
// asked, on the clocks by which they answer. The zero time: never.
func silentUntil(t *table.Table, at time.Time, p table.Proposal) (until time.Time) {
	length := time.Duration(t.Rules.Silence) * time.Second
	if length == 0 {
		return until
	}
	for _, s := range t.Voting().Cast(p).Open {
		pace := t.Clock(s).Pace()
		pace.At = clock.TimeOfDay{} // deadlines of moves fall then
		until = clock.Latest(until, pace.Due(at, length))
	}
	return until
}

// Decide closes the first proposal that does not stay open, if there is one, and reports whether
// the table has agreed to it.
func Decide(ctx context.Context, c *journal.Change) (p table.Proposal, agreed, closed bool) {
	for _, p := range c.Table.Proposals {
		if agreed, closed = decide(ctx, c, p); closed {
			return p, agreed, true
		}
	}
	return p, false, false
}

// decide closes a proposal, unless it stays open.
func decide(ctx context.Context, c *journal.Change, p table.Proposal) (agreed, closed bool) {
	lapsed, decision := past(c, p), table.Undecided
	if c.Table.State == table.Running {
		decision = c.Table.Voting().Decide(p, silenceCounts(ctx, c, p))
	}
	if !lapsed && decision == table.Undecided {
		return false, false
	}
	cast := c.Table.Voting().Cast(p)
	drop(c.Table, p.N)
	switch {
	case lapsed:
		finish(c, p, key.LapsedOf+string(p.To))
	case decision == table.Rejected && p.To == table.ToUpgrade:
		finish(c, p, key.RejectedUpgrade, content.Cast(cast)...)
		tell.Organiser(ctx, c, c.ToAll[len(c.ToAll)-1])
	case decision == table.Rejected:
		finish(c, p, key.Rejected, content.Cast(cast)...)
	default:
		finish(c, p, key.AgreedOf+string(p.To), content.Cast(cast)...)
		return true, true
	}
	return false, true
}

// finish logs the result of a proposal.
func finish(c *journal.Change, p table.Proposal, say string, more ...engine.Arg) {
	told := engine.Msg(say, append(slices.Clone(p.Says.Args), more...)...)
	if p.To == table.ToReplace && (say == key.AgreedOf+string(p.To) || say == key.LapsedOf+string(p.To)) {
		told.Args[seatOf] = engine.Player("seat", p.Seat) // it is about them
	}
	tellAll(c, told)
}

// tellAll logs something and tells it to everybody.
func tellAll(c *journal.Change, told engine.Message) {
	c.Note(engine.Nobody, engine.Report{Message: told})
	c.ToAll = append(c.ToAll, told)
}

// drop takes a proposal off the table.
func drop(t *table.Table, n int) {
	t.Proposals = slices.DeleteFunc(slices.Clone(t.Proposals), func(p table.Proposal) bool { return p.N == n })
}

// Withdraw closes a proposal for its proposer.
func Withdraw(c *journal.Change, p table.Proposal) {
	drop(c.Table, p.N)
	finish(c, p, key.Withdrawn)
	c.PutSilence()
}

// Forget frees a seat's new player: the former one's votes do not bind them, and proposals of theirs or about
// them lapse.
func Forget(c *journal.Change, s engine.Seat) {
	for _, p := range slices.Clone(c.Table.Proposals) {
		if p.By != s && (p.To != table.ToReplace || p.Seat != s) {
			c.Table.Voting().Proposal(p.N).Unvote(s)
			continue
		}
		drop(c.Table, p.N)
		tellAll(c, engine.Msg(key.LapsedOf+"seat", engine.Int("n", p.N), engine.Player("seat", s)))
	}
	c.PutSilence()
}

// past reports whether a proposal is obsolete: for a take-back, since somebody has moved, or undone the same;
// for more time, since all concerned have answered; for a replacement, since the player has moved; for a
// version, since the game has it.
func past(c *journal.Change, p table.Proposal) bool {
	switch p.To {
	case table.ToUndo:
		return slices.ContainsFunc(c.Records, func(r *engine.Record) bool {
			return r.Seq > p.After && (r.Kind == engine.TookBack && r.Back <= p.Back || r.Kind == engine.Ordered && !r.Hidden)
		})
	case table.ToExtend:
		return !slices.ContainsFunc(c.Table.Waiting, p.Extends)
	case table.ToUpgrade:
		return p.Version <= c.Table.Setup.Version || p.Version > c.Next.Title.Version()
	case table.ToReplace:
		return slices.ContainsFunc(c.Records, func(r *engine.Record) bool {
			return r.Kind == engine.Ordered && r.Seat == p.Seat && !r.Hidden && !r.Auto && r.By == ""
		})
	}
	return false
}

// silenceCounts reports whether the time for votes is up. It begins again while the letter to a voter has not
// been sent.
func silenceCounts(ctx context.Context, c *journal.Change, p table.Proposal) bool {
	if p.Until.IsZero() || c.At.Before(p.Until) {
		return false
	}
	open := c.Table.Voting().Cast(p).Open
	queued, err := c.Journal.Store.Letters(ctx)
	c.Fail(err)
	if !slices.ContainsFunc(queued, func(l store.Letter) bool {
		return l.Game == c.Game.Name && l.State == store.Waiting && l.Seq >= p.After && slices.Contains(open, engine.Seat(l.Seat))
	}) {
		return true
	}
	c.Table.Voting().Proposal(p.N).Until = silentUntil(c.Table, c.At, p)
	return false
}
