package admin

import (
	"context"
	"errors"

	"railpost/pbem/desk/archive"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/games"
)

// archiveGame gives an ended game another name, so that its own is free.
func (d gameDesk) archiveGame(ctx context.Context, p ChangeGame) (*GameRow, error) {
	return d.changeGame(ctx, p, func(g *games.Game, c *journal.Change) error {
		switch {
		case g.Table.Archived():
			return fault.Wrong("there is nothing to do", "game %s is archived already", g.Name)
		case !g.Table.Ended():
			return fault.Wrong("railpost game end calls it off", "game %s is %s; only games that have ended can be archived", g.Name, g.Table.State)
		}
		archive.Archive(ctx, c)
		if errors.Is(c.Err, archive.ErrUnsent) {
			return fault.Wrong("railpost mail queue shows them; try again once they have gone out", "letters of game %s are still waiting to be sent", g.Name)
		}
		return c.Err
	})
}
