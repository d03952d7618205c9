package gate

import (
	"context"

	"railpost/pbem/extract"
	"railpost/pbem/inbox"
	"railpost/pbem/journal"
	"railpost/pbem/verdict"
)

// Bounced records that a letter to a player, or to somebody who may become one, came back.
// The report is never answered, and little of it is believed: anybody can write one, so the
// address told is that of our letter.
func (g *Gate) Bounced(ctx context.Context, in *inbox.Mail) *journal.Change {
	b := in.Message.Bounce
	ignored := g.NewChange(ctx, nil).Judged(verdict.Ignored, verdict.Why(in.Message.Class))
	if in.Message.Class != extract.Bounce || b == nil || b.Action != "failed" || b.Recipient == "" {
		return ignored
	}
	l, ok, err := g.Store.SentLetter(ctx, b.OriginalMessageID)
	if err != nil || !ok {
		return ignored.Fail(err)
	}
	if l.Game == "" {
		if known, err := g.knows(ctx, l.To); err != nil || !known {
			return ignored.Fail(err)
		}
	} else if in.Game, err = g.Games.Load(ctx, l.Game); err != nil {
		return ignored.Fail(err)
	}
	c := g.NewChange(ctx, in.Game)
	c.Bounced(l, b.OriginalMessageID, b.Status)
	return c.Judged(verdict.Ignored, verdict.Bounce)
}

// knows reports whether somebody on the waiting list or with a profile has an address.
func (g *Gate) knows(ctx context.Context, address string) (bool, error) {
	if n, err := g.Newcomer(ctx, address); err != nil || n != nil {
		return err == nil, err
	}
	p, err := g.Profile(ctx, address)
	return p != nil, err
}
