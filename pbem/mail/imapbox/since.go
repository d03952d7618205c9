package imapbox

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
)

// Kept is a message in one of the folders.
type Kept struct {
	Mail
	Folder string // as the configuration calls it
}

// Since returns, in order of arrival, all messages that wait in the mailbox, and those in the folders for processed
// and quarantined mail that arrived at an instant or later. It changes nothing there.
func Since(ctx context.Context, c Config, since time.Time) ([]Kept, error) {
	c.ReadOnly = true
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	l, err := connect(ctx, c)
	if err != nil {
		return nil, busy(err)
	}
	defer l.close()
	caps, err := l.caps()
	if err != nil {
		return nil, err
	}
	var all []Kept
	for _, name := range []string{c.Processed, c.Quarantine, c.Mailbox} { // of one second, what was processed came first
		from := since
		if name == c.Mailbox {
			from = time.Time{}
		}
		found, err := l.keptIn(caps, name, from)
		if err != nil {
			return nil, busy(err)
		}
		all = append(all, found...)
	}
	l.logout()
	slices.SortStableFunc(all, func(a, b Kept) int { return a.Internal.Compare(b.Internal) })
	return all, nil
}

// keptIn returns the messages of a folder, in the order of their numbers; none if there is no such folder.
func (l *link) keptIn(caps imap.CapSet, name string, since time.Time) ([]Kept, error) {
	folder, err := l.folder(caps, name)
	if err != nil {
		return nil, err
	}
	if there, err := l.exists(folder); err != nil || !there {
		return nil, err
	}
	b := &box{link: l, memory: &memory{link: l, batch: l.c.Batch, most: l.c.Batch}, caps: caps}
	b.c.Mailbox = folder
	if err := b.open(); err != nil {
		return nil, err
	}
	due, dates, err := b.arrived(since)
	var out []Kept
	for err == nil && len(due) > 0 {
		var ms []Mail
		ms, err = b.take(due)
		for _, m := range ms {
			b.mark(imap.UID(m.UID)).verdict = Done
			m.Internal = dates[imap.UID(m.UID)]
			out = append(out, Kept{m, name})
		}
		due = slices.DeleteFunc(due, b.readOrGone)
	}
	slices.SortFunc(out, func(a, b Kept) int { return cmp.Compare(a.UID, b.UID) })
	return out, err
}

// readOrGone reports whether there is nothing more to fetch of a message: it was read, or not even its header came.
func (b *box) readOrGone(uid imap.UID) bool {
	k := b.memory.mails[uid]
	return k != nil && (k.verdict == Done || k.fails > headerAt+1)
}

// arrived lists the messages of the open folder that arrived at an instant or later, with the times of their arrival.
// IMAP searches by the day, in the time zone of the server.
func (b *box) arrived(since time.Time) ([]imap.UID, map[imap.UID]time.Time, error) {
	var some imap.SearchCriteria
	if !since.IsZero() {
		some.Since = since.UTC().AddDate(0, 0, -1)
	}
	uids, err := b.searchFor(&some)
	dates := map[imap.UID]time.Time{}
	for chunk := range slices.Chunk(slices.Clone(uids), perSearch) {
		if err != nil {
			break
		}
		var known map[imap.UID]Mail
		known, err = b.sizes(chunk)
		for uid, m := range known {
			dates[uid] = m.Internal
		}
	}
	early := func(uid imap.UID) bool {
		at, known := dates[uid]
		return !known || !at.IsZero() && at.Before(since)
	}
	return slices.DeleteFunc(uids, early), dates, err
}
