package pbem

import (
	"context"
	"errors"

	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/table"
	"railpost/store"
)

// Unsubscribe stops letters for a reader who has pressed their one-click button, and tells them. It does so once:
// then nothing is left to stop. ok is false if the letters no longer go to that reader: another has their seat.
func (o *Office) Unsubscribe(ctx context.Context, s table.Stop) (ok bool, err error) {
	defer o.lock(byMail)()
	if err := o.keeper.BeforeMail(ctx); err != nil {
		return false, err
	}
	err = store.Decide(ctx, func(ctx context.Context) error {
		var c *journal.Change
		if c, ok, err = o.stop(ctx, s); err != nil || c == nil {
			return err
		}
		if err := o.journal.Commit(ctx, c); err != nil {
			return err
		}
		o.journal.Log.Info("unsubscribed with one click", "letters", string(s.Kind), "game", s.Game, "seat", int(s.Seat))
		return nil
	})
	return ok && err == nil, err
}

// stop returns the change that stops letters; nil if nothing is left to stop.
func (o *Office) stop(ctx context.Context, s table.Stop) (c *journal.Change, ok bool, err error) {
	var g *games.Game
	if s.Game != "" {
		g, err = o.journal.Games.Load(ctx, s.Game)
		if errors.Is(err, store.ErrNoGame) || err == nil && g.Table.Tokens().StopMark() != s.Mark {
			return nil, false, nil
		}
		if err != nil {
			return nil, false, err
		}
	}
	switch {
	case s.Kind == table.StopSeat && (int(s.Seat) >= len(g.Table.Players) || !g.Table.Players[s.Seat].OnFile(s.Address)):
		return nil, false, nil
	case s.Kind == table.StopSeat, s.Kind == table.StopDigest:
		return o.gate.Stop(ctx, s, g), true, nil
	}
	return o.lobby.Stop(ctx, s), true, nil
}
