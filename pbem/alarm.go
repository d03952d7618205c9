package pbem

import (
	"context"

	"railpost/engine"
	"railpost/pbem/extract"
)

// Alarm tells an organiser that something is wrong with the service: that of
// the named game, or with game "" all organisers of the service. Of each kind
// it is told once a day, however often it happens.
func (o *Office) Alarm(ctx context.Context, name, kind string, told engine.Message) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	var g *game
	if name != "" {
		var err error
		if g, err = o.load(ctx, name); err != nil {
			return err
		}
	}
	c := o.newChange(ctx, g)
	n, err := o.countToday(ctx, c, "alarm/"+name+"/"+kind)
	if err != nil || n > 1 {
		return err
	}
	if err := c.notify(told); err != nil {
		return err
	}
	return o.commit(ctx, c)
}

// bounced tells the organiser, once a day for each address, that letters to a
// player come back. The report itself is never answered.
func (o *Office) bounced(ctx context.Context, in *incoming) (*change, error) {
	c := o.newChange(ctx, nil)
	b := in.mail.Bounce
	if in.mail.Class != extract.Bounce || b == nil || b.Action != "failed" || b.Recipient == "" {
		return o.finish(in, c, "ignored: "+string(in.mail.Class)), nil
	}
	l, ok, err := o.Store.SentLetter(ctx, b.OriginalMessageID)
	if err != nil {
		return nil, err
	}
	if ok && l.Game != "" {
		g, err := o.load(ctx, l.Game)
		if err != nil {
			return nil, err
		}
		in.game = g
		c = o.newChange(ctx, g)
	}
	n, err := o.countToday(ctx, c, "bounce/"+b.Recipient)
	if err != nil {
		return nil, err
	}
	if ok && n == 1 {
		err = c.notify(engine.Msg("pbem.organiser-bounce", engine.Text("address", b.Recipient), engine.Text("status", b.Status)))
	}
	return o.finish(in, c, "ignored: bounce"), err
}
