package pbem

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// poisonAfter: a mail during which the process has died so often is put aside
// unread.
const poisonAfter = 3

var errPoison = errors.New("this mail has stopped the service several times; it was put aside unread")

// readSuspects counts an attempt at every mail that was being read when the
// process died. The file needs no fsync: it is to survive the death of the
// process, not that of the machine.
func (o *Office) readSuspects(ctx context.Context) error {
	o.suspects = map[string]int{}
	if o.Attempts == "" {
		return nil
	}
	b, err := os.ReadFile(o.Attempts)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("pbem: reading %s: %w", o.Attempts, err)
	}
	for _, key := range strings.Fields(string(b)) {
		n, err := o.Store.Attempt(ctx, key)
		if err != nil {
			return err
		}
		o.suspects[key] = n
		o.Log.Warn("a mail was being read when the service stopped", "mail", key, "attempts", n)
	}
	return o.reading(nil)
}

// reading names the mails that are being read now.
func (o *Office) reading(keys []string) error {
	if o.Attempts == "" {
		return nil
	}
	if err := os.WriteFile(o.Attempts, []byte(strings.Join(keys, "\n")), 0o600); err != nil {
		return fmt.Errorf("pbem: writing %s: %w", o.Attempts, err)
	}
	return nil
}
