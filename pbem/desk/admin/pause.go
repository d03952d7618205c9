package admin

import (
	"context"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/turn"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/store"
	"railpost/templates"
)

func (d gameDesk) pauseGame(ctx context.Context, p ChangeGame) (*GameRow, error) {
	return d.changeGame(ctx, p, func(g *games.Game, c *journal.Change) error {
		if g.Table.State != table.Running {
			return fault.Wrong("only a running game can be paused", "game %s is %s", g.Name, g.Table.State)
		}
		pause(ctx, c, p.Why)
		return nil
	})
}

func (d gameDesk) resumeGame(ctx context.Context, p ChangeGame) (*GameRow, error) {
	return d.changeGame(ctx, p, func(g *games.Game, c *journal.Change) error {
		if g.Table.State != table.Paused {
			return fault.Wrong("only a paused game can be resumed", "game %s is %s", g.Name, g.Table.State)
		}
		resume(ctx, c, p.Why)
		return nil
	})
}

// ChangeAll are the parameters of game.pause-all and game.resume-all.
type ChangeAll struct {
	Why    string `json:"why,omitempty"`
	DryRun bool   `json:"dry_run,omitempty"`
}

// pauseAll pauses every running game.
func (d gameDesk) pauseAll(ctx context.Context, p ChangeAll) ([]GameRow, error) {
	return d.changeAll(ctx, p, func(t *table.Table) bool { return t.State == table.Running }, func(c *journal.Change) {
		pause(ctx, c, p.Why)
		c.Table.PausedWithAll = true
	})
}

// resumeAll resumes the games that pauseAll has paused, not those that were paused one by
// one.
func (d gameDesk) resumeAll(ctx context.Context, p ChangeAll) ([]GameRow, error) {
	return d.changeAll(ctx, p, func(t *table.Table) bool { return t.State == table.Paused && t.PausedWithAll }, func(c *journal.Change) { resume(ctx, c, p.Why) })
}

func (d gameDesk) changeAll(ctx context.Context, p ChangeAll, concerns func(t *table.Table) bool, do func(c *journal.Change)) ([]GameRow, error) {
	rows := []GameRow{}
	err := d.EachTable(ctx, func(t *table.Table, _ uint64) error {
		if !concerns(t) {
			return nil
		}
		r, err := d.changeGame(ctx, ChangeGame{Game: t.Game, DryRun: p.DryRun}, func(_ *games.Game, c *journal.Change) error {
			do(c)
			return nil
		})
		if err == nil {
			rows = append(rows, *r)
		}
		return err
	})
	return rows, err
}

func pause(ctx context.Context, c *journal.Change, why string) {
	c.Table.State, c.Table.PausedAt = table.Paused, c.At
	c.StopClocks()
	record(ctx, c, templates.News, key.Paused, why)
}

// resume continues a game. Times move by the length of the pause; late players get the time to answer again.
func resume(ctx context.Context, c *journal.Change, why string) {
	t := c.Table
	t.State, t.PausedWithAll = table.Running, false
	t.Stood(t.PausedAt, c.At)
	for i := range t.Waiting {
		if w := &t.Waiting[i]; !w.Until.After(c.At) {
			*w = table.Wait{Seat: w.Seat, Asked: w.Asked, Step: w.Step, Since: c.At}
			w.Until, w.Plain = t.Clock(w.Seat).Due(*w)
		}
	}
	t.PausedAt = time.Time{}
	turn.Advance(ctx, c, engine.Nobody)
	c.Put = nil
	c.SetDue(func(store.Due) bool { return true })
	for i := range t.Waiting {
		t.Waiting[i].Reasked = c.At
		c.Fresh = append(c.Fresh, t.Waiting[i].Seat)
	}
	record(ctx, c, templates.News, key.Resumed, why)
	if t.State == table.Over {
		turn.TellOutcome(ctx, c)
	}
}
