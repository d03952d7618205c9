// Package inbox turns the contents of the mailbox into mails: decoded, identified by their keys, with their
// authenticated writers and the letters they answer.
package inbox

import (
	"context"
	"os"
	"sync"
	"time"

	"railpost/pbem/desk/journal"
)

// Inbox reads mails. It records which of them stopped the process, and how much was kept
// today.
type Inbox struct {
	*journal.Journal
	Attempts string // file that names the mails being read; "" for none

	suspects map[string]int // mails that were being read when the process died, with their attempts; not changed after Open
	named    string         // in Attempts now
	size     int            // of Attempts
	file     *os.File       // Attempts, open from the first mail on, since each mail writes it twice
	kept     keptToday
	since    sync.Map // when a mail began to be read, by its key
}

// Begin notes that a mail is being read, until the function that it returns is called.
func (ib *Inbox) Begin(key string) (end func()) {
	ib.since.Store(key, time.Now())
	return func() { ib.since.Delete(key) }
}

// Longest returns for how long the mail has been read that takes longest; 0 if none is being read.
func (ib *Inbox) Longest() (longest time.Duration) {
	ib.since.Range(func(_, began any) bool {
		longest = max(longest, time.Since(began.(time.Time)))
		return true
	})
	return longest
}

// Open returns an Inbox that knows which mails were being read when the process
// ended. attempts is the file that names them; "" for none.
func Open(ctx context.Context, j *journal.Journal, attempts string) (*Inbox, error) {
	ib := &Inbox{Journal: j, Attempts: attempts}
	return ib, ib.readSuspects(ctx)
}
