package pbem

import (
	"context"

	"railpost/engine"
	"railpost/pbem/extract"
	"railpost/pbem/fault"
	"railpost/pbem/games"
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
		if g, err = o.games.Load(ctx, name); err != nil {
			return err
		}
	}
	return o.alarm(o.newChange(ctx, g), name+"/"+kind, told)
}

// alarm keeps a change that does nothing but tell the organiser, once a day.
func (o *Office) alarm(c *change, kind string, told engine.Message) error {
	n, err := c.countToday("alarm/" + kind)
	if err != nil || n > 1 {
		return err
	}
	if err := c.notify(told); err != nil {
		return err
	}
	return o.commit(c)
}

// bounced tells the organiser, once a day for each address, that letters to a
// player come back. The report itself is never answered, and little of it is
// believed: anybody can write one, so the address told is that of our letter.
func (o *Office) bounced(ctx context.Context, in *incoming) (*change, error) {
	b := in.mail.Bounce
	ignored := func() (*change, error) {
		return o.newChange(ctx, nil).judged(verdict.Ignored, verdict.Why(in.mail.Class)), nil
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
	if in.game, err = o.games.Load(ctx, l.Game); err != nil {
		return nil, err
	}
	c := o.newChange(ctx, in.game)
	n, err := c.countToday("bounce/" + l.To)
	if err != nil {
		return nil, err
	}
	if n == 1 {
		err = c.notify(engine.Msg("pbem.organiser-bounce", engine.Text("address", l.To), engine.Text("status", b.Status)))
	}
	return c.judged(verdict.Ignored, verdict.Bounce), err
}

// alarmBroken tells the organisers, once a day, of a game that cannot be read.
func (o *Office) alarmBroken(c *change, b *fault.Game) error {
	o.Log.Error("a game cannot be read", "game", b.Name, "err", b.Err)
	return o.alarm(c, b.Name+"/broken", engine.Msg("pbem.alarm-broken", engine.Text("game", b.Name), engine.Text("why", b.Error())))
}
