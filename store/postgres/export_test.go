package postgres

import "time"

// LookEvery says how often a process looks whether it still has the database alone.
func LookEvery(d time.Duration) (back func()) {
	was := stillThere
	stillThere = d
	return func() { stillThere = was }
}

// LapseAfter says when the server ends the session of a process that opens the database from now on and then
// hangs.
func LapseAfter(d time.Duration) (back func()) {
	was := lapse
	lapse = d
	return func() { lapse = was }
}
