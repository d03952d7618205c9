package postgres

import "time"

// LookEvery says how often a process looks whether it still has the database alone.
func LookEvery(d time.Duration) (back func()) {
	was := stillThere
	stillThere = d
	return func() { stillThere = was }
}
