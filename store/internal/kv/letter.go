package kv

import (
	"bytes"
	"fmt"
	"time"

	"railpost/store"
)

// Try has a letter be under way with finished bytes, which stay as they are from the first attempt on.
func Try(l *store.Letter, f store.Finished) error {
	switch {
	case l.State == store.Failed:
		return fmt.Errorf("%w: letter %d was given up; retry it first", store.ErrInvalid, l.ID)
	case len(f.Bytes) == 0:
		return fmt.Errorf("%w: letter %d has no bytes to send", store.ErrInvalid, l.ID)
	case l.State != store.Waiting && l.Bytes != nil && !bytes.Equal(l.Bytes, f.Bytes):
		return fmt.Errorf("%w: letter %d already has finished bytes; send those", store.ErrInvalid, l.ID)
	}
	if l.State == store.Waiting && !bytes.Equal(l.Bytes, f.Bytes) {
		l.Bytes, l.Said = f.Bytes, f.Said
	}
	l.State = store.Sending
	l.Attempts++
	return nil
}

// Untry undoes Try; back says that the letter had left its group.
func Untry(l *store.Letter, next time.Time, code string) (back bool, err error) {
	if l.State == store.Failed {
		return false, fmt.Errorf("%w: letter %d was given up", store.ErrInvalid, l.ID)
	}
	back = l.State != store.Waiting && l.Group != ""
	l.State, l.Bytes, l.Said, l.NextTry, l.LastCode, l.Leased = store.Waiting, nil, nil, next, code, time.Time{}
	return back, nil
}

// GiveUp has a letter wait for the organiser.
func GiveUp(l *store.Letter, code string) {
	if l.State == store.Waiting { // its text may have changed by the time of a retry
		l.Bytes, l.Said = nil, nil
	}
	l.State, l.LastCode, l.Leased = store.Failed, code, time.Time{}
}

// Retry makes a failed or deferred letter due. A lease is unaffected: the letter may be under way. One that was
// given up before its first attempt does not return to its group, which may have a newer one.
func Retry(l *store.Letter, now time.Time, to string) {
	l.NextTry = now
	if l.State != store.Failed {
		return
	}
	if l.To != to {
		l.To, l.Bytes, l.Said, l.Attempts = to, nil, nil, 0
	}
	l.State = store.Sending
	if l.Bytes == nil {
		l.State, l.Group = store.Waiting, ""
	}
}

// Free refuses to delete a letter that may be under way.
func Free(l *store.Letter, now time.Time) error {
	if l.State != store.Failed && l.Leased.After(now) {
		return fmt.Errorf("%w: letter %d may be on its way", store.ErrInvalid, l.ID)
	}
	return nil
}
