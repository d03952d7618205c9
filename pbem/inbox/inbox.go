// Package inbox turns the contents of the mailbox into mails: decoded, identified by their
// keys, with the proof of who wrote them and the letter they answer.
package inbox

import (
	"context"

	"railpost/pbem/journal"
)

// Inbox reads mails. It records which of them stopped the process, and how much was kept
// today.
type Inbox struct {
	*journal.Journal
	Attempts string // file that names the mails being read; "" for none

	suspects map[string]int // mails that were being read when the process died, with their attempts; not changed after Open
	kept     keptToday
}

// Open returns an Inbox that knows which mails were being read when the process
// ended. attempts is the file that names them; "" for none.
func Open(ctx context.Context, j *journal.Journal, attempts string) (*Inbox, error) {
	ib := &Inbox{Journal: j, Attempts: attempts}
	return ib, ib.readSuspects(ctx)
}
