package pbem

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"railpost/pbem/facts/clock"
)

// countedLock is a mutex that counts its holder and those who wait, so that robots can yield to them. A robot
// is not counted. It measures how long each kind of holder has held it, and waited for it.
type countedLock struct {
	within clock.Lock
	wanted atomic.Int32
	waits  atomic.Int64 // how often it was not free

	held, waited [holders]atomic.Int64 // nanoseconds
}

// holder is who holds the lock of the office.
type holder int

const (
	byMail holder = iota
	byLetter
	byHook
	byCommand
	byClock
	byRobot
	holders
)

var holderNames = [holders]string{"mail", "letter", "hook", "command", "clock", "robot"}

// lock takes the lock until unlock is called.
func (t *countedLock) lock(by holder) (unlock func()) {
	began, counts := time.Now(), by != byRobot
	if counts {
		t.wanted.Add(1)
	}
	if !t.within.TryLock() {
		if counts {
			t.waits.Add(1)
		}
		t.within.Lock()
	}
	from := time.Now()
	t.waited[by].Add(int64(from.Sub(began)))
	return func() {
		t.held[by].Add(int64(time.Since(from)))
		t.within.Unlock()
		if counts {
			t.wanted.Add(-1)
		}
	}
}

// lock takes the lock of the office to decide something, perhaps about any game, until unlock is called.
func (o *Office) lock(by holder) (unlock func()) {
	free := o.mu.lock(by)
	o.decide(by, true)
	return func() {
		o.decide(by, false)
		free()
	}
}

// decide notes about which games the holder of the lock decides from now on, perhaps any, once no letter about them is
// being written.
func (o *Office) decide(by holder, any bool, games ...string) {
	began := time.Now()
	o.decided.set(any, games)
	o.mu.waited[by].Add(int64(time.Since(began)))
}

// hold keeps a game as it is until free is called, so that a letter about it can be written while others are
// decided about.
func (o *Office) hold(game string) (free func()) {
	o.mu.wanted.Add(1)
	began := time.Now()
	if o.decided.hold(game) {
		o.mu.waits.Add(1)
	}
	o.mu.waited[byLetter].Add(int64(time.Since(began)))
	return func() {
		o.decided.free(game)
		o.mu.wanted.Add(-1)
	}
}

// decided is the games about which something is decided or a letter is written, never both.
type decided struct {
	mu      sync.Mutex
	changed sync.Cond
	any     bool     // any game may be decided about
	games   []string // these are
	written []string // letters about these are written
}

func newDecided() *decided {
	d := &decided{}
	d.changed.L = &d.mu
	return d
}

func (d *decided) has(game string) bool { return d.any || slices.Contains(d.games, game) }

// set is called by the one who decides.
func (d *decided) set(any bool, games []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.any, d.games = any, games
	d.changed.Broadcast()
	for slices.ContainsFunc(d.written, d.has) {
		d.changed.Wait()
	}
}

func (d *decided) hold(game string) (waited bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for d.has(game) || slices.Contains(d.written, game) {
		waited = true
		d.changed.Wait()
	}
	d.written = append(d.written, game)
	return waited
}

func (d *decided) free(game string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.written = slices.DeleteFunc(d.written, func(g string) bool { return g == game })
	d.changed.Broadcast()
}

// LockTime is how long a kind of holder has held the lock of the office, and waited for it.
type LockTime struct{ Held, Waited time.Duration }

// LockTimes returns those times since the start: of mails, letters, hooks, commands of organisers, the clock and robots.
func (o *Office) LockTimes() map[string]LockTime {
	out := map[string]LockTime{}
	for by, name := range holderNames {
		out[name] = LockTime{time.Duration(o.mu.held[by].Load()), time.Duration(o.mu.waited[by].Load())}
	}
	return out
}

// busy reports whether the office has something to do, or is doing it.
func (o *Office) busy() bool { return o.delivering.wanted.Load()+o.mu.wanted.Load() > 0 }

// ReadingFor returns for how long the mail has been read that takes longest now; 0 if none is being read.
func (o *Office) ReadingFor() time.Duration { return o.inbox.Longest() }

// LockWaits returns how often a mail, a letter or a command has waited for another, or for a
// robot's answer to be stored.
func (o *Office) LockWaits() int64 { return o.delivering.waits.Load() + o.mu.waits.Load() }
