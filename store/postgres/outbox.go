package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"railpost/store"
	"railpost/store/internal/kv"
)

// MarkSending stores finished bytes and counts the attempts; see store.Store.
func (db *DB) MarkSending(ctx context.Context, letters ...store.Finished) []error {
	ids := make([]uint64, len(letters))
	for i, l := range letters {
		ids[i] = l.ID
	}
	return db.change(ctx, "sending", letterQuery, ids, func(_ context.Context, _ *conn, i int, l *store.Letter) (bool, error, error) {
		if db.lost(l) {
			return false, fmt.Errorf("%w: %d is held by another process now", store.ErrNoLetter, l.ID), nil
		}
		return true, kv.Try(l, letters[i]), nil
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
func (db *DB) one(ctx context.Context, op string, id uint64,
	f func(ctx context.Context, c *conn, l *store.Letter) (refusal, err error)) error {
	lost := false
	err := errors.Join(db.change(ctx, op, letterQuery, []uint64{id}, func(ctx context.Context, c *conn, _ int, l *store.Letter) (write bool, refusal, err error) {
		if lost = db.lost(l); !lost {
			refusal, err = f(ctx, c, l)
		}
		return !lost, refusal, err
	})...)
	if !lost {
		db.release(id)
	}
	return err
}

// Defer puts a letter back until next.
func (db *DB) Defer(ctx context.Context, id uint64, next time.Time, code string) error {
	return db.one(ctx, "defer", id, func(_ context.Context, _ *conn, l *store.Letter) (refusal, err error) {
		l.NextTry, l.LastCode, l.Leased = db.theirs(next), code, time.Time{}
		return nil, nil
	})
}

// Fail gives a letter up and keeps it for the organiser.
func (db *DB) Fail(ctx context.Context, id uint64, code string) error {
	return db.one(ctx, "fail", id, func(_ context.Context, _ *conn, l *store.Letter) (refusal, err error) {
		kv.GiveUp(l, code)
		return nil, nil
	})
}

// Untry undoes MarkSending. If the group has a later letter, it lacks this one's news, so it cannot replace it.
func (db *DB) Untry(ctx context.Context, id uint64, next time.Time, code string) error {
	return db.one(ctx, "untry", id, func(ctx context.Context, c *conn, l *store.Letter) (refusal, err error) {
		if back, err := kv.Untry(l, db.theirs(next), code); err != nil || !back {
			return err, nil
		}
		// A commit to this group holds the lock, and relies on it that no letter of the group becomes unsent again.
		if err := lockKeys(ctx, c, hash64("group", l.Group)); err != nil {
			return nil, err
		}
		later := false
		err = c.QueryRow(ctx, "select exists (select from letters where grp = $1 and state = 0)", []byte(l.Group)).Scan(&later)
		if later {
			l.Group = ""
		}
		return nil, err
	})
}

// Retry makes a failed or deferred letter due now.
func (db *DB) Retry(ctx context.Context, id uint64, now time.Time, to string) error {
	return errors.Join(db.change(ctx, "retry", letterQuery, []uint64{id}, func(_ context.Context, _ *conn, _ int, l *store.Letter) (bool, error, error) {
		kv.Retry(l, db.theirs(now), to)
		return true, nil, nil
	})...)
}

// Drop deletes a letter that nobody holds.
func (db *DB) Drop(ctx context.Context, id uint64, now time.Time) error {
	return errors.Join(db.change(ctx, "drop", letterQuery, []uint64{id}, func(ctx context.Context, c *conn, _ int, l *store.Letter) (bool, error, error) {
		if err := kv.Free(l, db.theirs(now)); err != nil {
			return false, err, nil
		}
		_, err := c.Exec(ctx, "delete from letters where id = $1", id)
		return false, nil, err
	})...)
}
