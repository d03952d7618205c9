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
	if err := o.attempted(ctx, l); err != nil {
		return nil, err
	}
	if l, err = o.firstAttempt(ctx, l); err != nil {
		return nil, fmt.Errorf("pbem: letter %d: %w", l.ID, err)
	}
	return o.writer.Compose(ctx, l)
}

// attempted notes that a letter is on its way, unless another has taken its place.
func (o *Office) attempted(ctx context.Context, l store.Letter) error {
	w, ok := o.unsent[l.Group]
	if !ok {
		return nil
	}
	_, kept, err := o.Store.Letter(ctx, l.ID)
	if kept {
		w.id = l.ID
		o.unsent[l.Group] = w
	}
	return err
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
	return o.noteUnsent(l)
}
