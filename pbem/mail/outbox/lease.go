package outbox

import (
	"context"
	"sync"
	"time"

	"railpost/store"
)

// leases are until when the letters in hand are kept from others that send.
type leases struct {
	mu    sync.Mutex
	until map[uint64]time.Time
}

// keep lengthens the leases of claimed letters until the function is called that it returns, since a slow
// server may take longer for them. Where only this process sends nobody else would claim them.
func (p *Pump) keep(ctx context.Context, letters []store.Letter) (stop func()) {
	l := &p.leases
	l.mu.Lock()
	l.until = map[uint64]time.Time{}
	for _, one := range letters {
		l.until[one.ID] = one.Leased
	}
	l.mu.Unlock()
	shared, ok := p.o.Store.(store.Shared)
	if !ok {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var done sync.WaitGroup
	done.Go(func() {
		again := time.NewTicker(p.o.Lease / 3)
		defer again.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-again.C:
				p.prolong(ctx, shared)
			}
		}
	})
	return func() { cancel(); done.Wait() }
}

// prolong extends the leases. If that fails they end at their old time.
func (p *Pump) prolong(ctx context.Context, shared store.Shared) {
	until := p.o.Now().Add(p.o.Lease)
	held, err := shared.Hold(ctx, until)
	if err != nil && ctx.Err() == nil {
		p.o.Log.Warn("another daemon may send the letters in hand as well", "err", err)
	}
	l := &p.leases
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, id := range held {
		if _, ok := l.until[id]; ok {
			l.until[id] = until
		}
	}
}

// heldUntil returns when the lease of a letter in hand ends.
func (p *Pump) heldUntil(id uint64) time.Time {
	l := &p.leases
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.until[id]
}

// mayBeTaken reports whether another process may hold a letter by now.
func (p *Pump) mayBeTaken(id uint64) bool { return !p.o.Now().Before(p.heldUntil(id)) }
