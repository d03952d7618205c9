// Package due carries out what is due: reminders, deadlines, and shifting both after an
// outage.
//
// Deleting a due row, queueing its letter and storing the next row is one transaction. Loops wait
// by the monotonic clock; clock_step.go alone asks whether the wall clock can be right, and
// everything else uses clock.Steady, so no one's time depends on a clock that jumps.
package due

import (
	"context"
	"time"

	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/fault"
	"railpost/store"
)

// Keeper carries out what is due.
type Keeper struct {
	*journal.Journal
	Time   *clock.Steady // by which everything but the looks at the clock works
	agreed time.Time     // since when the dates of a mail server agree with a step in doubt; zero: they do not
	reach  reach
	shared store.Shared // the store, if several daemons may work on it
	skewed fault.Seldom // logged that the clock is wrong
}

// Open returns a Keeper that knows of an outage which was in progress when the process
// ended.
func Open(ctx context.Context, j *journal.Journal, by *clock.Steady) (*Keeper, error) {
	k := &Keeper{Journal: j, Time: by}
	k.shared, _ = j.Store.(store.Shared)
	out, err := k.outage(ctx)
	k.reach.lost[Server] = out.Lost[Server] // the next attempt at a letter shows it
	return k, err
}
