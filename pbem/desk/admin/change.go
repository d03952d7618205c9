package admin

import (
	"context"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/plans"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/turn"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// ChangeGame are the parameters of pause, resume, undo and end.
type ChangeGame struct {
	Game   string `arg:"" help:"${game}"`
	Why    string `json:",omitzero" placeholder:"TEXT" help:"${why}"`
	To     uint64 `json:",omitzero" kong:"-"` // undo: the record that becomes the last again
	DryRun bool   `json:"dry_run,omitzero" help:"${dry_run}"`
}

func (d desk) changeGame(ctx context.Context, p ChangeGame, do func(g *games.Game, c *journal.Change) error) (*GameRow, error) {
	g, err := d.Games.Load(ctx, p.Game)
	if err != nil {
		return nil, err
	}
	c := d.NewChange(g)
	if err := do(g, c); err != nil {
		return nil, err
	}
	if err := d.commit(ctx, c, p.DryRun); err != nil {
		return nil, err
	}
	r := d.row(c.Table, c.Seq(), nil)
	return &r, nil
}

// commit stores a change, or leaves that to the caller of a held one, unless this is a dry
// run.
func (d desk) commit(ctx context.Context, c *journal.Change, dryRun bool) error {
	switch {
	case dryRun:
		return c.Err
	case d.held != nil:
		*d.held = c
		return c.Err
	}
	return d.Commit(ctx, c)
}

// record logs the organiser's action, and tells every seat.
func record(ctx context.Context, c *journal.Change, kind templates.Kind, key, why string, more ...engine.Message) {
	told := append([]engine.Message{engine.Msg(key, engine.Personal("why", why))}, more...)
	c.Note(engine.Nobody, journal.ReportsToAll(told...)...)
	if kind == templates.News {
		tell.Table(ctx, c, engine.Nobody, told...)
	} else {
		tell.All(ctx, c, kind, content.Tell(told...))
	}
}

// undoGame goes back to any step; unlike a player's undo, even past a reveal. A game that
// was called off continues. One that was played to its end does not: its seed has been
// published.
func (d gameDesk) undoGame(ctx context.Context, p ChangeGame) (*GameRow, error) {
	return d.changeGame(ctx, p, func(g *games.Game, c *journal.Change) error {
		if g.Now == nil || p.To < 1 || p.To >= g.Table.HiddenRecords.Step(g.Now.Seq, engine.Nobody) {
			return fault.Wrong("railpost game log shows the steps", "game %s cannot go back to step %d", g.Name, p.To)
		}
		if g.Table.State == table.Over {
			return fault.Wrong("begin a new game", "game %s is over and its seed is published", g.Name)
		}
		if g.Table.Archived() {
			return fault.Wrong("begin a new game", "game %s is archived", g.Name)
		}
		if g.Table.Shown {
			return fault.Wrong("begin a new game", "game %s was exported after it had been called off, with its seed", g.Name)
		}
		back := g.Table.HiddenRecords.Record(p.To, engine.Nobody)
		then, err := d.Games.At(ctx, g, back)
		if err != nil {
			return err
		}
		next := c.Next.Clone()
		record := next.UndoTo(then, engine.Nobody)
		told := engine.Msg(key.OrganiserUndo, engine.Int("n", int(p.To)), engine.Personal("why", p.Why))
		record.Reports = journal.ReportsToAll(append([]engine.Message{told}, c.RulesStay(back)...)...)
		c.Add(next, record)
		c.Table.LastGroups = nil
		plans.Reopen(c, back, engine.Nobody)
		if c.Table.State == table.Closed {
			c.Table.State = table.Running
		}
		for s := range c.Table.Players {
			c.Table.Players[s].Moved = min(c.Table.Players[s].Moved, back)
		}
		turn.Advance(ctx, c, engine.Nobody)
		turn.TellOutcome(ctx, c)
		return nil
	})
}

func (d gameDesk) endGame(ctx context.Context, p ChangeGame) (*GameRow, error) {
	return d.changeGame(ctx, p, func(g *games.Game, c *journal.Change) error {
		if g.Table.State == table.Over || g.Table.State == table.Closed {
			return fault.Wrong("there is nothing to do", "game %s is already %s", g.Name, g.Table.State)
		}
		c.CallOff()
		record(ctx, c, templates.Ended, key.Ended, p.Why)
		return nil
	})
}
