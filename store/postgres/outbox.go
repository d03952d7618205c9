package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"railpost/store"
)

// MarkSending stores finished bytes and counts the attempts; see store.Store.
func (db *DB) MarkSending(ctx context.Context, letters ...store.Finished) []error {
	ids := make([]uint64, len(letters))
	for i, l := range letters {
		ids[i] = l.ID
	}
	return db.change(ctx, "sending", letterQuery, ids, func(_ context.Context, _ *conn, i int, l *store.Letter) (bool, error, error) {
		finished := letters[i].Bytes
		switch {
		case db.lost(l):
			return false, fmt.Errorf("%w: %d is held by another process now", store.ErrNoLetter, l.ID), nil
		case l.State == store.Failed:
			return false, fmt.Errorf("%w: letter %d was given up; retry it first", store.ErrInvalid, l.ID), nil
		case len(finished) == 0:
			return false, fmt.Errorf("%w: letter %d has no bytes to send", store.ErrInvalid, l.ID), nil
		case l.State != store.Waiting && l.Bytes != nil && !bytes.Equal(l.Bytes, finished):
			return false, fmt.Errorf("%w: letter %d already has finished bytes; send those", store.ErrInvalid, l.ID), nil
		}
		if l.State == store.Waiting && !bytes.Equal(l.Bytes, finished) {
			l.Bytes, l.Said = finished, letters[i].Said
		}
		l.State = store.Sending
		l.Attempts++
		return true, nil, nil
	})
}

// Unfinish takes their bytes from letters that were not attempted; see store.Store.
func (db *DB) Unfinish(ctx context.Context, t time.Time) error {
	const those = " from letters where state = 0 and body is not null and queued <= $1"
	_, some, err := oneOf(ctx, db, column[int], "select 1"+those+" limit 1", nanos(t))
	if err != nil || !some {
		return err
	}
	const bare = "update letters set body = null, said = null where id in (select id" + those + " order by id for update)"
	_, err = db.exec(ctx, "unfinish", bare, nanos(t))
	return err
}

// one is change for one letter that is written unless another process holds it by now.
func (db *DB) one(ctx context.Context, op string, id uint64, f func(l *store.Letter)) error {
	lost := false
	err := errors.Join(db.change(ctx, op, letterQuery, []uint64{id}, func(_ context.Context, _ *conn, _ int, l *store.Letter) (bool, error, error) {
		if lost = db.lost(l); lost {
			return false, nil, nil
		}
		f(l)
		return true, nil, nil
	})...)
	if !lost {
		db.release(id)
	}
	return err
}

// Defer puts a letter back until next.
func (db *DB) Defer(ctx context.Context, id uint64, next time.Time, code string) error {
	return db.one(ctx, "defer", id, func(l *store.Letter) {
		l.NextTry, l.LastCode, l.Leased = db.theirs(next), code, time.Time{}
	})
}

// Fail gives a letter up and keeps it for the organiser.
func (db *DB) Fail(ctx context.Context, id uint64, code string) error {
	return db.one(ctx, "fail", id, func(l *store.Letter) {
		if l.State == store.Waiting { // its text may have changed by the time of a retry
			l.Bytes, l.Said = nil, nil
		}
		l.State, l.LastCode, l.Leased = store.Failed, code, time.Time{}
	})
}

// Untry undoes MarkSending. If the group has a later letter, it lacks this one's news, so it cannot replace it.
func (db *DB) Untry(ctx context.Context, id uint64, next time.Time, code string) error {
	lost := false
	err := errors.Join(db.change(ctx, "untry", letterQuery, []uint64{id}, func(ctx context.Context, c *conn, _ int, l *store.Letter) (bool, error, error) {
		if lost = db.lost(l); lost {
			return false, nil, nil
		}
		if l.State == store.Failed {
			return false, fmt.Errorf("%w: letter %d was given up", store.ErrInvalid, id), nil
		}
		was := l.State
		l.State, l.Bytes, l.Said, l.NextTry, l.LastCode, l.Leased = store.Waiting, nil, nil, db.theirs(next), code, time.Time{}
		if was == store.Waiting || l.Group == "" {
			return true, nil, nil
		}
		// A commit with this lock expects no attempted letter, such as this one.
		if err := lockKeys(ctx, c, hash64("group", l.Group)); err != nil {
			return false, nil, err
		}
		later := false
		err := c.QueryRow(ctx, "select exists (select from letters where grp = $1 and state = 0)", []byte(l.Group)).Scan(&later)
		if later {
			l.Group = ""
		}
		return true, nil, err
	})...)
	if !lost {
		db.release(id)
	}
	return err
}

// Retry makes a failed or deferred letter due now. A lease is unaffected: the letter may be
// under way. A letter given up before its first attempt does not return to its group, which
// may have a newer one.
func (db *DB) Retry(ctx context.Context, id uint64, now time.Time, to string) error {
	return errors.Join(db.change(ctx, "retry", letterQuery, []uint64{id}, func(_ context.Context, _ *conn, _ int, l *store.Letter) (bool, error, error) {
		l.NextTry = db.theirs(now)
		if l.State != store.Failed {
			return true, nil, nil
		}
		if l.To != to {
			l.To, l.Bytes, l.Said, l.Attempts = to, nil, nil, 0
		}
		l.State = store.Sending
		if l.Bytes == nil {
			l.State, l.Group = store.Waiting, ""
		}
		return true, nil, nil
	})...)
}

// Drop deletes a letter that nobody holds.
func (db *DB) Drop(ctx context.Context, id uint64, now time.Time) error {
	return errors.Join(db.change(ctx, "drop", letterQuery, []uint64{id}, func(ctx context.Context, c *conn, _ int, l *store.Letter) (bool, error, error) {
		if l.State != store.Failed && l.Leased.After(db.theirs(now)) {
			return false, fmt.Errorf("%w: letter %d may be on its way", store.ErrInvalid, id), nil
		}
		_, err := c.Exec(ctx, "delete from letters where id = $1", id)
		return false, nil, err
	})...)
}
