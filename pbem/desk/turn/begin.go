package turn

import (
	"context"
	"fmt"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/store"
)

// Begin sets the game up and writes its first record. The caller queues the start letters.
func Begin(ctx context.Context, c *journal.Change) {
	t := c.Table
	title := c.Journal.Titles(t.Title)
	if title == nil {
		c.Fail(&fault.Error{Err: fmt.Errorf("this version of Railpost has no title %q", t.Title)})
		return
	}
	if t.Service != nil {
		t.Seed = engine.Mixed(t.Service, t.Added())
	}
	g, record, err := engine.Begin(t.Game, title, t.Setup, t.Names(), t.Seed)
	if err != nil {
		c.Fail(&fault.Error{Err: err})
		return
	}
	t.State = table.Running
	record.Begin.Rules = t.Terms().Own()
	c.Add(g, record)
	if house := t.Rules.House; house != "" {
		c.Note(engine.Nobody, engine.Report{Message: engine.Msg(key.RuleHouse, engine.Personal("text", house))})
	}
	c.DropDues(func(d store.Due) bool { return d.Kind == journal.DueInvitation })
	Advance(ctx, c, engine.Nobody)
}
