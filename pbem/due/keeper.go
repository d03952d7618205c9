// Package due carries out what is due: reminders, deadlines, and shifting both after an
// outage.
package due

import (
	"context"

	"railpost/pbem/fault"
	"railpost/pbem/journal"
	"railpost/store"
)

// Keeper carries out what is due.
type Keeper struct {
	*journal.Journal
	reach  reach
	shared store.Shared // the store, if several daemons may work on it
	skewed fault.Seldom // logged that the clock is wrong
}

// Open returns a Keeper that knows of an outage which was in progress when the process
// ended.
func Open(ctx context.Context, j *journal.Journal) (*Keeper, error) {
	k := &Keeper{Journal: j}
	k.shared, _ = j.Store.(store.Shared)
	out, err := k.outage(ctx)
	k.reach.lost[Server] = out.Lost[Server] // the next attempt at a letter will tell
	return k, err
}
