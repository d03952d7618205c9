// Package due carries out what is due: reminders, deadlines, and shifting both after an
// outage.
package due

import (
	"context"

	"railpost/pbem/journal"
)

// Keeper carries out what is due.
type Keeper struct {
	*journal.Journal
	reach reach
}

// Open returns a Keeper that knows of an outage which was in progress when the process
// ended.
func Open(ctx context.Context, j *journal.Journal) (*Keeper, error) {
	k := &Keeper{Journal: j}
	out, err := k.outage(ctx)
	k.reach.lost[Server] = out.Lost[Server] // the next attempt at a letter will tell
	return k, err
}
