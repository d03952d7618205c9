package due

import (
	"context"

	"railpost/engine"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/store"
	"railpost/templates"
)

// movedKey holds the address to which the service has moved once its players know, or its end once the old mailbox is no
// longer read.
const movedKey = "moved"

// tellMoved tells each player once that the service has another address, and organisers when the old mailbox is read no more.
func (k *Keeper) tellMoved(ctx context.Context) error {
	old := k.Config.Mail.Old
	if old.Config == "" {
		return nil
	}
	told, err := k.Store.Get(ctx, movedKey)
	now, over := k.Config.Identity.BaseAddress, old.Until
	switch {
	case err != nil || string(told) == over:
		return err
	case old.Of == nil || k.Now().After(old.End):
		c := k.NewChange(nil)
		c.Values[movedKey] = []byte(over)
		tell.Organiser(ctx, c, engine.Msg(key.MovedOver))
		return k.Commit(ctx, c)
	case string(told) == now:
		return nil
	}
	names, err := k.names(ctx)
	for _, name := range names {
		if err == nil {
			err = store.Decide(ctx, func(ctx context.Context) error { return k.tellMovedOf(ctx, name) })
		}
	}
	if err != nil {
		return err
	}
	return k.Put(ctx, map[string][]byte{movedKey: []byte(now)})
}

func (k *Keeper) tellMovedOf(ctx context.Context, name string) error {
	g, err := k.Games.Load(ctx, name)
	if err != nil || g.Table.Ended() {
		return err
	}
	c := k.NewChange(g)
	told := engine.Msg(key.Moved, engine.Text("address", k.Config.Identity.BaseAddress), content.At(k.Config.Mail.Old.End))
	for s, p := range c.Table.Players {
		if address := p.Address(); address != "" && !p.IsRobot() && c.CountToday(ctx, "moved/"+address) == 1 {
			tell.To(ctx, c, engine.Seat(s), address, templates.Told, content.Tell(told))
		}
	}
	return k.Commit(ctx, c)
}
