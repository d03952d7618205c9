package hookout

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/hook"
	"railpost/pbem/mail/smtpout"
	"railpost/store"
)

// ErrGone: the posting is obsolete. The hook was removed, or a player has answered.
var ErrGone = errors.New("hookout: there is nothing left to post")

// Options are the dependencies of a Pump. Store, Deliver and Post are required.
type Options struct {
	Store store.Store
	// Deliver returns the posting for a row; ErrGone: none.
	Deliver func(ctx context.Context, key string, r hook.Row) (hook.Delivery, error)
	Post    func(ctx context.Context, r hook.Request) Result
	// Failed is called for a posting that was given up; stopped: and for good, until a test succeeds.
	Failed      func(ctx context.Context, r hook.Row, answer string, stopped bool)
	GiveUpAfter time.Duration
	Spare       func(ctx context.Context) bool // see outbox.Options; nil: never
	Now         func() time.Time
	Log         *slog.Logger
	Hook        func(point string) // called between side effects, for tests
	Random      func() float64     // see outbox.Options
}

// Pump posts the queue: for each hook one posting at a time, in order, and for several hooks in parallel. A
// posting stays in the store until it was accepted or given up.
type Pump struct {
	o    Options
	wake chan struct{}
	room chan struct{}
	busy sync.WaitGroup

	held sync.Map // hooks that are being posted to
}

// sideBySide is the number of hooks that are posted to at a time.
const sideBySide = 8

// look is the longest time between reads of the queue, for postings that were put off.
const look = time.Minute

// New returns a Pump that is not running.
func New(o Options) *Pump {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Random == nil {
		o.Random = rand.Float64
	}
	if o.Spare == nil {
		o.Spare = func(context.Context) bool { return false }
	}
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	if o.Hook == nil {
		o.Hook = func(string) {}
	}
	if o.Failed == nil {
		o.Failed = func(context.Context, hook.Row, string, bool) {}
	}
	return &Pump{o: o, wake: make(chan struct{}, 1), room: make(chan struct{}, sideBySide)}
}

// Wake makes the pump look at the queue. It does not block.
func (p *Pump) Wake() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// Run posts until ctx ends, and then waits for the attempts that are under way, which end with
// it.
func (p *Pump) Run(ctx context.Context) error {
	defer p.busy.Wait()
	for ctx.Err() == nil {
		wait := look
		if next, err := p.round(ctx); err != nil {
			if ctx.Err() == nil {
				p.o.Log.Error("the queue of webhooks cannot be read", "err", err)
			}
		} else if !next.IsZero() {
			wait = min(max(next.Sub(p.o.Now()), 0), look)
		}
		select {
		case <-ctx.Done():
		case <-p.wake:
		case <-time.After(wait):
		}
	}
	return nil
}

// longestPause is the longest time from one attempt at a posting to the next. One that is further ahead was set
// by a clock that was wrong.
const longestPause = max(store.LongestPause, afterMost)

// round begins an attempt for each hook whose first posting is due, and returns when the next will be; the zero
// time: nothing waits.
func (p *Pump) round(ctx context.Context) (next time.Time, err error) {
	seen := p.taken() // as of now: running attempts change no rows of other hooks
	rows, err := p.o.Store.Values(ctx, hook.Prefix)
	if err != nil {
		return next, err
	}
	for _, key := range slices.Sorted(maps.Keys(rows)) {
		id := hook.OfKey(key)
		if seen[id] || len(rows[key]) == 0 {
			continue
		}
		seen[id] = true
		r, err := hook.ReadRow(rows[key])
		if err != nil {
			p.o.Log.Error("a webhook posting cannot be read; it is skipped", "key", key, "err", err)
			p.put(ctx, map[string][]byte{key: nil})
		} else if ahead := r.Next.Sub(p.o.Now()); ahead > 0 && ahead <= longestPause {
			if next.IsZero() || r.Next.Before(next) {
				next = r.Next
			}
		} else {
			p.held.Store(id, nil)
			p.busy.Go(func() {
				defer p.Wake()
				defer p.held.Delete(id)
				p.attempt(ctx, key, r)
			})
		}
	}
	return next, nil
}

// taken returns the hooks that are being posted to.
func (p *Pump) taken() map[string]bool {
	ids := map[string]bool{}
	p.held.Range(func(id, _ any) bool { ids[id.(string)] = true; return true })
	return ids
}

