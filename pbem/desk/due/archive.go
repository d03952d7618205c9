package due

import (
	"context"
	"errors"
	"time"

	"railpost/pbem/desk/archive"
	"railpost/pbem/facts/table"
)

// answeredFor is the number of days after the last entry in the log of an ended game for which its letters are
// remembered: answers to them play nothing anyway.
const answeredFor = 30

// retire archives games that ended long enough ago, deletes old archived ones, each in a separate commit, and
// forgets the letters of ended games. Failures are retried tomorrow; only a failure of the store is returned.
func (k *Keeper) retire(ctx context.Context, now time.Time) error {
	names, err := k.Ended(ctx)
	for _, name := range names {
		if err := k.retireGame(ctx, name, now); err != nil && !errors.Is(err, archive.ErrUnsent) {
			k.Log.Error("an ended game could not be archived or deleted", "game", name, "err", err)
		}
	}
	return err
}

func (k *Keeper) retireGame(ctx context.Context, name string, now time.Time) error {
	days, what, retire := k.Config.Store.ArchiveAfterDays, "archived", archive.Archive
	h, err := k.Store.Head(ctx, name)
	if err != nil {
		return err
	}
	t, err := table.Read(h.Doc)
	if err != nil {
		return err
	}
	if t.Archived() {
		days, what, retire = k.Config.Store.KeepEndedDays, "deleted", archive.Erase
	}
	last, err := archive.LastEntry(ctx, k.Journal, t, h.Seq)
	if err == nil && last.AddDate(0, 0, answeredFor).Before(now) {
		_, err = k.Store.DropSentOf(ctx, name)
	}
	if err != nil || days == 0 || last.AddDate(0, 0, days).After(now) {
		return err
	}
	g, err := k.Games.Load(ctx, name)
	if err != nil {
		return err
	}
	c := k.NewChange(g)
	retire(ctx, c)
	if err := k.Commit(ctx, c); err != nil {
		return err
	}
	k.Log.Info("an ended game was "+what, "game", name, "now", c.Table.Game)
	return nil
}
