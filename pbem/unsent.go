package pbem

import (
	"context"
	"fmt"

	"railpost/store"
	"railpost/templates"
)

// untold is a turn or news letter that may still be replaced before its first
// attempt: what it was to tell, the letter that replaces it has to tell.
type untold struct {
	since uint64 // it tells what happened behind this record
	asks  bool   // it asks its reader something
	id    uint64 // of the letter once it has been rendered; 0 before
}

// readUnsent finds what the waiting letters are to tell.
func (o *Office) readUnsent(ctx context.Context) error {
	letters, err := o.Store.Letters(ctx)
	if err != nil {
		return fmt.Errorf("pbem: reading the outbox: %w", err)
	}
	for _, l := range letters {
		if l.Group == "" || l.State != store.Waiting {
			continue
		}
		if err := o.noteUnsent(l); err != nil {
			return fmt.Errorf("pbem: letter %d: %w", l.ID, err)
		}
	}
	return nil
}

// noteUnsent remembers a letter that was queued.
func (o *Office) noteUnsent(l store.Letter) error {
	f, err := readFacts(l.Data)
	if err != nil {
		return err
	}
	o.unsent[l.Group] = &untold{since: f.Since, asks: asks(templates.Kind(l.Kind))}
	return nil
}

func asks(k templates.Kind) bool { return k == templates.Turn || k == templates.Reminder }

// unsentOf is the letter of a group that a new one would replace; nil when
// there is none. A letter that is rendered but not yet marked as being sent is
// one still.
func (o *Office) unsentOf(ctx context.Context, group string) (*untold, error) {
	u := o.unsent[group]
	if u == nil || u.id == 0 {
		return u, nil
	}
	l, ok, err := o.Store.Letter(ctx, u.id)
	if err != nil {
		return nil, err
	}
	if !ok || l.State != store.Waiting {
		delete(o.unsent, group)
		return nil, nil
	}
	return u, nil
}
