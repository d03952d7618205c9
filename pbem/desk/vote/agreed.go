package vote

import (
	"context"

	"railpost/engine"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/plans"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// Settle carries out accepted proposals and closes those that are rejected or obsolete. The table is told of each.
// advance lets the game go on afterwards.
func Settle(ctx context.Context, c *journal.Change, advance deed.Advance) {
	for c.Err == nil && (c.Table.State == table.Running || c.Table.State == table.Paused) {
		p, agreed, closed := Decide(ctx, c)
		if !closed {
			break
		}
		if agreed {
			carryOut(ctx, c, p, advance)
		}
	}
	c.PutSilence()
}

// carryOut carries out an accepted proposal.
func carryOut(ctx context.Context, c *journal.Change, p table.Proposal, advance deed.Advance) {
	t := c.Table
	notice := []engine.Message{c.ToAll[len(c.ToAll)-1]}
	switch p.To {
	case table.ToUndo:
		takeBack(ctx, c, p, advance)
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
		advance(ctx, c, engine.Nobody)
	case table.ToUpgrade:
		to := t.Setup
		to.Version = p.Version
		c.Switch(to, engine.Msg(key.SwitchedVersion, engine.Int("version", p.Version)))
		advance(ctx, c, engine.Nobody)
	case table.ToReplace:
		t.Players[p.Seat].Open = true
		notice = append(notice, waitlist.Offered(p.Seat, waitlist.Offer(ctx, c, p.Seat)))
	case table.ToEnd:
		c.End()
	case table.ToCallOff:
		c.CallOff()
	}
	tell.Organiser(ctx, c, notice...)
}

// takeBack goes back to before the proposer's last mail. Their plans with it or since are dropped, as with an
// undo of their own.
func takeBack(ctx context.Context, c *journal.Change, p table.Proposal, advance deed.Advance) {
	c.UndoTo(ctx, p.Back, p.By)
	plans.Reopen(c, p.Back, p.By)
	c.Table.LastGroups = nil
	for s := range c.Table.Players {
		c.Table.Players[s].Moved = min(c.Table.Players[s].Moved, p.Back)
	}
	advance(ctx, c, engine.Nobody)
}
