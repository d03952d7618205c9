package inbox

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"railpost/pbem/mail/imapbox"
	"railpost/store"
)

// poisonAfter is how often the process may die over a mail before it is quarantined unread.
const poisonAfter = 3

var errPoison = errors.New("this message stopped the service several times; it was quarantined unread")

// rawID returns the hash of the whole mail; if it is incomplete, also of its place in the mailbox, since
// nothing else may be available.
func rawID(m imapbox.Mail) store.Hash {
	switch {
	case m.Short:
		return sha256.Sum256(fmt.Appendf(nil, "%d %d\n%s", m.UIDValidity, m.UID, m.Header))
	case m.Raw == nil:
		return sha256.Sum256(m.Header)
	}
	return sha256.Sum256(m.Raw)
}

// RawKey returns the key of a mail by the hash of its bytes.
func RawKey(id store.Hash) string { return fmt.Sprintf("raw:%x", id) }

// readSuspects counts an attempt at the mail that was being read when the process died. If
// there were several, any of them may be to blame: no attempt is counted, and each is read
// alone from then on, so that the next death shows which it is. The file needs no fsync: it
// must survive the process, not the machine.
func (ib *Inbox) readSuspects(ctx context.Context) error {
	ib.suspects = map[string]int{}
	if ib.Attempts == "" {
		return nil
	}
	f, err := os.OpenFile(ib.Attempts, os.O_RDONLY|noFollow, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("pbem: %w; it must be a plain file that only Railpost writes; if it is not, delete it (nothing is lost) and start again", err)
	}
	b, err := io.ReadAll(f)
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("pbem: reading %s: %w", ib.Attempts, err)
	}
	ib.named, ib.size = string(b), len(b)
	switch keys := strings.Fields(string(b)); len(keys) {
	case 0:
	case 1:
		n, err := ib.Store.Attempt(ctx, keys[0])
		if err != nil {
			return err
		}
		ib.suspects[keys[0]] = n
		ib.Log.Warn("a message was being read when the service stopped", "mail", keys[0], "attempts", n)
	default:
		for _, key := range keys {
			ib.suspects[key] = 0
		}
		ib.Log.Warn("several messages were being read when the service stopped; each is now read alone", "mails", len(keys))
	}
	return ib.Reading()
}

// Reading names the mails that are being read now. Blanks cover what the file held before, so that one write
// changes it.
func (ib *Inbox) Reading(keys ...string) error {
	names := strings.Join(keys, "\n")
	if ib.Attempts == "" || names == ib.named {
		return nil
	}
	if ib.file == nil {
		f, err := os.OpenFile(ib.Attempts, os.O_WRONLY|os.O_CREATE|noFollow, 0o600)
		if err != nil {
			return fmt.Errorf("pbem: %w; it must be a plain file that only Railpost writes; if it is not, delete it (nothing is lost) and start again", err)
		}
		ib.file = f
	}
	ib.size = max(ib.size, len(names))
	text := append(make([]byte, 0, ib.size), names...)
	for len(text) < ib.size {
		text = append(text, ' ')
	}
	if _, err := ib.file.WriteAt(text, 0); err != nil {
		return fmt.Errorf("pbem: writing %s: %w", ib.Attempts, err)
	}
	ib.named = names
	return nil
}
