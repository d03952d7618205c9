package seed

import (
	"context"
	"errors"
	"slices"
	"syscall"
	"time"

	"railpost/store"
)

// disk is the store of a life on a disk that fails now and then: it is full, or does not confirm a write.
type disk struct {
	store.Store
	m *machine
	l *life
}

// write does one write, unless the disk fails. After an unconfirmed one all others fail, as package bolt promises.
func (d *disk) write(do func() error) error {
	d.l.thaw()
	time.Sleep(211_003) // so that other events of this instant come first, however long the processor was away
	d.m.mu.Lock()
	broken, kept := d.m.broken, d.m.chance() < 0.5
	d.m.mu.Unlock()
	d.l.mu.Lock()
	unsure := d.l.unsure || broken == "eio"
	d.l.unsure = unsure
	d.l.mu.Unlock()
	switch {
	case unsure:
		if kept && broken == "eio" {
			_ = do() // nobody learns of it
		}
		return errors.Join(store.ErrUnsure, syscall.EIO)
	case broken == "full":
		return syscall.ENOSPC
	}
	return do()
}

func (d *disk) Commit(ctx context.Context, cs ...store.Commit) (errs []error, err error) {
	err = d.write(func() (err error) { errs, err = d.Store.Commit(ctx, cs...); return err })
	return errs, err
}

func (d *disk) Attempt(ctx context.Context, key string) (n int, err error) {
	err = d.write(func() (err error) { n, err = d.Store.Attempt(ctx, key); return err })
	return n, err
}

func (d *disk) MarkSending(ctx context.Context, ls ...store.Finished) (errs []error) {
	if err := d.write(func() error { errs = d.Store.MarkSending(ctx, ls...); return nil }); err != nil {
		return all(err, len(ls))
	}
	return errs
}

// Claim waits until the other events of the same instant are over.
func (d *disk) Claim(ctx context.Context, now time.Time, lease time.Duration, n int) ([]store.Letter, error) {
	time.Sleep(1_700_009)
	return d.Store.Claim(ctx, now, lease, n)
}

// Sent notes which letters the service knows to have been taken.
func (d *disk) Sent(ctx context.Context, ls ...store.Accepted) (errs []error) {
	if err := d.write(func() error { errs = d.Store.Sent(ctx, ls...); return nil }); err != nil {
		return all(err, len(ls))
	}
	for i, l := range ls {
		if errs[i] == nil && !d.l.isOver() {
			d.m.took(l.MessageID)
		}
	}
	return errs
}

func (d *disk) Defer(ctx context.Context, id uint64, next time.Time, code string) error {
	return d.write(func() error { return d.Store.Defer(ctx, id, next, code) })
}

func (d *disk) Untry(ctx context.Context, id uint64, next time.Time, code string) error {
	return d.write(func() error { return d.Store.Untry(ctx, id, next, code) })
}

func (d *disk) Fail(ctx context.Context, id uint64, code string) error {
	return d.write(func() error { return d.Store.Fail(ctx, id, code) })
}

func all(err error, n int) []error { return slices.Repeat([]error{err}, n) }
