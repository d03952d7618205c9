package outbox

import (
	"context"
	"slices"
	"time"

	"railpost/pbem/facts/clock"
	"railpost/store"
)

// noteWithin is how long the note that a letter was accepted may wait to be stored with the next.
const noteWithin = 20 * time.Millisecond

// notes holds what the store does not know yet: that the server has accepted a letter. A crash sends such a letter
// again, so at most one note waits while another letter is under way.
type notes struct {
	mu   clock.Lock // held while they are stored, as long as the store fails
	open []store.Accepted
	late *time.Timer // stores the first one if the second takes long
}

// note stores that a letter was accepted, together with the previous note or else with the next one.
func (p *Pump) note(ctx context.Context, a store.Accepted) {
	n := &p.notes
	n.mu.Lock()
	n.open = append(n.open, a)
	first := len(n.open) == 1
	if first {
		n.late = time.AfterFunc(noteWithin, func() { p.storeNotes(ctx) })
	}
	n.mu.Unlock()
	if !first {
		p.noteAll(ctx)
	}
}

// noteAll stores the notes that are open.
func (p *Pump) noteAll(ctx context.Context) {
	p.storeNotes(ctx)
	for ; p.unstored > 0; p.unstored-- {
		p.o.Hook(Stored)
	}
}

func (p *Pump) storeNotes(ctx context.Context) {
	n := &p.notes
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.open) == 0 {
		return
	}
	n.late.Stop()
	p.record(ctx, store.Letter{ID: n.open[0].ID}, func(ctx context.Context) error {
		errs := p.o.Store.Sent(ctx, n.open...)
		for i, err := range errs {
			if err == nil {
				p.o.Log.Debug("letter noted", "queue", n.open[i].ID)
			}
		}
		return errs[max(0, slices.IndexFunc(errs, func(err error) bool { return err != nil }))]
	})
	n.open = nil
}
