// Package due does what time brings: reminders, deadlines, and the moving of both
// after an outage.
package due

import (
	"context"

	"railpost/pbem/journal"
)

// Keeper does what time brings.
type Keeper struct {
	*journal.Journal
	reach reach
}

// OpenKeeper returns a Keeper that knows of an outage that went on when the process ended.
func Open(ctx context.Context, j *journal.Journal) (*Keeper, error) {
	k := &Keeper{Journal: j}
	out, err := k.outage(ctx)
	k.reach.lost[Server] = out.Lost[Server] // the next attempt at a letter tells
	return k, err
}
