package imapbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
)

// box is the selected mailbox on one connection, with what is remembered about its mails.
type box struct {
	*link
	memory                *memory
	caps                  imap.CapSet
	processed, quarantine string
	messages              uint32
	trouble               error        // why mails could not be moved or taken
	leaving               func() error // waits for the end of an IDLE that is over, see left
}

// memory outlives connections. It is only a cache: if the mailbox turns out to be a
// different one, it is dropped, and the mails are delivered again.
type memory struct {
	validity uint32
	next     imap.UID
	mails    map[imap.UID]*mark
	patient  bool // the server dislikes a command right behind the end of an IDLE
	renewed  bool // a SELECT showed a rebuilt mailbox, which no status has reported yet
}

// mark is what is known about a mail that is still in the mailbox.
type mark struct {
	short   bool      // once, the server returned less of it than its size
	verdict Verdict   // Done and Poison: only the move is missing
	tries   int       // failed hand-overs or moves
	at      time.Time // not before
}

// openBox finds the folders and selects the mailbox.
func openBox(l *link, m *memory) (*box, error) {
	b := &box{link: l, memory: m}
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
			if _, err := l.create(name); err != nil {
				return nil, err
			}
		}
	}
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
		b.c.Log.Warn("imap: the mailbox was rebuilt; all mails are read again",
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
	b.trouble = nil
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
			return nil
		}
		ms, lost, err := b.take(due)
		if err != nil {
			return err
		}
		for _, uid := range lost {
			k := b.mark(uid)
			k.verdict = Later
			b.postpone(k)
		}
		b.handOver(ctx, ms, deliver)
		if err := b.moveAll(); err != nil {
			return err
		}
	}
	return nil
}

// take fetches a batch. If the server refuses it, the oldest mail is tried alone, so that
// one unreadable mail does not hold up the others. lost are mails that were requested in
// vain.
func (b *box) take(due []imap.UID) (ms []Mail, lost []imap.UID, err error) {
	var answer *imap.Error
	ms, lost, err = b.fetch(due)
	if errors.As(err, &answer) && len(due) > 1 {
		due = due[:1]
		ms, lost, err = b.fetch(due)
	}
	if errors.As(err, &answer) {
		b.trouble = fmt.Errorf("read mail %d: %w", due[0], err)
		b.c.Log.Error("imap: a mail cannot be read", "uid", due[0], "err", err)
		return nil, due[:1], nil
	}
	return ms, lost, err
}

// due lists, oldest first, the mails to deliver now; it drops the marks of mails that are
// gone, and retries moves that failed.
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
	if err := b.moveAll(); err != nil {
		return nil, err
	}
	var due []imap.UID
	now := time.Now()
	for _, uid := range uids {
		b.memory.next = max(b.memory.next, uid+1)
		k := b.memory.mails[uid]
		if k == nil || (k.verdict == Later && !now.Before(k.at)) {
			due = append(due, uid)
		}
	}
	return due, nil
}

func (b *box) search() ([]imap.UID, error) {
	mails := b.count()
	var data *imap.SearchData
	err := b.call("search", 0, func() (err error) {
		data, err = b.imap.UIDSearch(&imap.SearchCriteria{}, nil).Wait()
		return err
	})
	if err != nil {
		return nil, err
	}
	set, ok := data.All.(imap.UIDSet)
	if !ok && data.All != nil {
		return nil, errors.New("search: imap: the server's answer has no mail numbers")
	}
	// One that disappeared meanwhile may still be listed, or may not be counted any more.
	uids, err := expand(set, max(mails, b.count()))
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	slices.Sort(uids)
	return uids, nil
}

// count returns how many mails there are, as far as the server has said.
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
		err = fmt.Errorf("imapbox: %d verdicts for %d mails", len(verdicts), len(ms))
	}
	if err != nil {
		b.trouble = fmt.Errorf("take mail: %w", err)
		b.c.Log.Error("imap: mails are left for later", "mails", len(ms), "err", err)
	}
	for i, m := range ms {
		v := Later
		if err == nil {
			v = verdicts[i]
		}
		k := b.mark(imap.UID(m.UID))
		k.verdict = v
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

// postpone doubles the wait of a mail, up to the poll interval.
func (b *box) postpone(k *mark) {
	wait := b.c.Poll
	if k.tries < 16 {
		wait = min(wait, b.c.LaterWait<<k.tries)
	}
	k.tries++
	k.at = time.Now().Add(wait)
}

// moveAll moves the mails whose verdict is known.
func (b *box) moveAll() error {
	if b.c.ReadOnly {
		return nil
	}
	return errors.Join(b.moveTo(b.processed, Done), b.moveTo(b.quarantine, Poison))
}

func (b *box) moveTo(folder string, v Verdict) error {
	now := time.Now()
	var set imap.UIDSet
	for uid, k := range b.memory.mails {
		if k.verdict == v && !now.Before(k.at) {
			set.AddNum(uid)
		}
	}
	if len(set) == 0 {
		return nil
	}
	b.c.Hook(Judged)
	err := b.move(set, folder)
	b.c.Hook(Moved)
	var answer *imap.Error
	if errors.As(err, &answer) && (answer.Code == imap.ResponseCodeTryCreate || answer.Code == imap.ResponseCodeNonExistent) {
		if _, err = b.create(folder); err == nil {
			err = b.move(set, folder)
		}
	}
	uids, _ := set.Nums() // the set holds plain numbers
	switch {
	case err == nil:
		for _, uid := range uids {
			delete(b.memory.mails, uid)
		}
	case errors.As(err, &answer) && answer.Type == imap.StatusResponseTypeNo:
		b.moveRefused(uids, folder, answer)
	default:
		return err
	}
	return nil
}

// moveRefused leaves the mails where they are; the next search shows which of them are
// gone. It is no problem if somebody else has moved one (EXPUNGEISSUED, RFC 5530).
func (b *box) moveRefused(uids []imap.UID, folder string, answer *imap.Error) {
	for _, uid := range uids {
		k := b.mark(uid)
		if answer.Code == expungeIssued && k.tries == 0 {
			k.tries++ // once more at the next search, which follows at once
			continue
		}
		b.postpone(k)
	}
	if answer.Code != expungeIssued {
		b.trouble = fmt.Errorf("move to %s: %w", folder, answer)
		b.c.Log.Error("imap: mails cannot be moved", "folder", folder, "mails", len(uids), "err", answer)
	}
}

const expungeIssued imap.ResponseCode = "EXPUNGEISSUED"

// move is repeatable: UID MOVE ignores mails that are gone. Without MOVE each step waits
// for the one before, so that a failing copy does not lose the mail (the library sends all
// three at once).
func (b *box) move(set imap.UIDSet, folder string) error {
	if b.caps.Has(imap.CapMove) {
		return b.call("move to "+folder, 0, func() error { _, err := b.imap.Move(set, folder).Wait(); return err })
	}
	err := b.call("copy to "+folder, 0, func() error { _, err := b.imap.Copy(set, folder).Wait(); return err })
	if err != nil {
		return err
	}
	gone := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagDeleted}}
	if err := b.call("store", 0, func() error { return b.imap.Store(set, gone, nil).Close() }); err != nil {
		return err
	}
	return b.call("expunge", 0, func() error {
		if b.caps.Has(imap.CapUIDPlus) {
			return b.imap.UIDExpunge(set).Close()
		}
		return b.imap.Expunge().Close()
	})
}

// waiting returns how many mails are left for later, and when the first is due.
func (b *box) waiting() (n int, next time.Time) {
	for _, k := range b.memory.mails {
		if k.verdict != Later && b.c.ReadOnly {
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
