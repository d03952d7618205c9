// Package outbox sends the letters that the store holds.
//
// A letter is rendered before it is queued, or at its first attempt; its finished bytes are
// stored, durably, before they are sent, and every later attempt sends those bytes. Letters
// that are due together share the write of their bytes, and two share that of the server's
// answers. The server's answer decides: the letter is done, retried later, given up, or the
// whole queue waits; one that waits is rendered at its first attempt. A crash at any point
// repeats nothing visible, except in the gap that SMTP leaves between the server's 250 and
// our record of it, and then the same bytes.
package outbox

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	mathrand "math/rand/v2"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"railpost/pbem/facts/clock"
	"railpost/pbem/mail/smtpout"
	"railpost/store"
)

// Renderer finishes a letter at its first attempt: a mail of RFC 5322 bytes with From and
// Message-ID (see package compose), the one it was queued with if that will still do.
type Renderer func(ctx context.Context, l store.Letter) (store.Finished, error)

// Sender passes one mail to a server; smtpout.Sender is one. next will follow, unless nil.
type Sender interface {
	SendBefore(ctx context.Context, m smtpout.Mail, next *smtpout.Mail) smtpout.Result
}

// Options of a Pump. Store, Render and Sender are required.
type Options struct {
	Store  store.Store
	Render Renderer
	Sender Sender

	From        string        // envelope sender, where bounces go; "": the address in the letter's From
	PerMinute   int           // letters per minute, 0: no limit; a quarter may be sent at once
	PerDay      int           // letters a day, of all that send from the store, 0: no limit
	GiveUpAfter time.Duration // 0: smtpout.GiveUpAfter
	// CanWait reports whether letters of a kind wait while few of PerDay are left; nil: none.
	CanWait func(kind string) bool
	// Spare reports whether no letter may expire now, since the clock may be wrong; nil: never.
	Spare func(ctx context.Context) bool
	// Untry undoes the rendering of a letter of which the server received nothing: a later one may replace it.
	// nil: Store.Untry.
	Untry func(ctx context.Context, id uint64, next time.Time, code string) error
	Lease time.Duration // how long claimed letters are kept from others that send; 0: a minute
	Poll  time.Duration // how often the queue is checked unprompted; 0: five seconds

	Notify func(ctx context.Context, e Event) // called with events for the organiser; nil: not reported
	Log    *slog.Logger
	Now    func() time.Time
	Random func() float64 // jitter of the back-off, in [0,1)
	// Hook is called between every two side effects, with the name of the point; tests
	// crash there.
	Hook func(point string)
}

// The points at which Hook is called.
const (
	Claimed = "outbox.claimed" // letters are held; nothing is rendered
	Marked  = "outbox.marked"  // finished bytes are stored; the server has its envelope at most
	Handed  = "outbox.handed"  // the server has answered; nothing is stored
	Stored  = "outbox.stored"  // the answer is stored
)

const (
	batch     = 8 // letters claimed at a time: few, so that a crash keeps few waiting
	earlyStop = 5 // no letter is given up for its age before this attempt
	storePace = 5 * time.Second
)

// Pump sends letters one after another. Run it in one goroutine; its other methods are safe
// for concurrent use.
type Pump struct {
	o      Options
	limit  *rate.Limiter // nil: none
	wake   chan struct{}
	resume chan struct{}

	// Used by Run alone: how many letters were accepted so far, what letters met that were refused
	// or stopped the queue, and those refused, put off or given up
	// for their recipient since the last one accepted; before, how many of the refused there were
	// at the last hold. noticed: a letter to an organiser was refused, too. down counts consecutive attempts that could not reach the server, stops those
	// after which the queue was held.
	accepted                 int
	tripped                  map[uint64]trip
	unmade                   map[uint64]int // how often a letter could not be written
	unbegun                  map[uint64]int // attempt for which a letter was marked, and its lease ended before
	refused, putOff, unknown row
	before                   int
	noticed                  bool
	down, stops              int
	unstored                 int // answers for which Hook was not called with Stored
	counter                  counter
	short                    bool // few letters of the day are left

	notes  notes
	leases leases

	mu     sync.Mutex
	shared shared
}

// shared is the part of the state that other goroutines may read, or wait for, while Run runs.
type shared struct {
	Stats
	held    Hold
	outage  Outage
	refusal Refusal
	waiters []chan error
}

func (p *Pump) update(f func(s *shared)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f(&p.shared)
}

// Stats counts the results of attempts since the start.
type Stats struct {
	Sent, Deferred, Failed int
	Again                  int // attempts at letters that the server may have accepted before
}

// Hold says why and until when the queue is held.
type Hold struct {
	Until  time.Time
	Reason string
}

// Outage says since when the server has been out of reach, and why the last attempt failed.
type Outage struct {
	Since  time.Time
	Reason string
	told   bool
}

// Refusal says since when the server has accepted no letter because it refuses us; zero: it has not. Doubt: a
// letter may have been refused because of its own content.
type Refusal struct {
	Since time.Time
	Doubt bool
}

