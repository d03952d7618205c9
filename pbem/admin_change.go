package pbem

import (
	"context"
	"time"

	"railpost/engine"
	"railpost/pbem/control"
	"railpost/pbem/games"
	"railpost/pbem/letters"
	"railpost/pbem/table"
	"railpost/templates"
)

// ChangeGame are the parameters of pause, resume, undo and end.
type ChangeGame struct {
	Game   string `json:"game"`
	Why    string `json:"why,omitempty"`
	To     uint64 `json:"to,omitempty"` // undo: the record that is to be the last again
	DryRun bool   `json:"dry_run,omitempty"`
}

func (o *Office) changeGame(ctx context.Context, p ChangeGame, do func(g *games.Game, c *change) error) (*GameRow, error) {
	g, err := o.games.Load(ctx, p.Game)
	if err != nil {
		return nil, err
	}
	c := o.newChange(ctx, g)
	if err := do(g, c); err != nil {
		return nil, err
	}
	if !p.DryRun {
		if err := o.commit(c); err != nil {
			return nil, err
		}
	}
	r := row(c.table, c.seq())
	return &r, nil
}

// record notes what the organiser did, and tells every seat.
func (c *change) record(kind templates.Kind, key, why string) error {
	told := engine.Msg(key, engine.Text("why", why))
	c.note(engine.Nobody, engine.Report{Message: told})
	if kind == templates.News {
		return c.tellTable(engine.Nobody, told)
	}
	return c.tellAll(kind, letters.Facts{Told: []engine.Message{told}})
}

func (o *Office) pauseGame(ctx context.Context, p ChangeGame) (*GameRow, error) {
	return o.changeGame(ctx, p, func(g *games.Game, c *change) error {
		if g.Table.State != table.Running {
			return control.Wrong("only a running game can be paused", "game %s is %s", g.Name, g.Table.State)
		}
		c.table.State, c.table.PausedAt = table.Paused, c.at
		c.stopClocks()
		return c.record(templates.News, "pbem.paused", p.Why)
	})
}

func (o *Office) resumeGame(ctx context.Context, p ChangeGame) (*GameRow, error) {
	return o.changeGame(ctx, p, func(g *games.Game, c *change) error {
		if g.Table.State != table.Paused {
			return control.Wrong("only a paused game can be resumed", "game %s is %s", g.Name, g.Table.State)
		}
		c.table.State = table.Running
		plan, err := c.table.Plan()
		if err != nil {
			return err
		}
		for i := range c.table.Waiting {
			c.table.Waiting[i].Move(c.at.Sub(c.table.PausedAt))
		}
		c.table.PausedAt = time.Time{}
		for _, w := range c.table.Waiting {
			c.putDue(plan, w)
			c.fresh = append(c.fresh, w.Seat)
		}
		return c.record(templates.News, "pbem.resumed", p.Why)
	})
}

// undoGame goes back to any step; unlike a player's undo also over a reveal.
// A game that was called off goes on. One that was played to its end does not:
// its seed has been published.
func (o *Office) undoGame(ctx context.Context, p ChangeGame) (*GameRow, error) {
	return o.changeGame(ctx, p, func(g *games.Game, c *change) error {
		if g.Now == nil || p.To < 1 || p.To >= g.Table.Step(g.Now.Seq, engine.Nobody) {
			return control.Wrong("railpost game log shows the steps", "game %s cannot go back to step %d", g.Name, p.To)
		}
		if g.Table.State == table.Over {
			return control.Wrong("begin a new game", "game %s is over and its seed is published", g.Name)
		}
		if g.Table.Shown {
			return control.Wrong("begin a new game", "game %s was exported after it had been called off, with its seed", g.Name)
		}
		back := g.Table.Record(p.To, engine.Nobody)
		then, err := o.games.At(ctx, g, back)
		if err != nil {
			return err
		}
		next := c.next.Clone()
		record := next.UndoTo(then, engine.Nobody)
		record.Reports = []engine.Report{{Message: engine.Msg("pbem.organiser-undo", engine.Int("n", int(p.To)), engine.Text("why", p.Why))}}
		c.add(next, record)
		c.table.LastGroups = nil
		if c.table.State == table.Closed {
			c.table.State = table.Running
		}
		for s := range c.table.Players {
			c.table.Players[s].Moved = min(c.table.Players[s].Moved, back)
		}
		if err := c.rewait(engine.Nobody); err != nil {
			return err
		}
		return c.tellTable(engine.Nobody)
	})
}

func (o *Office) endGame(ctx context.Context, p ChangeGame) (*GameRow, error) {
	return o.changeGame(ctx, p, func(g *games.Game, c *change) error {
		if g.Table.State == table.Over || g.Table.State == table.Closed {
			return control.Wrong("nothing is left to do", "game %s is %s already", g.Name, g.Table.State)
		}
		c.table.State, c.table.Waiting = table.Closed, nil
		c.stopClocks()
		c.forgetPending()
		return c.record(templates.Ended, "pbem.ended", p.Why)
	})
}
