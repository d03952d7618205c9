package postgres

import (
	"context"
	"time"
)

// Times that several processes compare are in the database's time: leases, and when a letter may be tried.
// Otherwise a process with a wrong clock would take letters that another holds, or keep its own waiting.

// Skew returns how far Options.Wall is ahead of the database's clock; see store.Clocked.
func (db *DB) Skew(ctx context.Context) (ahead time.Duration, err error) {
	err = db.again(ctx, func(ctx context.Context, c *conn) error {
		ahead, err = db.measure(ctx, c)
		return err
	})
	return ahead, err
}

// measure is Skew for a session. Differences within the round-trip time are no skew.
func (db *DB) measure(ctx context.Context, c *conn) (ahead time.Duration, err error) {
	var is time.Time
	asked := db.wall().Truncate(time.Microsecond) // truncated as the server does
	if err := c.QueryRow(ctx, "select clock_timestamp()").Scan(&is); err != nil {
		return 0, err
	}
	answered := db.wall().Round(0)
	switch {
	case is.Before(asked):
		ahead = asked.Sub(is)
	case is.After(answered):
		ahead = answered.Sub(is)
	}
	db.ahead.Store(int64(ahead))
	return ahead, nil
}

// theirs returns an instant of this process's clock in the database's time, as last measured.
func (db *DB) theirs(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return t.Add(-time.Duration(db.ahead.Load()))
}
