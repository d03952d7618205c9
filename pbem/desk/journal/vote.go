package journal

import (
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/show/letters"
	"railpost/store"
	"railpost/templates"
)

// seatOf is the place of the proposer among the arguments of what a proposal says.
const seatOf = 1

// Propose puts a proposal to the table; its proposer, if it is a player, agrees. The caller
// settles it: where there is nobody to ask it is decided at once.
func (c *Change) Propose(p table.Proposal) (n int) {
	t := c.Table
	t.Proposed++
	p.N, p.At = t.Proposed, c.At
	if p.By != engine.Nobody {
		p.Yes = []engine.Seat{p.By}
	}
	p.Says.Args = append([]engine.Arg{engine.Int("n", p.N), seatOf: engine.Player("seat", p.By)}, p.Says.Args...)
	c.Note(p.By, said(append([]engine.Message{p.Says}, p.Differs...)...)...)
	p.After = c.Seq()
	p.Until = c.silentUntil(p)
	t.Proposals = append(t.Proposals, p)
	c.ToAll = append(c.ToAll, p.Says)
	return p.N
}

// silentUntil returns when silence counts as yes: when the time has passed for all who are
// asked, on the clocks by which they answer. The zero time: never.
func (c *Change) silentUntil(p table.Proposal) (until time.Time) {
	length := time.Duration(c.Table.Rules.Silence) * time.Second
	if length == 0 {
		return until
	}
	for _, s := range c.Table.Voting().Cast(p).Open {
		pace := c.Table.Clock(s).Pace()
		pace.At = clock.TimeOfDay{} // deadlines of moves fall then
		until = clock.Latest(until, pace.Due(c.At, length))
	}
	return until
}

// Settle carries out proposals that are agreed to and closes those that are decided
// otherwise, or that the game has gone past. The table is told of each.
func (c *Change) Settle() {
	for c.Err == nil && (c.Table.State == table.Running || c.Table.State == table.Paused) {
		p, agreed, closed := c.Decide()
		if !closed {
			break
		}
		if agreed {
			c.carryOut(p)
		}
	}
	c.PutSilence()
}

// Decide closes the first proposal that does not stay open, if there is one, and reports whether
// the table has agreed to it.
func (c *Change) Decide() (p table.Proposal, agreed, closed bool) {
	for _, p := range c.Table.Proposals {
		if agreed, closed = c.decide(p); closed {
			return p, agreed, true
		}
	}
	return p, false, false
}

// decide closes a proposal, unless it stays open.
func (c *Change) decide(p table.Proposal) (agreed, closed bool) {
	lapsed, decision := c.past(p), table.Undecided
	if c.Table.State == table.Running {
		decision = c.Table.Voting().Decide(p, c.silenceCounts(p))
	}
	if !lapsed && decision == table.Undecided {
		return false, false
	}
	cast := c.Table.Voting().Cast(p)
	c.Table.Proposals = slices.DeleteFunc(slices.Clone(c.Table.Proposals), func(o table.Proposal) bool { return o.N == p.N })
	switch {
	case lapsed:
		c.close(p, key.LapsedOf+string(p.To))
	case decision == table.Rejected && p.To == table.ToUpgrade:
		c.close(p, key.RejectedUpgrade, letters.Cast(cast)...)
		c.Notify(c.ToAll[len(c.ToAll)-1])
	case decision == table.Rejected:
		c.close(p, key.Rejected, letters.Cast(cast)...)
	default:
		c.close(p, key.AgreedOf+string(p.To), letters.Cast(cast)...)
		return true, true
	}
	return false, true
}

// close logs what has become of a proposal.
func (c *Change) close(p table.Proposal, say string, more ...engine.Arg) {
	told := engine.Msg(say, append(slices.Clone(p.Says.Args), more...)...)
	if p.To == table.ToReplace && (say == key.AgreedOf+string(p.To) || say == key.LapsedOf+string(p.To)) {
		told.Args[seatOf] = engine.Player("seat", p.Seat) // it is about them
	}
	c.Note(engine.Nobody, engine.Report{Message: told})
	c.ToAll = append(c.ToAll, told)
}

// Withdraw closes a proposal for its proposer.
func (c *Change) Withdraw(p table.Proposal) {
	c.Table.Proposals = slices.DeleteFunc(slices.Clone(c.Table.Proposals), func(o table.Proposal) bool { return o.N == p.N })
	c.close(p, key.Withdrawn)
	c.PutSilence()
}

// forgetVotes makes a seat's new player free: what the former one has said does not bind
// them, nor do proposals of theirs or about them stand.
func (c *Change) forgetVotes(s engine.Seat) {
	for _, p := range slices.Clone(c.Table.Proposals) {
		if p.By != s && (p.To != table.ToReplace || p.Seat != s) {
			c.Table.Voting().Proposal(p.N).Unvote(s)
			continue
		}
		c.Table.Proposals = slices.DeleteFunc(slices.Clone(c.Table.Proposals), func(o table.Proposal) bool { return o.N == p.N })
		told := engine.Msg(key.LapsedOf+"seat", engine.Int("n", p.N), engine.Player("seat", s))
		c.Note(engine.Nobody, engine.Report{Message: told})
		c.ToAll = append(c.ToAll, told)
	}
	c.PutSilence()
}

