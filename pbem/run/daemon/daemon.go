// Package daemon is one running service: the store, the Office over it, and what receives
// mail, sends letters and watches the clock.
//
//	mailbox (imapbox) -> Office.Deliver -> store -> pump (outbox) -> server (smtpout)
//	clock, control socket -> Office
//
// With mail.kind "embedded" a post office on loopback (package post) takes the place of the
// provider's servers; everything else is the same.
package daemon

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"railpost/engine"
	"railpost/pbem"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/desk/due"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/verdict"
	"railpost/pbem/mail/hookout"
	"railpost/pbem/mail/imapbox"
	"railpost/pbem/mail/outbox"
	"railpost/pbem/mail/post"
	"railpost/pbem/mail/smtpout"
	"railpost/pbem/run/control"
	"railpost/pbem/run/health"
	"railpost/store"
	"railpost/store/bolt"
	"railpost/templates"
)

// Options are the dependencies of a Daemon. Config and Titles are required.
type Options struct {
	Config    *config.Config
	Titles    engine.Titles
	Templates *templates.Set // nil: the embedded ones
	Log       *slog.Logger   // nil: discarded
	Version   string
	Titled    map[string]int // the newest version of each title, for other daemons on the same store
	TLS       *tls.Config    // for the provider's servers; nil: the system's roots
	// DialIn and DialOut connect to the mailbox and to the server for letters; nil: as usual.
	DialIn, DialOut func(ctx context.Context, network, addr string) (net.Conn, error)

	// Store is used instead of the file the configuration names; the caller closes it.
	Store store.Store
	// Hook is called between every two side effects, for tests that stop the
	// process there.
	Hook func(point string)
	// DryRunDir: the mailbox is only read, and letters become files in this folder,
	// rendered from a copy of the store.
	DryRunDir string
	// Now is the clock on the wall; nil: time.Now.
	Now func() time.Time
	// Random draws below 1 how long to wait between two looks or attempts; nil: rand.Float64.
	Random func() float64
	// Open opens the file of the store, and Listen the control socket; nil: as usual. Listen may return nil for none.
	Open   func(path string, o bolt.Options) (store.Store, error)
	Listen func(path string) (*control.Listener, error)
	// Count is called for each mail, see pbem.Options.Count.
	Count func(v verdict.Verdict, taken, refused int)
	// Prompt replaces the pump's: whether letters are written with the move that they follow.
	Prompt func() bool
	// Lease is how long letters in hand stay away from other daemons; 0: see outbox.Options.
	Lease time.Duration
	// Delivered is called for each mail and letter in the embedded post, see
	// post.Options.Delivered.
	Delivered func(address string, raw []byte)
}

// Daemon is one service. When New returns, it holds its store, ports and socket; it
// releases them at the end of Run or Close.
type Daemon struct {
	o      Options
	store  store.Store
	disk   string // folder whose free space counts; "" for a store that is not a file
	office *pbem.Office
	pump   *outbox.Pump
	hooks  *hookout.Pump
	sender *smtpout.Sender // nil in a dry run
	post   *post.Post      // nil unless embedded
	key    string          // password of the service's own account there
	health *health.Health
	socket *control.Listener // nil in a dry run
	alarms chan alarm
	moved  *moved

	ticked health.Beat
	looked health.Beat // last look at the mailbox
	ready  chan struct{}
	once   sync.Once
	broken context.CancelCauseFunc // ends Run with an error

	tidied  time.Time    // when old messages were last deleted; used by the tick only
	failing fault.Seldom // logged that the tick fails; used by the tick only

	box atomic.Pointer[imapbox.Status] // last known state of the connection

	closers []func() error // in the order of opening
}

