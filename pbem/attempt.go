package pbem

import (
	"context"
	"fmt"
	"time"

	"railpost/pbem/fault"
	"railpost/store"
)

// Render finishes a letter at its first attempt: from the position after the
// record at which it was queued, as its reader may know it.
func (o *Office) Render(ctx context.Context, l store.Letter) (b []byte, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	defer fault.Guard(o.Log, "a letter", &err)
	if err := o.Attempted(ctx, l); err != nil {
		return nil, err
	}
	if l, err = o.FirstAttempt(ctx, l); err != nil {
		return nil, fmt.Errorf("pbem: letter %d: %w", l.ID, err)
	}
	return o.writer.Compose(ctx, l)
}

// Untry takes back that a letter was attempted: the server has got nothing of it, so
// that it still tells its reader what a later one of its group has to tell.
func (o *Office) Untry(ctx context.Context, id uint64, next time.Time, code string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := o.Store.Untry(ctx, id, next, code); err != nil {
		return err
	}
	l, ok, err := o.Store.Letter(ctx, id)
	if err != nil || !ok {
		return err
	}
	return o.NoteUnsent(l)
}

// States counts the games by their state, see Journal.States.
func (o *Office) States(ctx context.Context) (map[string]int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.Journal.States(ctx)
}

// Lateness counts the seats whose time is over, see Journal.Lateness.
func (o *Office) Lateness(ctx context.Context) (seats int, longest time.Duration, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.Journal.Lateness(ctx)
}
