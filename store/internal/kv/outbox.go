package kv

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"railpost/store"
)

// queue puts a new letter into the outbox, replacing the Waiting one of its group.
func (s *Base) queue(tx Tx, l store.Letter, now time.Time) error {
	if err := s.withdraw(tx, l.Group); err != nil {
		return err
	}
	id, err := tx.NextID(Letters)
	if err != nil {
		return err
	}
	l.State, l.Attempts, l.LastCode, l.Leased = store.Waiting, 0, "", time.Time{}
	if l.Bytes == nil {
		l.Queued, l.Said = now, nil
	} else {
		s.ready(id, l.Queued)
	}
	if l.NextTry.IsZero() {
		l.NextTry = now
	}
	if l.Group != "" {
		if err := tx.Put(Groups, []byte(l.Group), numKey(id)); err != nil {
			return err
		}
	}
	return put(tx, Letters, numKey(id), encodeLetter(&l))
}

// ready notes that a letter came with its bytes and was not attempted.
func (s *Base) ready(id uint64, queued time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.untried[id] = queued
}

// unready forgets a note of ready.
func (s *Base) unready(id uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.untried, id)
}

// wasTried reports whether a letter that is Waiting by its row, and has its bytes, may have been attempted: if
// another process left it, it may.
func (s *Base) wasTried(id uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, not := s.untried[id]
	return !not
}

// withdraw deletes the Waiting letter of a group, if there is one.
func (s *Base) withdraw(tx Tx, group string) error {
	id, err := s.waits(tx, group)
	if err != nil || id == nil {
		return err
	}
	if err := tx.Delete(Letters, id); err != nil {
		return err
	}
	return tx.Delete(Groups, []byte(group))
}

// waits returns the key of the Waiting letter of a group. One that was attempted since it
// was queued leaves it.
func (s *Base) waits(tx Tx, group string) ([]byte, error) {
	if group == "" {
		return nil, nil
	}
	id := bytes.Clone(tx.Get(Groups, []byte(group)))
	if id == nil {
		return nil, nil
	}
	l, err := s.readLetter(tx, binary.BigEndian.Uint64(id))
	if err == nil && l.State != store.Waiting {
		return nil, s.keepLetter(tx, &l)
	}
	return id, nil // even one that cannot be read
}

// keepLetter writes a letter. One that may have been attempted is in no group.
func (s *Base) keepLetter(tx Tx, l *store.Letter) error {
	if l.State != store.Waiting {
		if err := leaveGroup(tx, l); err != nil {
			return err
		}
	}
	row := *l
	row.Leased = time.Time{}
	return put(tx, Letters, numKey(l.ID), encodeLetter(&row))
}

// leaveGroup makes a letter irreplaceable.
func leaveGroup(tx Tx, l *store.Letter) error {
	if l.Group == "" || !bytes.Equal(tx.Get(Groups, []byte(l.Group)), numKey(l.ID)) {
		return nil
	}
	return tx.Delete(Groups, []byte(l.Group))
}

// Claim leases letters that are due; see store.Store. One process owns the store, so leases
// are kept in memory. While lead is held no write can end a lease of a letter that the read
// still shows as it was.
func (s *Base) Claim(ctx context.Context, now time.Time, lease time.Duration, n int) (out []store.Letter, err error) {
	s.lead.Lock()
	defer s.lead.Unlock()
	err = s.read(ctx, func(tx Tx) (err error) {
		out, err = s.claimable(tx, now, n)
		return err
	})
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range out {
		out[i].Leased = now.Add(lease).UTC()
		s.held[out[i].ID] = out[i].Leased
	}
	return out, nil
}

// claimable returns up to n claimable letters, in the order in which they are sent.
func (s *Base) claimable(tx Tx, now time.Time, n int) ([]store.Letter, error) {
	if err := s.follow(tx); err != nil {
		return nil, err
	}
	busy := s.busy(now)
	var out []store.Letter
	for _, p := range s.order.sorted {
		if len(out) >= n {
			break
		}
		if p.failed || !p.due(now) || busy[p.destination] {
			continue
		}
		l, err := s.readLetter(tx, p.id)
		if err != nil {
			return nil, err
		}
		busy[p.destination] = true
		out = append(out, l)
	}
	return out, nil
}

// busy returns the destinations of held letters, and forgets letters that have left the outbox.
func (s *Base) busy(now time.Time) map[destination]bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	gone := func(id uint64, _ time.Time) bool { _, there := s.order.all[id]; return !there }
	maps.DeleteFunc(s.held, gone)
	maps.DeleteFunc(s.untried, gone)
	busy := map[destination]bool{}
	for id, until := range s.held {
		if until.After(now) && !s.order.all[id].failed {
			busy[s.order.all[id].destination] = true
		}
	}
	return busy
}