// New opens everything that a service needs. After an error nothing stays open.
func New(ctx context.Context, o Options) (*Daemon, error) {
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	if o.Hook == nil {
		o.Hook = func(string) {}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Open == nil {
		o.Open = func(path string, o bolt.Options) (store.Store, error) { return bolt.Open(path, o) }
	}
	if o.Listen == nil {
		o.Listen = control.Listen
	}
	if o.Count == nil {
		o.Count = func(verdict.Verdict, int, int) {}
	}
	d := &Daemon{o: o, health: health.New(), ready: make(chan struct{}), alarms: make(chan alarm, 16), moved: newMoved()}
	d.box.Store(&imapbox.Status{})
	if err := d.open(ctx); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

func (d *Daemon) open(ctx context.Context) error {
	if d.o.Templates == nil {
		set, err := templates.New()
		if err != nil {
			return err
		}
		d.o.Templates = set
	}
	if err := d.openStore(ctx); err != nil {
		return err
	}
	office, err := pbem.Open(ctx, pbem.Options{
		Config: d.o.Config, Store: d.store, Titles: d.o.Titles, Templates: d.o.Templates, Log: d.o.Log, Now: d.o.Now, Mono: time.Now,
		Wake: func() { d.pump.Wake() }, Posts: func() { d.hooks.Wake() }, Prompt: d.prompt, Moved: d.moved.add, Hook: d.o.Hook, Attempts: d.attempts(), Count: d.count,
	})
	if err != nil {
		return err
	}
	d.office = office
	d.openHooks()
	if err := d.openPost(); err != nil {
		return err
	}
	if err := d.openOut(); err != nil {
		return err
	}
	d.probes()
	return d.openSocket()
}

// prompt reports whether letters are written with the move that they follow.
func (d *Daemon) prompt() bool {
	if d.o.Prompt != nil {
		return d.o.Prompt()
	}
	return d.pump.Prompt()
}

// openSocket opens the control socket. A dry run has none: it works on a copy, which nobody should change.
func (d *Daemon) openSocket() error {
	if d.o.DryRunDir != "" {
		return nil
	}
	l, err := d.o.Listen(d.o.Config.SocketPath())
	if l == nil || err != nil {
		return err
	}
	l.Log = d.o.Log
	d.socket = l
	d.closing(l.Close)
	return nil
}

func (d *Daemon) closing(f func() error) { d.closers = append(d.closers, f) }

// Close releases everything that New has opened. Run calls it.
func (d *Daemon) Close() error {
	var errs []error
	for i := len(d.closers) - 1; i >= 0; i-- {
		errs = append(errs, d.closers[i]())
	}
	d.closers = nil
	return errors.Join(errs...)
}

// Ready is closed once the mailbox has been reached for the first time, or has been found
// out of reach.
func (d *Daemon) Ready() <-chan struct{} { return d.ready }

// Handle carries out one method of the organiser (see pbem.Office.Handle).
func (d *Daemon) Handle(ctx context.Context, method string, params json.RawMessage) (any, error) {
	result, err := d.office.Handle(ctx, method, params)
	if method == "mail.retry" && err == nil {
		d.pump.Resume() // whoever retries a letter has removed the obstacle
	}
	return result, err
}

// Create creates a game whose seed may be given, which the socket does not allow.
func (d *Daemon) Create(ctx context.Context, p admin.CreateGame) (*admin.Created, error) {
	return d.office.Create(ctx, p)
}

// Sent returns the number of attempts at letters since the start.
func (d *Daemon) Sent() outbox.Stats { return d.pump.Stats() }

// LockTimes returns for how long who has held the lock of the office, and waited for it.
func (d *Daemon) LockTimes() map[string]pbem.LockTime { return d.office.LockTimes() }

// Idle waits until no letter is due.
func (d *Daemon) Idle(ctx context.Context) error { return d.pump.Idle(ctx) }

// stopTime is how long Run waits for its parts to finish their current work: the mail with its commit, a letter
// being sent, a request.
const stopTime = 10 * time.Second

// Run serves until ctx ends, and then returns nil once the mail in progress has been
// committed. An error is the reason why the service cannot continue.
func (d *Daemon) Run(ctx context.Context) error {
	ctx, broken := context.WithCancelCause(ctx)
	defer broken(nil)
	d.broken = broken
	// Times shifted by an outage must have moved before a mail sets new ones. The outage lasts until the
	// mailbox has been reached.
	now := d.o.Now().Round(0)
	d.office.SourceLost(due.Mailbox, now)
	d.look(ctx, now)
	d.o.Log.Info("started", "version", d.o.Version, "store", cmp.Or(d.o.Config.Store.URL, d.o.Config.Store.Path), "mail", string(d.o.Config.Mail.Kind), "dry_run", d.o.DryRunDir)
	err := d.runParts(ctx)
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) && !errors.Is(cause, context.DeadlineExceeded) {
		err = errors.Join(cause, err)
	}
	if errors.Is(err, errStuck) {
		return err // closing the store would wait for the hanging part
	}
	err = errors.Join(err, d.store.Unfinish(context.WithoutCancel(ctx), d.office.Now()), d.Close())
	d.o.Log.Info("stopped")
	return err
}

// errStuck: a part of the service did not stop in time.
var errStuck = errors.New("daemon: the service did not stop in time")

// part is one loop of the service.
type part struct {
	name string
	run  func(ctx context.Context) error
}

func (d *Daemon) parts() []part {
	parts := []part{
		{"mailbox", d.runMailbox},
		{"outbox", d.pump.Run},
		{"other daemons", d.runBeside},
		{"clock", d.runClock},
		{"alarms", d.runAlarms},
		{"stop", d.tellStop},
	}
	if d.o.DryRunDir == "" { // a dry run posts no hooks, runs no robots, writes no files, serves no pages
		parts = append(parts, part{"old mailbox", d.runOldMailbox}, part{"hooks", d.hooks.Run}, part{"robots", d.office.Robots}, part{"backups", d.runBackups},
			part{"exports", d.runExports}, part{"health", d.runHealth}, part{"web", d.runWeb})
	}
	if d.socket != nil {
		parts = append(parts, part{"control socket", func(ctx context.Context) error { return d.socket.Serve(ctx, d.Handle) }})
	}
	return parts
}

// runParts runs all parts until ctx ends. If a part returns an error, the others are
// stopped.
func (d *Daemon) runParts(ctx context.Context) error {
	type ended struct {
		name string
		err  error
	}
	parts := d.parts()
	running := map[string]bool{}
	done := make(chan ended, len(parts))
	for _, p := range parts {
		running[p.name] = true
		go func() { done <- ended{p.name, p.run(ctx)} }()
	}
	var errs []error
	end := ctx.Done()
	var late <-chan time.Time
	for len(running) > 0 {
		select {
		case e := <-done:
			delete(running, e.name)
			if e.err != nil {
				err := fmt.Errorf("daemon: %s: %w", e.name, e.err)
				d.broken(err)
				errs = append(errs, err)
			}
		case <-end:
			end, late = nil, time.After(stopTime)
		case <-late:
			for name := range running {
				errs = append(errs, fmt.Errorf("%w: %s", errStuck, name))
			}
			return errors.Join(errs...)
		}
	}
	return errors.Join(errs...)
}

func (d *Daemon) ticker() clock.Ticker {
	return clock.Ticker{Every: d.tickEvery(), Log: d.o.Log, Now: d.o.Now, Random: d.o.Random}
}

func (d *Daemon) runClock(ctx context.Context) error {
	d.ticker().Run(ctx, func(now time.Time) { d.look(ctx, now) })
	return nil
}
