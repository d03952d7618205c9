package pbem

import (
	"sync"
	"sync/atomic"
)

// turn is a lock that counts who has it or waits for it, for robots make way for them. Robots
// take its mutex themselves, and are not counted.
type turn struct {
	sync.Mutex
	wanted atomic.Int32
}

func (t *turn) Lock() {
	t.wanted.Add(1)
	t.Mutex.Lock()
}

func (t *turn) Unlock() {
	t.Mutex.Unlock()
	t.wanted.Add(-1)
}

// busy reports whether the office has something to do, or is doing it.
func (o *Office) busy() bool { return o.delivering.wanted.Load()+o.mu.wanted.Load() > 0 }
