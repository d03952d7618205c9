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
func (g *Gate) Bounced(ctx context.Context, in *inbox.Mail) *journal.Change {
	b := in.Message.Bounce
	ignored := g.NewChange(ctx, nil).Judged(verdict.Ignored, verdict.Why(in.Message.Class))
	if in.Message.Class != extract.Bounce || b == nil || b.Action != "failed" || b.Recipient == "" {
		return ignored
	}
	l, ok, err := g.Store.SentLetter(ctx, b.OriginalMessageID)
	if err != nil || !ok || l.Game == "" {
		return ignored.Fail(err)
	}
	if in.Game, err = g.Games.Load(ctx, l.Game); err != nil {
		return ignored.Fail(err)
	}
	c := g.NewChange(ctx, in.Game)
	if c.CountToday("bounce/"+l.To) == 1 {
		c.Notify(engine.Msg(key.OrganiserBounce, engine.Text("address", l.To), engine.Text("status", b.Status)))
	}
	return c.Judged(verdict.Ignored, verdict.Bounce)
}
