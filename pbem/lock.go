package pbem

import (
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
	o.journal.Deciding(true)
	return func() {
		o.journal.Deciding(false)
		free()
	}
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
