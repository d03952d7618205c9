// Package pbem is the postal service: it takes mails out of a mailbox, reads
// orders in them, lets the engine decide, appends to the log and queues letters.
//
//	mailbox -> message -> orders -> engine -> log -> letters -> outbox
//
// Office.Deliver (deliver.go) reads as these steps. All that follows from one
// mail is one store.Commit; only then is the mailbox touched and are letters
// sent. Letters are queued by reference and rendered at their first attempt
// (render.go), from the reader's own view of the position.
package pbem

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"sync"
	"time"

	"railpost/engine"
	"railpost/pbem/config"
	"railpost/pbem/games"
	"railpost/pbem/letters"
	"railpost/pbem/verdict"
	"railpost/store"
	"railpost/templates"
)

// Options is what an Office is made of.
type Options struct {
	Config    *config.Config
	Store     store.Store
	Titles    engine.Titles
	Templates *templates.Set
	Now       func() time.Time // nil: time.Now
	Random    io.Reader        // keys and seeds of games; nil: crypto/rand
	Log       *slog.Logger     // nil: discarded
	// Wake is called after a commit that queued letters.
	Wake func()
	// Hook is called between every two side effects, for tests that stop the
	// process there. It may be nil.
	Hook func(point string)
	// Attempts is a file that names the mail being read, so that a mail that
	// kills the process is known at the next start; "" for none.
	Attempts string
	// Count is told of each mail: what became of it, and how many of its lines of
	// orders were taken and refused; it may be nil.
	Count func(v verdict.Verdict, taken, refused int)
}

// Office is the service over one store. Its methods may be called
// concurrently; they take turns.
type Office struct {
	Options
	mu       sync.Mutex
	games    *games.Library
	writer   *letters.Writer
	unsent   map[string]waiting  // by Group: letters that nobody has seen yet
	suspects map[string]int      // mails that were being read when the process died
	states   map[string]standing // of all games; nil until somebody asks
	kept     keptToday
	reach    reach
}

// Open prepares an Office: it reads which letters wait and which mails were
// being read when the process died.
func Open(ctx context.Context, o Options) (*Office, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Random == nil {
		o.Random = rand.Reader
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Wake == nil {
		o.Wake = func() {}
	}
	if o.Hook == nil {
		o.Hook = func(string) {}
	}
	if o.Count == nil {
		o.Count = func(verdict.Verdict, int, int) {}
	}
	office := &Office{Options: o, games: games.NewLibrary(o.Store, o.Titles, o.Log), unsent: map[string]waiting{}}
	office.writer = letters.New(letters.Writer{Config: o.Config, Store: o.Store, Templates: o.Templates, Titles: o.Titles, Games: office.games, Log: o.Log, Now: o.Now})
	if err := office.readUnsent(ctx); err != nil {
		return nil, err
	}
	out, err := office.outage(ctx)
	if err != nil {
		return nil, err
	}
	office.reach.lost[Server] = out.Lost[Server] // the next attempt at a letter tells
	return office, office.readSuspects(ctx)
}

// readUnsent finds from which record on each waiting letter tells.
func (o *Office) readUnsent(ctx context.Context) error {
	letters, err := o.Store.Letters(ctx)
	if err != nil {
		return fmt.Errorf("pbem: reading the outbox: %w", err)
	}
	for _, l := range letters {
		if err := o.noteUnsent(l); err != nil {
			return err
		}
	}
	return nil
}

// noteUnsent notes what a letter tells that a later one may replace.
func (o *Office) noteUnsent(l store.Letter) error {
	if l.Group == "" || l.State != store.Waiting {
		return nil
	}
	f, err := letters.ReadFacts(l.Data)
	if err != nil {
		return fmt.Errorf("pbem: letter %d: %w", l.ID, err)
	}
	o.unsent[l.Group] = waiting{since: f.Since, kind: templates.Kind(l.Kind), id: l.ID, asked: f.Asked}
	return nil
}

// commit keeps one change and brings the cache up to it.
func (o *Office) commit(c *change) error {
	commit, err := c.commit()
	if err != nil {
		return err
	}
	o.Hook("before-commit")
	errs, err := o.Store.Commit(c.ctx, commit)
	if err == nil {
		err = errs[0]
	}
	o.Hook("after-commit")
	o.settle(c, commit, err)
	return err
}

// settle brings what is kept in memory up to a commit that stands, or forgets
// it when the game has moved on elsewhere.
func (o *Office) settle(c *change, commit store.Commit, err error) {
	if err != nil {
		if errors.Is(err, store.ErrStale) && c.game != nil {
			o.games.Forget(c.game.Name)
		}
		return
	}
	for _, g := range c.dropped {
		delete(o.unsent, g)
	}
	maps.Copy(o.unsent, c.waiting)
	if c.game != nil {
		c.game.Advance(c.table, c.next, commit)
		o.games.Keep(c.game)
		if o.states != nil {
			o.states[c.game.Name] = standing{c.game.Table.State, c.game.Table.Waiting}
		}
	}
	if len(commit.Letters) > 0 {
		o.Wake()
	}
	o.logMoves(c)
}

// logMoves writes a line for each move that stands now, without what was ordered. What
// only its seat may know of has none.
func (o *Office) logMoves(c *change) {
	for _, r := range c.records {
		what := map[engine.RecordKind]string{engine.Ordered: "move", engine.TookBack: "taken back"}[r.Kind]
		if what != "" && !r.Aside {
			o.Log.Info(what, "game", c.game.Name, "seat", int(r.Seat), "step", c.table.Step(r.Seq, engine.Nobody))
		}
	}
}
