// Package pbem is the postal service: it takes mails from a mailbox, reads orders in them,
// lets the engine decide, appends to the log and queues letters.
//
//	mailbox -> message -> orders -> engine -> log -> letters -> outbox
//
// Office.Deliver reads as these steps; each has its package. Everything that follows from
// one mail is one store.Commit; only then is the mailbox changed and are letters sent.
// Letters are rendered from the reader's own view of the position: with the move they follow
// from, or queued by reference and rendered at their first attempt.
package pbem

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"railpost/engine"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/desk/bounce"
	"railpost/pbem/desk/digest"
	"railpost/pbem/desk/due"
	"railpost/pbem/desk/gate"
	"railpost/pbem/desk/inbox"
	"railpost/pbem/desk/journal"
	"railpost/pbem/desk/lobby"
	"railpost/pbem/desk/orders"
	"railpost/pbem/desk/tell"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/show/letters"
	"railpost/pbem/show/picture"
	"railpost/store"
	"railpost/templates"
)

// Options are the dependencies of an Office.
type Options struct {
	Config    *config.Config
	Store     store.Store
	Titles    engine.Titles
	Templates *templates.Set
	Now       func() time.Time // the wall clock; nil: time.Now
	Mono      func() time.Time // never steps; nil: Now never steps
	Random    io.Reader        // keys and seeds of games; nil: crypto/rand
	Salts     io.Reader        // for names and words, see engine.Record.Seal; nil: crypto/rand
	Log       *slog.Logger     // nil: discarded
	// Wake is called after a commit that queued letters.
	Wake func()
	// Posts is called after a commit that queued postings of hooks; it may be nil.
	Posts func()
	// Prompt reports whether letters go out as soon as they are queued: only then are they
	// written with the move they follow from. nil: they do.
	Prompt func() bool
	// Moved is called with the name of a game after a commit that has added to its log.
	Moved func(game string)
	// Hook is called between every two side effects, for tests that stop the process there.
	// It may be nil.
	Hook func(point string)
	// Attempts is a file that names the mails being read, so that a mail that kills the
	// process is known at the next start; "" for none.
	Attempts string
	// Count is called for each mail with its verdict, and the numbers of its accepted and refused order lines;
	// it may be nil.
	Count func(v verdict.Verdict, taken, refused int)
}

// Office is the service over one store. Its methods are safe for concurrent use; only one
// decides at a time.
type Office struct {
	delivering countedLock // held by Deliver, which takes mu later
	mu         countedLock // guards every decision: its reads of the store, and its commit
	decided    *decided    // what that is about, and letters
	journal    *journal.Journal
	writer     *letters.Writer
	inbox      *inbox.Inbox
	gate       *gate.Gate
	orders     *orders.Handler
	keeper     *due.Keeper
	desk       *admin.Desk
	lobby      *lobby.Lobby
	prompt     func() bool
	digest     *digest.Handler
	count      func(v verdict.Verdict, taken, refused int)

	shared store.Shared // the store, if several daemons may work on it

	asks    chan struct{}     // has one when a robot may have to act
	stuck   map[string]uint64 // games in which no order of a robot counted, with the last record then
	refused atomic.Int64      // orders of robots, which are always our own faults
}