// attempt posts a row once and stores the result.
func (p *Pump) attempt(ctx context.Context, key string, r hook.Row) {
	select {
	case p.room <- struct{}{}:
		defer func() { <-p.room }()
	case <-ctx.Done():
		return
	}
	release, ours, err := p.take(ctx, key, r)
	if err != nil {
		p.o.Log.Error("the queue of webhooks cannot be read", "err", err)
	}
	if !ours || err != nil { // another daemon is at it
		clock.Sleep(ctx, elsewhere)
		return
	}
	defer release()
	last := p.last(ctx, r.Hook)
	d, err := p.o.Deliver(ctx, key, r)
	var result Result
	switch {
	case errors.Is(err, ErrGone), last.Stopped() && r.Kind != hook.Test:
		p.put(ctx, map[string][]byte{key: nil})
		return
	case err == nil:
		result, err = p.post(ctx, d)
	}
	if ctx.Err() != nil {
		return // the same posting again at the next start
	}
	if err != nil {
		p.o.Log.Error("a webhook posting cannot be composed; it is tried again later", "key", key, "game", r.Game, "err", err)
		result = Result{Class: Later, Text: "it could not be composed"}
	}
	p.o.Hook("hook.posted")
	p.settle(ctx, key, r, result, last)
}

// last returns the result of a hook's last posting; the zero value if that cannot be read.
func (p *Pump) last(ctx context.Context, id string) (l hook.Last) {
	b, err := p.o.Store.Get(ctx, hook.LastPrefix+id)
	if err == nil && len(b) > 0 {
		err = json.Unmarshal(b, &l)
	}
	if err != nil && ctx.Err() == nil {
		p.o.Log.Error("the outcome of a webhook posting cannot be read", "hook", id, "err", err)
	}
	return l
}

// elsewhere is how long a hook is left to the daemon that posts to it.
const elsewhere = time.Second / 4

// take keeps other daemons from posting to the same hook, and reports whether the row is unchanged.
func (p *Pump) take(ctx context.Context, key string, r hook.Row) (release func(), ours bool, err error) {
	shared, ok := p.o.Store.(store.Shared)
	if !ok {
		return func() {}, true, nil
	}
	release, ours, err = shared.Try(ctx, "hook "+r.Hook)
	if !ours || err != nil {
		return nil, false, err
	}
	was, err := r.Bytes()
	if err == nil {
		var now []byte
		now, err = p.o.Store.Get(ctx, key)
		ours = bytes.Equal(was, now)
	}
	if !ours || err != nil {
		release()
	}
	return release, ours, err
}

func (p *Pump) post(ctx context.Context, d hook.Delivery) (Result, error) {
	began := p.o.Now()
	req, err := d.Request(began)
	if err != nil {
		return Result{}, err
	}
	result := p.o.Post(ctx, req)
	p.o.Log.Info("hook", "hook", d.Hook.ID, "game", d.Event.Game, "event", string(d.Event.Kind), "delivery", d.ID,
		"result", string(result.Class), "answer", result.Text, "ms", p.o.Now().Sub(began).Milliseconds())
	return result, nil
}

// settle stores the outcome of an attempt. A posting that is put off holds up the later ones of its hook, so
// that they arrive in order.
func (p *Pump) settle(ctx context.Context, key string, r hook.Row, result Result, before hook.Last) {
	now := p.o.Now()
	r.Attempts, r.Answer = r.Attempts+1, result.Text
	given := result.Class == Refused || result.Class == Gone || result.Class == Later && now.Sub(r.Queued) >= p.o.GiveUpAfter && r.Attempts >= attemptsLeast && !p.o.Spare(ctx)
	values := map[string][]byte{}
	if result.Class == Later && !given {
		r.Next = now.Add(max(smtpout.Backoff(r.Attempts, p.o.Random), result.After))
		b, err := r.Bytes()
		if err != nil {
			p.o.Log.Error("a webhook posting cannot be postponed", "key", key, "err", err)
			return
		}
		values[key] = b
	} else {
		values[key] = nil
	}
	is := hook.Last{At: now, Done: result.Class == Accepted, Answer: result.Text}
	if result.Class == Gone {
		is.Gone = cmp.Or(before.Gone, now.UTC())
	}
	last, err := json.Marshal(is)
	if err != nil {
		p.o.Log.Error("the outcome of a webhook posting cannot be stored", "key", key, "err", err)
		return
	}
	values[hook.LastPrefix+r.Hook] = last
	p.put(ctx, values)
	if given && !before.Stopped() {
		p.o.Failed(ctx, r, result.Text, is.Stopped())
	}
}

// attemptsLeast: days on which the service did not run are no attempts.
const attemptsLeast = 3

// put stores values, also when the service is stopping. After an error the row is as it was, and
// tried again later.
func (p *Pump) put(ctx context.Context, values map[string][]byte) {
	errs, err := p.o.Store.Commit(context.WithoutCancel(ctx), store.Commit{Put: values})
	if err = errors.Join(append(errs, err)...); err != nil {
		p.o.Log.Error("the queue of webhooks cannot be written", "err", err)
		clock.Sleep(ctx, time.Minute) // wait, since the fault will last
	}
}
