package postgres

import "time"

// Pace is that of a session.
type Pace = pace

// Usually changes the pace of the sessions that are opened from now on.
func Usually(change func(*Pace)) (back func()) {
	was := usual
	change(&usual)
	return func() { usual = was }
}

// Wait changes for how long calls of a store wait for a server that cannot be reached.
func (db *DB) Wait(d time.Duration) { db.patience = d }

// Candidates is the query by which letters are claimed.
const Candidates = candidates
