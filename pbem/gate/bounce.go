package gate

import (
	"context"

	"railpost/engine"
	"railpost/pbem/extract"
	"railpost/pbem/inbox"
	"railpost/pbem/journal"
	"railpost/pbem/key"
	"railpost/pbem/verdict"
)

// Bounced tells the organiser, at most once a day for each address, that letters to a
// player come back. The report is never answered, and little of it is believed: anybody
// can write one, so the address told is that of our letter.
func (g *Gate) Bounced(ctx context.Context, in *inbox.Mail) (*journal.Change, error) {
	b := in.Message.Bounce
	ignored := func() (*journal.Change, error) {
		return g.NewChange(ctx, nil).Judged(verdict.Ignored, verdict.Why(in.Message.Class)), nil
	}
	if in.Message.Class != extract.Bounce || b == nil || b.Action != "failed" || b.Recipient == "" {
		return ignored()
	}
	l, ok, err := g.Store.SentLetter(ctx, b.OriginalMessageID)
	if err != nil {
		return nil, err
	}
	if !ok || l.Game == "" {
		return ignored()
	}
	if in.Game, err = g.Games.Load(ctx, l.Game); err != nil {
		return nil, err
	}
	c := g.NewChange(ctx, in.Game)
	n, err := c.CountToday("bounce/" + l.To)
	if err != nil {
		return nil, err
	}
	if n == 1 {
		err = c.Notify(engine.Msg(key.OrganiserBounce, engine.Text("address", l.To), engine.Text("status", b.Status)))
	}
	return c.Judged(verdict.Ignored, verdict.Bounce), err
}
