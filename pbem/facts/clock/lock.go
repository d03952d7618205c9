package clock

import "sync"

// Lock is a mutex that may be held while waiting for a store or a server: unlike sync.Mutex it does not stop
// the time of testing/synctest when another goroutine waits for it. The zero value is free.
type Lock struct {
	mu    sync.Mutex
	free  sync.Cond
	taken bool
}

// Lock waits until the lock is free, and takes it.
func (l *Lock) Lock() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.free.L = &l.mu; l.taken; {
		l.free.Wait()
	}
	l.taken = true
}

// TryLock takes the lock if it is free.
func (l *Lock) TryLock() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	was := l.taken
	l.taken = true
	return !was
}

// Unlock gives the lock back.
func (l *Lock) Unlock() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.taken = false
	l.free.Signal()
}
