package pbem

import (
	"context"

	"railpost/engine"
	"railpost/pbem/extract"
	"railpost/pbem/games"
	"railpost/pbem/journal"
	"railpost/pbem/verdict"
)

// Alarm tells an organiser that something is wrong with the service: that of
// the named game, or with game "" all organisers of the service. Of each kind
// it is told once a day, however often it happens.
func (o *Office) Alarm(ctx context.Context, name, kind string, told engine.Message) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	var g *games.Game
	if name != "" {
		var err error
		if g, err = o.Games.Load(ctx, name); err != nil {
			return err
		}
	}
	return o.Journal.Alarm(ctx, g, name+"/"+kind, told)
}

// bounced tells the organiser, once a day for each address, that letters to a
// player come back. The report itself is never answered, and little of it is
// believed: anybody can write one, so the address told is that of our letter.
func (o *Office) bounced(ctx context.Context, in *incoming) (*journal.Change, error) {
	b := in.mail.Bounce
	ignored := func() (*journal.Change, error) {
		return o.NewChange(ctx, nil).Judged(verdict.Ignored, verdict.Why(in.mail.Class)), nil
	}
	if in.mail.Class != extract.Bounce || b == nil || b.Action != "failed" || b.Recipient == "" {
		return ignored()
	}
	l, ok, err := o.Store.SentLetter(ctx, b.OriginalMessageID)
	if err != nil {
		return nil, err
	}
	if !ok || l.Game == "" {
		return ignored()
	}
	if in.game, err = o.Games.Load(ctx, l.Game); err != nil {
		return nil, err
	}
	c := o.NewChange(ctx, in.game)
	n, err := c.CountToday("bounce/" + l.To)
	if err != nil {
		return nil, err
	}
	if n == 1 {
		err = c.Notify(engine.Msg("pbem.organiser-bounce", engine.Text("address", l.To), engine.Text("status", b.Status)))
	}
	return c.Judged(verdict.Ignored, verdict.Bounce), err
}
