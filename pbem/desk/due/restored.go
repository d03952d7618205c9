package due

import (
	"context"
	"errors"

	"railpost/engine"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// tellRestored tells each table once the state of its game after a restore.
func (k *Keeper) tellRestored(ctx context.Context) error {
	waits, err := k.Store.Get(ctx, table.RestoredKey)
	if err != nil || len(waits) == 0 {
		return err
	}
	names, err := k.names(ctx)
	if err != nil {
		return err
	}
	for _, name := range names {
		err := k.tellRestoredOf(ctx, name)
		if _, broken := errors.AsType[*fault.Game](err); broken {
			k.Log.Error("a table could not be notified of the restore", "game", name, "err", err)
			continue
		}
		if err != nil {
			return err
		}
	}
	return k.Put(ctx, map[string][]byte{table.RestoredKey: nil})
}

func (k *Keeper) tellRestoredOf(ctx context.Context, name string) error {
	g, err := k.Games.Load(ctx, name)
	if err != nil || g.Table.Restored == nil {
		return err
	}
	c := k.NewChange(g)
	r := c.Table.Restored
	c.Table.Restored = nil
	told := restoredTo(r, c.Table.HiddenRecords.Step(g.Head.Seq, engine.Nobody))
	for s := range c.Table.Players { // with any choice of letters: earlier ones are obsolete
		if c.Table.Ended() { // its last letter is on its way
			break
		}
		if g.Now == nil {
			tell.Letter(ctx, c, engine.Seat(s), templates.Invitation, content.Tell(engine.Msg(key.RestoredInvited)))
		} else {
			tell.Seat(ctx, c, engine.Seat(s), told)
		}
	}
	return k.Commit(ctx, c)
}

// restoredTo tells the state of a game, and its lost steps.
func restoredTo(r *table.Restored, step uint64) engine.Message {
	n := engine.Int("n", int(step))
	switch {
	case r.Again && (r.Lost == 0 || r.Lost > step):
		return engine.Msg(key.RestoredAgain, n)
	case r.Lost == 0:
		return engine.Msg(key.RestoredUnknown, n)
	case r.Lost <= step:
		return engine.Msg(key.RestoredWhole, n)
	}
	return engine.Msg(key.RestoredLost, n, engine.Int("from", int(step)+1), engine.Int("to", int(r.Lost)))
}
