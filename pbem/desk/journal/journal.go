// Package journal stores what follows from mails, from commands of the organiser and from
// due times: a Change gathers all of it, including letters and due times, and the Journal
// commits it at once.
//
// A Change has the game, its log and table, its due rows and letters, and values that belong to no game. What features make
// of them is in packages above this one: plans, watch, tell, daily, profiles, waitlist, bounce, vote, sitter, turn, seats
// and archive, in this order.
package journal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/config"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/table"
	"railpost/store"
)

// Journal stores what follows from mails, commands and due times, and caches what depends
// on it. Changes of different games may be made side by side, until they are committed; all
// else is done by one at a time.
type Journal struct {
	Config *config.Config
	Store  store.Store
	Titles engine.Titles
	Games  *games.Library
	Now    func() time.Time
	Log    *slog.Logger
	Wake   func()             // called after a commit that queued letters
	Posts  func()             // called after a commit that queued postings of hooks
	Moved  func(game string)  // called after a commit that has added records
	Asks   func()             // called after a commit of a game, if a robot may be asked in any
	Hook   func(point string) // called between every two side effects
	Salts  io.Reader          // random: salts of names and words
	Verbs  map[string]string  // from a form that sentences have ("bought") to the word of an order

	unsent     *unsent      // letters: none if the store is shared
	gameStates *gameStates  // of all games
	shared     store.Shared // the Store, if several processes may have it open
}

// Open returns a Journal with its fields set; it has read which letters are waiting.
func Open(ctx context.Context, j Journal) (*Journal, error) {
	j.shared, _ = j.Store.(store.Shared)
	j.unsent, j.gameStates = &unsent{}, &gameStates{listed: newListed(), unread: true, stale: map[string]bool{}}
	return &j, j.Reread(ctx)
}

// Reread reads again which letters are waiting, after some were deleted.
func (j *Journal) Reread(ctx context.Context) error {
	j.unsent.clear()
	return j.readUnsent(ctx)
}

// Commit stores one change and updates the cache.
func (j *Journal) Commit(ctx context.Context, c *Change) error {
	commit, err := c.Commit(ctx)
	if err != nil {
		return err
	}
	j.Hook("before-commit")
	errs, err := j.Store.Commit(ctx, commit)
	if err == nil {
		err = errs[0]
	}
	j.Hook("after-commit")
	j.Settle(c, commit, err)
	return err
}

// Put stores values that belong to no game.
func (j *Journal) Put(ctx context.Context, values map[string][]byte) error {
	if len(values) == 0 {
		return nil
	}
	errs, err := j.Store.Commit(ctx, store.Commit{Put: values})
	return errors.Join(append(errs, err)...)
}

// EachTable calls do for the table of each game and its last record, outside the store's
// reading.
func (j *Journal) EachTable(ctx context.Context, do func(t *table.Table, last uint64) error) error {
	heads, all := []store.Head{}, []*table.Table{}
	err := j.Store.Heads(ctx, func(h store.Head) error {
		t, err := table.Read(h.Doc)
		if err != nil {
			return fmt.Errorf("game %s: %w", h.Game, err)
		}
		heads, all = append(heads, h), append(all, t)
		return nil
	})
	for i, t := range all {
		if err == nil {
			err = do(t, heads[i].Seq)
		}
	}
	return err
}

// Settle updates the cache after a commit that stands, or drops the game if it has changed
// elsewhere.
func (j *Journal) Settle(c *Change, commit store.Commit, err error) {
	if err != nil {
		if errors.Is(err, store.ErrStale) && c.Game != nil {
			j.Games.Forget(c.Game.Name)
		}
		return
	}
	commit.Basis.Wrote(commit.Put)
	if j.shared == nil {
		j.unsent.settle(slices.Concat(c.sent, c.Dropped), c.Waiting)
	}
	if c.Rename != "" || c.Erase {
		j.settleMoved(c)
		return
	}
	if c.Game != nil {
		c.Game.Advance(c.Table, c.Next, commit)
		j.Games.Keep(c.Game)
		if len(commit.Append) > 0 {
			j.Moved(c.Game.Name)
		}
		if j.gameStates.settle(c.Game.Name, gameStateOf(c.Table, c.Game.Head.Rev)) {
			j.Asks()
		}
	}
	if len(commit.Letters) > 0 {
		j.Wake()
	}
	if posts(commit) {
		j.Posts()
	}
	j.logMoves(c)
}

// logMoves logs each valid move, without its orders, except moves that only their seat may know about.
func (j *Journal) logMoves(c *Change) {
	for _, r := range c.Records {
		what := map[engine.RecordKind]string{engine.Ordered: "move", engine.TookBack: "taken back"}[r.Kind]
		if what != "" && !r.Hidden {
			j.Log.Info(what, "game", c.Game.Name, "seat", int(r.Seat), "step", c.Table.HiddenRecords.Step(r.Seq, engine.Nobody))
		}
	}
}

// settleMoved updates the cache after a game was renamed or deleted.
func (j *Journal) settleMoved(c *Change) {
	j.Games.Forget(c.Game.Name)
	j.gameStates.settle(c.Game.Name, nil)
	if c.Erase {
		return
	}
	j.gameStates.settle(c.Rename, gameStateOf(c.Table, c.Game.Head.Rev+1))
	j.Moved(c.Rename)
}
