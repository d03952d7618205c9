package outbox

import (
	"context"
	"errors"
)

// ErrHeld: the queue is held, see Held.
var ErrHeld = errors.New("outbox: the queue is on hold because the server refuses our mail or cannot be reached")

// Idle waits until a scan of the queue that began after the call finds no due letter. It returns
// ErrHeld while the queue is held.
func (p *Pump) Idle(ctx context.Context) error {
	c := make(chan error, 1)
	p.putBack([]chan error{c})
	p.Wake()
	select {
	case err := <-c:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *Pump) takeWaiters() (w []chan error) {
	p.update(func(s *shared) { w, s.waiters = s.waiters, nil })
	return w
}

func (p *Pump) putBack(w []chan error) {
	p.update(func(s *shared) { s.waiters = append(s.waiters, w...) })
}

func release(waiting []chan error, err error) {
	for _, c := range waiting {
		c <- err // has room for one
	}
}
