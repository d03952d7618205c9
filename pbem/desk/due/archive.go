package due

import (
	"context"
	"errors"
	"time"

	"railpost/pbem/desk/archive"
	"railpost/pbem/facts/table"
	"railpost/store"
)

// answeredFor is the number of days after the last entry in the log of an ended game for which its letters are
// remembered: answers to them play nothing anyway.
const answeredFor = 30

// retire archives games that ended long enough ago, deletes old archived ones, each in a separate commit, and
// forgets the letters of ended games. Failures are logged and retried tomorrow; only that the games cannot be listed is
// returned.
// It looks for such games aside, see Tick.
func (k *Keeper) retire(ctx context.Context, now time.Time, aside func(do func())) (err error) {
	var names []string
	aside(func() { names, err = k.retiring(ctx, now) })
	for _, name := range names {
		k.tried(name, k.retireGame(ctx, name, now))
	}
	return err
}

func (k *Keeper) tried(name string, err error) {
	if err != nil && !errors.Is(err, archive.ErrUnsent) && !errors.Is(err, store.ErrNoGame) { // deleted meanwhile
		k.Log.Error("an ended game could not be archived or deleted", "game", name, "err", err)
	}
}

// retiring forgets the letters of games that ended long ago, and returns the games to archive or delete.
func (k *Keeper) retiring(ctx context.Context, now time.Time) (names []string, err error) {
	ended, err := k.Ended(ctx)
	for _, name := range ended {
		last, ripe, wrong := k.ripe(ctx, name, now)
		if wrong == nil && last.AddDate(0, 0, answeredFor).Before(now) {
			_, wrong = k.Store.DropSentOf(ctx, name)
		}
		k.tried(name, wrong)
		if ripe && wrong == nil {
			names = append(names, name)
		}
	}
	return names, err
}

// ripe returns the time of the last entry of an ended game, and whether it is to be archived or deleted.
func (k *Keeper) ripe(ctx context.Context, name string, now time.Time) (last time.Time, ripe bool, err error) {
	h, err := k.Store.Head(ctx, name)
	if err != nil {
		return last, false, err
	}
	t, err := table.Read(h.Doc)
	if err != nil {
		return last, false, err
	}
	days := k.Config.Store.ArchiveAfterDays
	if t.Archived() {
		days = k.Config.Store.KeepEndedDays
	}
	last, err = archive.LastEntry(ctx, k.Journal, t, h.Seq)
	return last, err == nil && days > 0 && !last.AddDate(0, 0, days).After(now), err
}

func (k *Keeper) retireGame(ctx context.Context, name string, now time.Time) error {
	if _, ripe, err := k.ripe(ctx, name, now); !ripe {
		return err
	}
	g, err := k.Games.Load(ctx, name)
	if err != nil || !g.Table.Ended() {
		return err
	}
	what, retire := "archived", archive.Archive
	if g.Table.Archived() {
		what, retire = "deleted", archive.Erase
	}
	c := k.NewChange(g)
	retire(ctx, c)
	if err := k.Commit(ctx, c); err != nil {
		return err
	}
	k.Log.Info("an ended game was "+what, "game", name, "now", c.Table.Game)
	return nil
}
