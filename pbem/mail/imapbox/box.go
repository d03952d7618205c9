package imapbox

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
)

// box is the selected mailbox on one connection, with the memory of its mails.
type box struct {
	*link
	memory                *memory
	caps                  imap.CapSet
	processed, quarantine string
	messages              uint32
	trouble               error        // why mails could not be taken
	streak                []imap.UID   // mails in a row that were refused
	leaving               func() error // waits for the end of an IDLE that is over, see left
}

// memory outlives connections. It is only a cache: if the mailbox turns out to be a different one, it is
// dropped, and the mails are delivered again.
type memory struct {
	rebuilds int // how often the server has renumbered its mails
	validity uint32
	next     imap.UID
	mails    map[imap.UID]*mark
	patient  bool // the server dislikes a command right after the end of an IDLE
	renewed  bool // a SELECT showed a rebuilt mailbox, which no status has reported yet

	batch, most int      // mails fetched at a time, and their maximum: fewer after a failed fetch
	newsDied    int      // connections in a row that did not survive the fetch of news
	refused     imap.UID // fetched alone, the server refused it for the sake of the account
	estimates   bool     // announced sizes are larger than the mails

	link            *link     // the present connection
	earlier, before int64     // bytes downloaded by earlier connections, and before hour
	hour            time.Time // beginning of the hour for maxHour
}

// mark is the known state of a mail that is still in the mailbox.
type mark struct {
	verdict Verdict   // Done and Poison: only the move is missing
	tries   int       // postponed so often
	at      time.Time // not before this time
	why     error     // why it could not be fetched or moved

	fails        int    // to fetch it
	header       []byte // once the server returns nothing else
	size, length int64  // announced and true, once it came shorter

	moved   bool   // according to the server; the next search shows it
	filed   bool   // the server has said so before, or has made a copy: another could be one too many
	again   string // if that may be so since before the start: its Message-ID
	unmoved int    // moves in vain
}

// openBox finds the folders and selects the mailbox.
func openBox(l *link, m *memory) (*box, error) {
	b := &box{link: l, memory: m}
	if m.link != nil {
		m.earlier += m.link.in.got.Load()
	}
	m.link = l
	if m.batch == 0 {
		m.batch, m.most = l.c.Batch, l.c.Batch
	}
	var err error
	if b.caps, err = l.caps(); err != nil {
		return nil, err
	}
	if b.processed, err = l.folder(b.caps, l.c.Processed); err != nil {
		return nil, err
	}
	if b.quarantine, err = l.folder(b.caps, l.c.Quarantine); err != nil {
		return nil, err
	}
	if !l.c.ReadOnly {
		for _, name := range []string{b.processed, b.quarantine} {
			_, err := l.create(name)
			if _, refused := errors.AsType[*imap.Error](err); err != nil && !refused {
				return nil, err
			} else if refused { // mails can still be read; their staying is reported
				l.c.Log.Error("imap: a folder is missing and cannot be created", "folder", name, "err", err)
			}
		}
	}
	// What has the number of a mail that was moved, as the server said, may be another: a server that puts back its disk
	// gives numbers again, if badly run under the UIDVALIDITY of before and past the UIDNEXT that we knew.
	maps.DeleteFunc(m.mails, func(_ imap.UID, k *mark) bool { return k.moved })
	return b, b.open()
}

// open selects the mailbox and compares it with the memory: IMAP reports a different
// UIDVALIDITY nowhere else.
func (b *box) open() error {
	var data *imap.SelectData
	err := b.call("select "+b.c.Mailbox, 0, func() (err error) {
		data, err = b.imap.Select(b.c.Mailbox, &imap.SelectOptions{ReadOnly: b.c.ReadOnly}).Wait()
		return err
	})
	if err != nil {
		return err
	}
	m := b.memory
	rebuilt := m.validity != 0 && (data.UIDValidity != m.validity || data.UIDNext != 0 && data.UIDNext < m.next)
	if rebuilt {
		m.renewed = true
		m.rebuilds++
		b.c.Log.Warn("imap: the mailbox was rebuilt; all messages are read again",
			"uidvalidity", data.UIDValidity, "before", m.validity, "uidnext", data.UIDNext, "uidnext_before", m.next)
	}
	if rebuilt || m.mails == nil {
		m.mails = map[imap.UID]*mark{}
	}
	m.validity, m.next, b.messages = data.UIDValidity, data.UIDNext, data.NumMessages
	return nil
}

// drain delivers and moves all mails that are due. It searches for all mails, because other
// clients may change flags and wake-ups get lost, unless the server has just announced new
// ones, and they explain all that is in the mailbox.
func (b *box) drain(ctx context.Context, deliver deliverFunc, woken bool) error {
	b.trouble, b.streak = nil, nil
	if woken {
		if all, err := b.news(ctx, deliver); err != nil || all {
			return err
		}
	}
	if err := b.left(); err != nil {
		return err
	}
	for ctx.Err() == nil {
		due, err := b.due()
		if err != nil {
			return err
		}
		if len(due) == 0 {
			b.memory.batch, b.memory.most = b.c.Batch, b.c.Batch
			return nil
		}
		for len(due) > 0 && ctx.Err() == nil {
			ms, err := b.take(due)
			if err != nil {
				return err
			}
			b.handOver(ctx, ms, deliver)
			if err := b.moveAll(); err != nil {
				return err
			}
			due = slices.DeleteFunc(due, func(uid imap.UID) bool { return b.settled(uid) || b.failedBefore(uid) }) // see failed
		}
	}
	return nil
}