// Open prepares an Office: it reads which letters are waiting and which mails were being
// read when the process died.
func Open(ctx context.Context, o Options) (*Office, error) {
	o = o.withDefaults()
	asks := make(chan struct{}, 1)
	by := clock.NewSteady(o.Now, o.Mono)
	o.Now = by.Now
	library := games.NewLibrary(o.Store, o.Titles, o.Log)
	o.Templates = o.Templates.Offering(o.Config.Languages()...)
	j, err := journal.Open(ctx, journal.Journal{Config: o.Config, Store: o.Store, Titles: o.Titles, Games: library, Now: o.Now, Log: o.Log, Wake: o.Wake, Posts: o.Posts, Moved: o.Moved, Asks: func() { wake(asks) }, Hook: o.Hook, Salts: o.Salts, Verbs: o.Templates.Words().Forms})
	if err != nil {
		return nil, err
	}
	w := letters.New(letters.Writer{Config: o.Config, Store: o.Store, Templates: o.Templates, Titles: o.Titles, Games: library, Log: o.Log, Now: o.Now})
	k, err := due.Open(ctx, j, by)
	if err != nil {
		return nil, err
	}
	in, err := inbox.Open(ctx, j, o.Attempts)
	if err != nil {
		return nil, err
	}
	office := &Office{decided: newDecided(), journal: j, writer: w, inbox: in, gate: &gate.Gate{Journal: j, Letters: w}, orders: &orders.Handler{Journal: j, Letters: w}, keeper: k, prompt: o.Prompt, count: o.Count, asks: asks, stuck: map[string]uint64{}}
	office.shared, _ = o.Store.(store.Shared)
	office.desk = &admin.Desk{Journal: j, Letters: w, Templates: o.Templates, Random: o.Random, Inbox: in, Keeper: k, Drawer: new(picture.Drawer), TakeIn: office.takeIn}
	office.lobby = &lobby.Lobby{Journal: j, Desk: office.desk}
	office.digest = &digest.Handler{Journal: j, Letters: w, Orders: office.orders, Gate: office.gate, Inbox: in, Told: office.logMail}
	return office, nil
}

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now, o.Mono = time.Now, time.Now
	}
	if o.Mono == nil {
		o.Mono = o.Now
	}
	o.Random, o.Salts = &shared{r: cmp.Or(o.Random, rand.Reader)}, &shared{r: cmp.Or(o.Salts, rand.Reader)}
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	if o.Wake == nil {
		o.Wake = func() {}
	}
	if o.Posts == nil {
		o.Posts = func() {}
	}
	if o.Prompt == nil {
		o.Prompt = func() bool { return true }
	}
	if o.Moved == nil {
		o.Moved = func(string) {}
	}
	if o.Hook == nil {
		o.Hook = func(string) {}
	}
	if o.Count == nil {
		o.Count = func(verdict.Verdict, int, int) {}
	}
	return o
}

// shared is a reader for several at once.
type shared struct {
	mu sync.Mutex
	r  io.Reader
}

func (s *shared) Read(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.r.Read(b)
}

// Handle carries out one method of the organiser. Its errors are *fault.Mistake: the fault and advice.
func (o *Office) Handle(ctx context.Context, name string, params json.RawMessage) (any, error) {
	if !admin.OnlyReads(name) {
		defer o.lock(byCommand)()
	}
	return o.desk.Handle(ctx, name, params)
}

// Create is game.create for callers within the program: only they can give a seed.
func (o *Office) Create(ctx context.Context, p admin.CreateGame) (*admin.Created, error) {
	defer o.lock(byCommand)()
	return o.desk.Create(ctx, p)
}

// Tick carries out everything due at now, see due.Keeper.
func (o *Office) Tick(ctx context.Context, now time.Time) error {
	unlock := o.lock(byClock)
	defer func() { unlock() }()
	return o.keeper.Tick(ctx, now, func(do func()) {
		unlock()
		defer func() { unlock = o.lock(byClock) }()
		do()
	})
}

// Now returns the time by which the service works, see clock.Steady.
func (o *Office) Now() time.Time { return o.keeper.Time.Now() }

// MayDelete reports whether old data may be deleted, see due.Keeper.
func (o *Office) MayDelete(ctx context.Context) (bool, error) { return o.keeper.MayDelete(ctx) }

// Dated takes note of a date that a mail server on another machine gave to a message that just came.
func (o *Office) Dated(ctx context.Context, at time.Time) error {
	defer o.lock(byMail)()
	return o.keeper.Dated(ctx, at)
}

// ChangedElsewhere records that another process has changed a game, or, with all, that any may have been.
func (o *Office) ChangedElsewhere(game string, all bool) {
	o.journal.ChangedElsewhere(game, all)
	wake(o.asks)
}

// SayPresent tells other daemons on the same store about this one, under an ID of its own.
func (o *Office) SayPresent(ctx context.Context, id string, p journal.Program) error {
	return o.journal.SayPresent(ctx, id, p)
}

// SayGone takes that back.
func (o *Office) SayGone(ctx context.Context, id string) error { return o.journal.SayGone(ctx, id) }

// SourceLost records that a source has been out of reach since an instant, or since it was last
// reached, if that was later.
func (o *Office) SourceLost(s due.Source, since time.Time) { o.keeper.SourceLost(s, since) }

