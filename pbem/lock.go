package pbem

import (
	"sync/atomic"
	"time"

	"railpost/pbem/facts/clock"
)

// countedLock is a mutex that counts its holder and those who wait, so that robots can yield to them. A robot
// takes the lock within, and is not counted.
type countedLock struct {
	within clock.Lock
	wanted atomic.Int32
	waits  atomic.Int64 // how often it was not free
}

func (t *countedLock) Lock() {
	t.wanted.Add(1)
	if !t.within.TryLock() {
		t.waits.Add(1)
		t.within.Lock()
	}
}

func (t *countedLock) Unlock() {
	t.within.Unlock()
	t.wanted.Add(-1)
}

// busy reports whether the office has something to do, or is doing it.
func (o *Office) busy() bool { return o.delivering.wanted.Load()+o.mu.wanted.Load() > 0 }

// ReadingFor returns for how long the mail has been read that takes longest now; 0 if none is being read.
func (o *Office) ReadingFor() time.Duration { return o.inbox.Longest() }

// LockWaits returns how often a mail, a letter or a command has waited for another, or for a
// robot's answer to be stored.
func (o *Office) LockWaits() int64 { return o.delivering.waits.Load() + o.mu.waits.Load() }
