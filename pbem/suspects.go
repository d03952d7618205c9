package pbem

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"railpost/pbem/imapbox"
	"railpost/store"
)

// poisonAfter: a mail during which the process has died so often is put aside
// unread.
const poisonAfter = 3

var errPoison = errors.New("this mail has stopped the service several times; it was put aside unread")

// keyOf names a mail before anything of it is read.
func keyOf(m imapbox.Mail) string { return rawKey(rawID(m)) }

// rawID is of the whole mail; of one that did not come whole, of where it lies
// too: nothing of it may be at hand.
func rawID(m imapbox.Mail) store.Hash {
	switch {
	case m.Short:
		return sha256.Sum256(fmt.Appendf(nil, "%d %d\n%s", m.UIDValidity, m.UID, m.Header))
	case m.Raw == nil:
		return sha256.Sum256(m.Header)
	}
	return sha256.Sum256(m.Raw)
}

func rawKey(id store.Hash) string { return fmt.Sprintf("raw:%x", id) }

// readSuspects counts an attempt at the mail that was being read when the
// process died. The file needs no fsync: it is to survive the death of the
// process, not that of the machine.
func (o *Office) readSuspects(ctx context.Context) error {
	o.suspects = map[string]int{}
	if o.Attempts == "" {
		return nil
	}
	f, err := os.OpenFile(o.Attempts, os.O_RDONLY|noFollow, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("pbem: %w; it must be a file of the service's own, and can be deleted", err)
	}
	b, err := io.ReadAll(f)
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("pbem: reading %s: %w", o.Attempts, err)
	}
	if key := strings.TrimSpace(string(b)); key != "" {
		n, err := o.Store.Attempt(ctx, key)
		if err != nil {
			return err
		}
		o.suspects[key] = n
		o.Log.Warn("a mail was being read when the service stopped", "mail", key, "attempts", n)
	}
	return o.reading("")
}

// reading names the mail that is being read now; "" is none.
func (o *Office) reading(key string) error {
	if o.Attempts == "" {
		return nil
	}
	f, err := os.OpenFile(o.Attempts, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|noFollow, 0o600)
	if err != nil {
		return fmt.Errorf("pbem: %w; it must be a file of the service's own, and can be deleted", err)
	}
	_, err = f.WriteString(key)
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("pbem: writing %s: %w", o.Attempts, err)
	}
	return nil
}
