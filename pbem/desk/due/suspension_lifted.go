package due

import (
	"context"

	"railpost/engine"
	"railpost/pbem/desk/seats"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/waitlist"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// tellLifted sends players whose letters came back, and who have written again, the open questions of all their
// games.
func (k *Keeper) tellLifted(ctx context.Context) error {
	addresses, err := k.Resumed(ctx)
	if err != nil {
		return err
	}
	for _, a := range addresses {
		names, err := k.GamesOf(ctx, a)
		if err != nil {
			return err
		}
		for _, name := range names {
			if err := k.tellLiftedAt(ctx, name, a); err != nil {
				k.Log.Error("a player whose letters had bounced could not be notified", "game", name, "err", err)
			}
		}
		if err := k.offerLifted(ctx, a); err != nil {
			return err
		}
		if err := k.Arrived(ctx, a); err != nil {
			return err
		}
	}
	return nil
}

// offerLifted offers somebody on the waiting list the seats that are free.
func (k *Keeper) offerLifted(ctx context.Context, address string) error {
	n, err := k.Newcomer(ctx, address)
	if err != nil || n == nil {
		return err
	}
	c := k.NewChange(nil)
	waitlist.OfferAll(ctx, c, n)
	if len(c.Letters) == 0 {
		return c.Err
	}
	return k.Commit(ctx, c)
}

func (k *Keeper) tellLiftedAt(ctx context.Context, name, address string) error {
	g, err := k.Games.Load(ctx, name)
	if err != nil {
		return err
	}
	c := k.NewChange(g)
	if c.Table.Ended() {
		return nil
	}
	for s, p := range c.Table.Players {
		seats.TellGuests(ctx, c, engine.Seat(s), address)
		switch {
		case p.Address() != address:
		case c.Table.State == table.Inviting && p.Answer == "":
			tell.Letter(ctx, c, engine.Seat(s), templates.Invitation, content.Facts{})
		case c.Table.State == table.Running && c.Table.WaitFor(engine.Seat(s)) != nil:
			tell.Seat(ctx, c, engine.Seat(s))
		}
	}
	if len(c.Letters) == 0 {
		return c.Err
	}
	return k.Commit(ctx, c)
}