// SourceReached records that a source has been reached.
func (o *Office) SourceReached(s due.Source, now time.Time) { o.keeper.SourceReached(s, now) }

// Render finishes a letter at its first attempt: from the position after the record at
// which it was queued, as its reader may know it, or as it was written with its move if that is still true. Unless it
// changes something or is about several games, it waits only for what is decided about its own.
func (o *Office) Render(ctx context.Context, l store.Letter) (made store.Finished, err error) {
	defer fault.Guard(o.journal.Log, "a letter", &err)
	facts, err := content.ReadFacts(l.Data)
	if err != nil {
		return made, fmt.Errorf("pbem: letter %d: %w", l.ID, err)
	}
	own := o.journal.OwnGame(l, facts)
	if own {
		defer o.hold(l.Game)()
	} else {
		defer o.lock(byLetter)()
	}
	still, err := o.keeper.Still(ctx)
	if err != nil {
		return made, err
	}
	ctx = store.WithBasis(ctx)
	if err := o.journal.Attempted(ctx, l); err != nil {
		return made, err
	}
	queued, id := l, l.ID
	err = store.Decide(ctx, func(ctx context.Context) (err error) {
		l, err = o.journal.FirstAttempt(ctx, queued, facts, still, !own)
		return err
	})
	if err != nil {
		return made, fmt.Errorf("pbem: letter %d: %w", id, err)
	}
	if l.Bytes != nil && bytes.Equal(l.Data, queued.Data) && o.journal.Now().Sub(l.Queued) < journal.Soon {
		return store.Finished{ID: l.ID, Bytes: l.Bytes, Said: l.Said}, nil
	}
	return o.writer.Compose(ctx, l)
}

// Untry undoes an attempt of which the server received nothing, so that a later letter of the group still
// includes this one's news.
func (o *Office) Untry(ctx context.Context, id uint64, next time.Time, code string) error {
	defer o.lock(byLetter)()
	if err := o.journal.Store.Untry(ctx, id, next, code); err != nil {
		return err
	}
	l, ok, err := o.journal.Store.Letter(ctx, id)
	if err != nil || !ok {
		return err
	}
	return o.journal.NoteUnsent(l)
}

// PublicLog returns the public log of a game, continuing an earlier text; "" before the game has begun.
func (o *Office) PublicLog(ctx context.Context, name, earlier string) (text string, err error) {
	defer o.lock(byMail)()
	defer fault.Guard(o.journal.Log, "a public log", &err)
	g, err := o.journal.Games.Load(ctx, name)
	if err != nil || g.Now == nil {
		return "", err
	}
	return o.writer.PublicLog(ctx, g, earlier)
}

// CountByState counts the games by their state, see Journal.CountByState.
func (o *Office) CountByState(ctx context.Context) (map[string]int, error) {
	return o.journal.CountByState(ctx)
}

// Lateness counts the seats whose deadline has passed, see Journal.Lateness.
func (o *Office) Lateness(ctx context.Context) (seats int, longest time.Duration, err error) {
	return o.journal.Lateness(ctx)
}

// Bounced records that the server of a letter's recipient refuses it for good.
func (o *Office) Bounced(ctx context.Context, l store.Letter, status string) error {
	defer o.lock(byLetter)()
	return store.Decide(ctx, func(ctx context.Context) error {
		g, err := o.gameOf(ctx, l.Game)
		if err != nil {
			return err
		}
		c := o.journal.NewChange(g)
		bounce.RefusedForGood(ctx, c, l, fmt.Sprintf("queue/%d", l.ID), status)
		return o.journal.Commit(ctx, c)
	})
}

// gameOf returns a game; nil for "".
func (o *Office) gameOf(ctx context.Context, name string) (*games.Game, error) {
	if name == "" {
		return nil, nil
	}
	return o.journal.Games.Load(ctx, name)
}

// Alarm reports a fault of the service to the organiser of the named game, or with game ""
// to all organisers of the service. Each kind is reported at most once a day.
func (o *Office) Alarm(ctx context.Context, name, kind string, told engine.Message) error {
	defer o.lock(byLetter)()
	return store.Decide(ctx, func(ctx context.Context) error {
		g, err := o.gameOf(ctx, name)
		if err != nil {
			return err
		}
		return tell.Alarm(ctx, o.journal, g, name+"/"+kind, told)
	})
}