// leased returns until when a letter is held.
func (s *Base) leased(id uint64) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.held[id]
}

func (s *Base) release(id uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.held, id)
}

// eachLetter calls f with every letter of the outbox, in order of ID.
func (s *Base) eachLetter(tx Tx, f func(store.Letter)) error {
	return eachWith(tx, Letters, nil, func(k, v []byte) error {
		l, err := s.heldLetter(k, v)
		if err == nil {
			f(l)
		}
		return err
	})
}

// heldLetter is openLetter with the lease.
func (s *Base) heldLetter(key, value []byte) (store.Letter, error) {
	l, err := openLetter(key, value)
	if err == nil {
		l.Leased = s.leased(l.ID)
	}
	if err == nil && l.State == store.Waiting && l.Bytes != nil && s.wasTried(l.ID) {
		l.State, l.Attempts = store.Sending, l.Attempts+1
	}
	return l, err
}

// openLetter reads the row of a letter.
func openLetter(key, value []byte) (store.Letter, error) {
	body, err := open(Letters, key, value)
	if err != nil {
		return store.Letter{}, err
	}
	if len(key) != 8 {
		return store.Letter{}, damaged(Letters, key)
	}
	l, err := decodeLetter(binary.BigEndian.Uint64(key), body)
	if err != nil {
		return store.Letter{}, damaged(Letters, key)
	}
	return l, nil
}

func (s *Base) readLetter(tx Tx, id uint64) (store.Letter, error) {
	v := tx.Get(Letters, numKey(id))
	if v == nil {
		return store.Letter{}, fmt.Errorf("%w: %d", store.ErrNoLetter, id)
	}
	return s.heldLetter(numKey(id), v)
}

// changeLetter lets f change a letter; if f refuses, nothing is written. The lease ends if f
// takes it from the letter.
func (s *Base) changeLetter(ctx context.Context, name string, id uint64, f func(tx Tx, l *store.Letter) (refusal, broken error)) error {
	free := false
	return s.writeThen(ctx, name, func(tx Tx) (refusal, broken error) {
		l, err := s.readLetter(tx, id)
		if err != nil {
			return err, nil
		}
		if refusal, broken = f(tx, &l); refusal != nil || broken != nil {
			return refusal, broken
		}
		free = l.Leased.IsZero()
		return nil, s.keepLetter(tx, &l)
	}, func() {
		if free {
			s.release(id)
		}
	})
}

// each carries out n changes in one transaction. A refused change has written nothing.
func (s *Base) each(ctx context.Context, name string, n int, f func(tx Tx, i int) (refusal, broken error), kept func(i int)) ([]error, error) {
	errs := make([]error, n)
	err := s.writeThen(ctx, name, func(tx Tx) (refusal, broken error) {
		for i := range errs {
			if errs[i], broken = f(tx, i); broken != nil {
				return nil, broken
			}
		}
		return nil, nil
	}, func() {
		for i, err := range errs {
			if err == nil {
				kept(i)
			}
		}
	})
	if err != nil {
		errs = slices.Repeat([]error{err}, n)
	}
	return errs, err
}

// MarkSending stores finished bytes and counts the attempts; see store.Store.
func (s *Base) MarkSending(ctx context.Context, letters ...store.Finished) []error {
	if s.markTried(ctx, letters) {
		return make([]error, len(letters))
	}
	errs, _ := s.each(ctx, "sending", len(letters), func(tx Tx, i int) (refusal, broken error) {
		l, err := s.readLetter(tx, letters[i].ID)
		if err == nil {
			err = Try(&l, letters[i])
		}
		if err != nil {
			return err, nil
		}
		return nil, s.keepLetter(tx, &l)
	}, func(i int) { s.unready(letters[i].ID) })
	return errs
}

// markTried is MarkSending without a write, if the store has the bytes of all these letters and none was
// attempted: their rows imply that they may have been, since no other process knows that they were not.
func (s *Base) markTried(ctx context.Context, letters []store.Finished) bool {
	s.lead.Lock()
	defer s.lead.Unlock()
	all := len(letters) > 0
	err := s.read(ctx, func(tx Tx) error {
		for _, f := range letters {
			l, err := s.readLetter(tx, f.ID)
			all = all && err == nil && l.State == store.Waiting && len(f.Bytes) > 0 && bytes.Equal(l.Bytes, f.Bytes)
		}
		return nil
	})
	if err != nil || !all {
		return false
	}
	for _, f := range letters {
		s.unready(f.ID)
	}
	return true
}