// New returns a pump, which does nothing before Run.
func New(o Options) *Pump {
	o.GiveUpAfter = cmp.Or(o.GiveUpAfter, smtpout.GiveUpAfter)
	o.Lease = cmp.Or(o.Lease, time.Minute)
	o.Poll = cmp.Or(o.Poll, 5*time.Second)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	if o.Notify == nil {
		o.Notify = func(context.Context, Event) {}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Untry == nil && o.Store != nil {
		o.Untry = o.Store.Untry
	}
	if o.Spare == nil {
		o.Spare = func(context.Context) bool { return false }
	}
	if o.Random == nil {
		o.Random = mathrand.Float64
	}
	if o.Hook == nil {
		o.Hook = func(string) {}
	}
	return &Pump{
		o: o, limit: limiter(o.PerMinute), tripped: map[uint64]trip{}, unmade: map[uint64]int{}, unbegun: map[uint64]int{},
		wake: make(chan struct{}, 1), resume: make(chan struct{}, 1), counter: counter{run: rand.Text()},
	}
}

func limiter(perMinute int) *rate.Limiter {
	if perMinute <= 0 {
		return nil
	}
	return rate.NewLimiter(rate.Limit(Sustained(perMinute))/60, burst(perMinute))
}

func burst(perMinute int) int { return max(1, perMinute/4) }

// Sustained returns how many letters a minute go out of a long queue under Options.PerMinute, which no minute exceeds
// though some may be sent at once; 0: no limit.
func Sustained(perMinute int) int {
	if perMinute <= 0 {
		return 0
	}
	return max(1, perMinute-burst(perMinute))
}

// Run sends until ctx ends, and then returns nil. It returns an error only if the store has
// been closed.
func (p *Pump) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		p.unfinish(ctx, readyFor)
		waiting := p.takeWaiters()
		letters, err := p.o.Store.Claim(ctx, p.o.Now(), p.o.Lease, batch)
		switch {
		case ctx.Err() != nil:
			p.putBack(waiting)
		case errors.Is(err, store.ErrClosed):
			return err
		case err != nil:
			p.putBack(waiting)
			p.tell(ctx, Event{Kind: StoreFailed, Text: err.Error()})
			clock.Sleep(ctx, storePace)
		case len(letters) == 0:
			release(waiting, nil)
			p.idle(ctx)
		default:
			p.putBack(waiting)
			p.sendAll(ctx, letters)
			p.waitOutHold(ctx)
		}
	}
	_ = p.keepCounts(ctx)
	return nil
}

// idle waits for new letters, or for old ones to become due.
func (p *Pump) idle(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-p.wake:
	case <-p.resume:
	case <-time.After(p.o.Poll):
	}
}

// readyFor is how long a letter queued with its bytes may wait for its first attempt. After a crash it is
// unknown whether it was attempted, so it must not be a letter that waits long.
const readyFor = 30 * time.Second

// unfinish lets letters that have waited so long be written at their first attempt.
func (p *Pump) unfinish(ctx context.Context, after time.Duration) {
	if err := p.o.Store.Unfinish(ctx, p.o.Now().Add(-max(0, after))); err != nil && ctx.Err() == nil {
		p.o.Log.Warn("waiting letters could not be marked for rewriting", "err", err)
	}
}

// Prompt reports whether a letter that is queued now goes out at once, for all the pump knows.
func (p *Pump) Prompt() bool {
	_, held := p.Held()
	_, down := p.Outage()
	return !held && !down && (p.limit == nil || p.limit.TokensAt(p.o.Now()) >= 1)
}

// waitOutHold waits out a hold, if there is one.
func (p *Pump) waitOutHold(ctx context.Context) {
	h, held := p.Held()
	if !held {
		return
	}
	for over := time.After(h.Until.Sub(p.o.Now())); ; {
		p.unfinish(ctx, 0)
		release(p.takeWaiters(), ErrHeld)
		select {
		case <-p.wake: // new letters wait as well
			continue
		case <-ctx.Done():
		case <-p.resume:
		case <-over:
		}
		break
	}
	p.update(func(s *shared) { s.held = Hold{} })
}

// Wake tells the pump that letters have been queued.
func (p *Pump) Wake() { poke(p.wake) }

// Resume ends a hold, because the fault is fixed or a retry is wanted.
func (p *Pump) Resume() { poke(p.resume) }

func poke(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func (p *Pump) state() shared {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.shared
}

// Outage reports whether the server was out of reach at the last attempt.
func (p *Pump) Outage() (Outage, bool) {
	out := p.state().outage
	return out, !out.Since.IsZero()
}

// Refusal reports whether the server refuses us.
func (p *Pump) Refusal() Refusal { return p.state().refusal }

// Held reports whether the queue is held because the server refuses our mail or is out of
// reach.
func (p *Pump) Held() (Hold, bool) {
	held := p.state().held
	return held, !held.Until.IsZero()
}

// Stats returns the results of attempts since the start.
func (p *Pump) Stats() Stats { return p.state().Stats }
