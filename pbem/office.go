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
	"io"
	"log/slog"
	"sync"
	"time"

	"railpost/engine"
	"railpost/pbem/config"
	"railpost/pbem/games"
	"railpost/pbem/journal"
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
	*journal.Journal
	mu        sync.Mutex
	writer    *letters.Writer
	suspects  map[string]int // mails that were being read when the process died
	kept      keptToday
	reach     reach
	Random    io.Reader
	Templates *templates.Set
	Attempts  string
	Count     func(v verdict.Verdict, taken, refused int)
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
	library := games.NewLibrary(o.Store, o.Titles, o.Log)
	j, err := journal.Open(ctx, journal.Journal{Config: o.Config, Store: o.Store, Titles: o.Titles, Games: library, Now: o.Now, Log: o.Log, Wake: o.Wake, Hook: o.Hook})
	if err != nil {
		return nil, err
	}
	office := &Office{Journal: j, Random: o.Random, Templates: o.Templates, Attempts: o.Attempts, Count: o.Count,
		writer: letters.New(letters.Writer{Config: o.Config, Store: o.Store, Templates: o.Templates, Titles: o.Titles, Games: library, Log: o.Log, Now: o.Now})}
	out, err := office.outage(ctx)
	if err != nil {
		return nil, err
	}
	office.reach.lost[Server] = out.Lost[Server] // the next attempt at a letter tells
	return office, office.readSuspects(ctx)
}