// past reports whether the game has gone past what a proposal rests on: for a take-back,
// since somebody has moved, or taken back what it would; for more time, since all have answered for whom it was; for a
// replacement, since the player has moved; for a version, since the game has it.
func (c *Change) past(p table.Proposal) bool {
	switch p.To {
	case table.ToUndo:
		return slices.ContainsFunc(c.Records, func(r *engine.Record) bool {
			return r.Seq > p.After && (r.Kind == engine.TookBack && r.Back <= p.Back || r.Kind == engine.Ordered && !r.Aside)
		})
	case table.ToExtend:
		return !slices.ContainsFunc(c.Table.Waiting, p.Extends)
	case table.ToUpgrade:
		return p.Version <= c.Table.Setup.Version || p.Version > c.Next.Title.Version()
	case table.ToReplace:
		return slices.ContainsFunc(c.Records, func(r *engine.Record) bool {
			return r.Kind == engine.Ordered && r.Seat == p.Seat && !r.Aside && !r.Auto && r.By == ""
		})
	}
	return false
}

// silenceCounts reports whether the time is over for those who have said nothing. It begins
// anew while the letter that asks one of them has not gone out.
func (c *Change) silenceCounts(p table.Proposal) bool {
	if p.Until.IsZero() || c.At.Before(p.Until) {
		return false
	}
	open := c.Table.Voting().Cast(p).Open
	queued, err := c.Journal.Store.Letters(c.Ctx)
	c.Fail(err)
	if !slices.ContainsFunc(queued, func(l store.Letter) bool {
		return l.Game == c.Game.Name && l.State == store.Waiting && l.Seq >= p.After && slices.Contains(open, engine.Seat(l.Seat))
	}) {
		return true
	}
	c.Table.Voting().Proposal(p.N).Until = c.silentUntil(p)
	return false
}

// carryOut does what the table has agreed to.
func (c *Change) carryOut(p table.Proposal) {
	t := c.Table
	notice := []engine.Message{c.ToAll[len(c.ToAll)-1]}
	switch p.To {
	case table.ToUndo:
		c.takeBack(p)
	case table.ToExtend:
		for i := range t.Waiting {
			if w := &t.Waiting[i]; p.Extends(*w) {
				c.Extend(w, p.Time)
			}
		}
	case table.ToRule:
		was := t.Clone()
		c.Fail(t.Terms().Set(p.Rule, p.Value, c.Next.Title.Steps()))
		c.RetimeAll(was)
	case table.ToOption:
		c.Switch(t.Setup.Choosing(map[string]string{p.Rule: p.Value}), engine.Msg(key.SwitchedOption, engine.Text("option", p.Rule), engine.Text("value", p.Value)))
		c.GoOn(engine.Nobody)
	case table.ToUpgrade:
		to := t.Setup
		to.Version = p.Version
		c.Switch(to, engine.Msg(key.SwitchedVersion, engine.Int("version", p.Version)))
		c.GoOn(engine.Nobody)
	case table.ToReplace:
		t.Players[p.Seat].Open = true
		notice = append(notice, Offered(p.Seat, c.OfferSeat(p.Seat)))
	case table.ToEnd:
		c.End()
	case table.ToCallOff:
		c.CallOff()
	}
	c.Notify(notice...)
}

// takeBack goes back to before the proposer's last mail. What they had planned with it or
// since is forgotten, as with an undo of their own.
func (c *Change) takeBack(p table.Proposal) {
	c.Back(p.Back, p.By)
	c.ReopenPlans(p.Back, p.By)
	c.Table.LastGroups = nil
	for s := range c.Table.Players {
		c.Table.Players[s].Moved = min(c.Table.Players[s].Moved, p.Back)
	}
	c.GoOn(engine.Nobody)
}

// CallOff ends a game without a result.
func (c *Change) CallOff() {
	t := c.Table
	t.State, t.Waiting, t.Plans, t.Fired, t.Proposals = table.Closed, nil, nil, nil, nil
	c.StopClocks()
	c.ForgetPending()
}

// TellClosed queues the last letter of a game that was called off.
func (c *Change) TellClosed() { c.TellAll(templates.Ended, letters.Tell(c.ToAll...)) }

// PutSilence sets when the first proposal is due to be decided by silence.
func (c *Change) PutSilence() {
	silence := func(d store.Due) bool { return d.Kind == DueSilence }
	c.Put = slices.DeleteFunc(c.Put, silence)
	c.withdraw(silence)
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