// Unfinish takes their bytes from letters that were not attempted; see store.Store.
func (s *Base) Unfinish(ctx context.Context, t time.Time) error {
	s.mu.Lock()
	var ids []uint64
	for id, queued := range s.untried {
		if !queued.After(t) {
			ids = append(ids, id)
		}
	}
	s.mu.Unlock()
	if len(ids) == 0 {
		return nil
	}
	return s.writeThen(ctx, "unfinish", func(tx Tx) (refusal, broken error) {
		for _, id := range ids {
			l, err := s.readLetter(tx, id)
			switch {
			case errors.Is(err, store.ErrNoLetter):
				continue
			case err != nil:
				return nil, err
			case l.State != store.Waiting:
				continue
			}
			l.Bytes, l.Said = nil, nil
			if err := s.keepLetter(tx, &l); err != nil {
				return nil, err
			}
		}
		return nil, nil
	}, func() {
		for _, id := range ids {
			s.unready(id)
		}
	})
}

// Defer puts a letter back until next.
func (s *Base) Defer(ctx context.Context, id uint64, next time.Time, code string) error {
	return s.changeLetter(ctx, "defer", id, func(_ Tx, l *store.Letter) (refusal, broken error) {
		l.NextTry, l.LastCode, l.Leased = next, code, time.Time{}
		return nil, nil
	})
}

// Fail gives a letter up and keeps it for the organiser.
func (s *Base) Fail(ctx context.Context, id uint64, code string) error {
	return s.changeLetter(ctx, "fail", id, func(tx Tx, l *store.Letter) (refusal, broken error) {
		GiveUp(l, code)
		return nil, leaveGroup(tx, l)
	})
}

// Untry undoes MarkSending. If the group has a later letter, it lacks this one's news, so it cannot replace it.
func (s *Base) Untry(ctx context.Context, id uint64, next time.Time, code string) error {
	return s.changeLetter(ctx, "untry", id, func(tx Tx, l *store.Letter) (refusal, broken error) {
		if back, err := Untry(l, next, code); err != nil || !back {
			return err, nil
		}
		later, err := s.waits(tx, l.Group)
		switch {
		case err != nil:
			return nil, err
		case later != nil:
			l.Group = ""
		default:
			return nil, tx.Put(Groups, []byte(l.Group), numKey(id))
		}
		return nil, nil
	})
}

// Retry makes a failed or deferred letter due now.
func (s *Base) Retry(ctx context.Context, id uint64, now time.Time, to string) error {
	return s.changeLetter(ctx, "retry", id, func(_ Tx, l *store.Letter) (refusal, broken error) {
		Retry(l, now, to)
		return nil, nil
	})
}

// Drop deletes a letter that nobody holds.
func (s *Base) Drop(ctx context.Context, id uint64, now time.Time) error {
	return s.write(ctx, "drop", func(tx Tx) (refusal, broken error) {
		l, err := s.readLetter(tx, id)
		if err == nil {
			err = Free(&l, now)
		}
		if err != nil {
			return err, nil
		}
		if err := leaveGroup(tx, &l); err != nil {
			return nil, err
		}
		return nil, tx.Delete(Letters, numKey(id))
	})
}

// Letters lists the outbox in order of ID.
func (s *Base) Letters(ctx context.Context) (out []store.Letter, err error) {
	err = s.read(ctx, func(tx Tx) error {
		return s.eachLetter(tx, func(l store.Letter) { out = append(out, l) })
	})
	return out, err
}

// Outbox returns the number of letters in the outbox without reading them.
func (s *Base) Outbox(ctx context.Context) (n int, err error) {
	err = s.read(ctx, func(tx Tx) error {
		c := tx.Cursor(Letters)
		for k, _ := c.First(); k != nil; k, _ = c.Next() {
			n++
		}
		return nil
	})
	return n, err
}

// Oldest reads letters up to the first that has not been given up.
func (s *Base) Oldest(ctx context.Context) (t time.Time, err error) {
	err = s.read(ctx, func(tx Tx) error {
		c := tx.Cursor(Letters)
		for k, v := c.First(); k != nil; k, v = c.Next() {
			l, err := openLetter(k, v)
			if err != nil {
				return err
			}
			if l.State != store.Failed {
				t = l.Queued
				return nil
			}
		}
		return nil
	})
	return t, err
}

// Letter returns one letter of the outbox.
func (s *Base) Letter(ctx context.Context, id uint64) (l store.Letter, ok bool, err error) {
	err = s.read(ctx, func(tx Tx) error {
		if tx.Get(Letters, numKey(id)) == nil {
			return nil
		}
		l, err = s.readLetter(tx, id)
		ok = err == nil
		return err
	})
	return l, ok, err
}