// perSearch is the number of mails read before the next search, which lists all that are left.
const perSearch = 5000

// settled reports whether a mail is not to be delivered, or not now.
func (b *box) settled(uid imap.UID) bool {
	k := b.memory.mails[uid]
	return k != nil && (k.verdict != Later || time.Now().Before(k.at))
}

// due lists, oldest first, the first perSearch mails to deliver now; it drops the marks of mails that are gone,
// notices moved mails that are still there, and retries moves.
func (b *box) due() ([]imap.UID, error) {
	uids, err := b.search()
	if err != nil {
		return nil, err
	}
	for uid := range b.memory.mails {
		if _, there := slices.BinarySearch(uids, uid); !there {
			delete(b.memory.mails, uid)
		}
	}
	for _, k := range b.memory.mails {
		if k.moved {
			k.moved = false
			b.stays(k, errors.New("the server reported the message as moved, but it is still there"))
		}
	}
	if err := b.moveAll(); err != nil {
		return nil, err
	}
	if len(uids) > 0 {
		b.memory.next = max(b.memory.next, uids[len(uids)-1]+1)
	}
	due := slices.DeleteFunc(uids, b.settled)
	return due[:min(len(due), perSearch)], nil
}

// unannounced limits the new mails that a server may list before it has announced them.
const unannounced = 1000

func (b *box) search() ([]imap.UID, error) { return b.searchFor(&imap.SearchCriteria{}) }

func (b *box) searchFor(what *imap.SearchCriteria) ([]imap.UID, error) {
	mails := b.count()
	var data *imap.SearchData
	err := b.call("search", 0, func() (err error) {
		data, err = b.imap.UIDSearch(what, nil).Wait()
		return err
	})
	if err != nil {
		return nil, err
	}
	set, ok := data.All.(imap.UIDSet)
	if !ok && data.All != nil {
		return nil, errors.New("search: imap: the server's answer has no message numbers")
	}
	// A mail that has just disappeared may still be listed, or may no longer be counted.
	uids, err := expand(set, max(mails, b.count())+unannounced)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	slices.Sort(uids)
	return uids, nil
}

// count returns the number of mails according to the server.
func (b *box) count() uint32 {
	if m := b.imap.Mailbox(); m != nil {
		return m.NumMessages
	}
	return 0
}

// handOver passes mails to the daemon and records its verdicts. An error leaves all of them
// for later.
func (b *box) handOver(ctx context.Context, ms []Mail, deliver deliverFunc) {
	if len(ms) == 0 {
		return
	}
	b.c.Hook(Fetched)
	verdicts, err := deliver(ctx, ms)
	if err == nil && len(verdicts) != len(ms) {
		err = fmt.Errorf("imapbox: %d verdicts for %d messages", len(verdicts), len(ms))
	}
	if err != nil {
		b.trouble = fmt.Errorf("handling messages: %w", err)
		b.c.Log.Error("imap: messages are left for later", "mails", len(ms), "err", err)
	}
	for i, m := range ms {
		v := Later
		if err == nil {
			v = verdicts[i]
		}
		k := b.mark(imap.UID(m.UID))
		if k.verdict = v; v == Again {
			k.verdict, k.again = Done, messageID(m.Raw)
		}
		if v == Later {
			b.postpone(k)
		} else {
			k.at = time.Time{}
		}
	}
}

func (b *box) mark(uid imap.UID) *mark {
	k := b.memory.mails[uid]
	if k == nil {
		k = &mark{}
		b.memory.mails[uid] = k
	}
	return k
}

// postpone doubles the wait of a mail, up to the poll interval; if it cannot be fetched or moved, up to an hour.
func (b *box) postpone(k *mark) {
	wait := b.c.Poll
	if k.fails > headerAt || k.unmoved >= toldAt {
		wait = max(wait, rarely)
	}
	if k.tries < 16 {
		wait = min(wait, b.c.LaterWait<<k.tries)
	}
	k.tries++
	k.at = time.Now().Add(wait)
}

// waiting returns the number of mails left for later, and when the first is due.
func (b *box) waiting() (n int, next time.Time) {
	for _, k := range b.memory.mails {
		if k.moved || k.verdict != Later && b.c.ReadOnly {
			continue
		}
		n++
		if k.at.IsZero() {
			k.at = time.Now()
		}
		if next.IsZero() || k.at.Before(next) {
			next = k.at
		}
	}
	return n, next
}

// kept counts the mails that were seen and should still be in the mailbox.
func (b *box) kept() (n int) {
	for _, k := range b.memory.mails {
		if !k.moved {
			n++
		}
	}
	return n
}
