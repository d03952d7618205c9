package imapbox

import (
	"bytes"
	"errors"
	"fmt"
	netmail "net/mail"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
)

// errFiled: moving again would only make another copy.
var errFiled = errors.New("the server reported the message as moved; it is in the folder, but still in the mailbox too")

// moveAll moves the mails with a known verdict.
func (b *box) moveAll() error {
	if b.c.ReadOnly {
		return nil
	}
	return errors.Join(b.moveTo(b.processed, Done), b.moveTo(b.quarantine, Poison))
}

// moveTo moves the mails of one verdict; those that the server claims to have moved before, separately.
func (b *box) moveTo(folder string, v Verdict) error {
	now := time.Now()
	var due []imap.UID
	for uid, k := range b.memory.mails {
		if k.verdict == v && !k.moved && !now.Before(k.at) {
			due = append(due, uid)
		}
	}
	slices.Sort(due)
	if err := b.recall(folder, due); err != nil {
		return err
	}
	of := func(filed bool) []imap.UID {
		return slices.DeleteFunc(slices.Clone(due), func(uid imap.UID) bool { return b.mark(uid).filed != filed })
	}
	for _, some := range [][]imap.UID{of(false), of(true)} {
		if len(some) == 0 {
			continue
		}
		if err := b.moveSome(some, folder); err != nil {
			return err
		}
	}
	return nil
}

// moveSome moves mails. It returns only errors that end the session; then moves wait, so that later mails are read.
func (b *box) moveSome(uids []imap.UID, folder string) error {
	b.c.Hook(Judged)
	err := b.move(uids, folder)
	b.c.Hook(Moved)
	answer, refused := errors.AsType[*imap.Error](err)
	if refused && (answer.Code == imap.ResponseCodeTryCreate || answer.Code == imap.ResponseCodeNonExistent) {
		if _, err = b.create(folder); err == nil {
			err = b.move(uids, folder)
		}
		answer, refused = errors.AsType[*imap.Error](err)
	}
	switch {
	case err == nil:
		for _, uid := range uids {
			k := b.mark(uid)
			k.moved, k.filed, k.at = true, true, time.Time{}
		}
	case refused, errors.Is(err, errFiled):
		// Whether somebody else has moved mails (EXPUNGEISSUED, RFC 5530), the next search shows, which follows at once.
		gone := refused && answer.Code == expungeIssued
		if !gone {
			b.c.Log.Error("imap: messages cannot be moved", "folder", folder, "mails", len(uids), "err", err)
		}
		for _, uid := range uids {
			if k := b.mark(uid); gone && k.tries == 0 {
				k.tries++
			} else {
				b.stays(k, err)
			}
		}
	default:
		for _, k := range b.memory.mails {
			if k.verdict != Later && !k.moved {
				b.stays(k, err)
			}
		}
		return err
	}
	return nil
}

// stays postpones the next attempt to move a mail.
func (b *box) stays(k *mark, err error) {
	k.unmoved++
	k.why = err
	b.postpone(k)
}

const expungeIssued imap.ResponseCode = "EXPUNGEISSUED"

// move is repeatable: UID MOVE ignores mails that are gone. Without MOVE each step waits for the one before, so
// that a failing copy does not lose the mail (the library sends all three at once), and nothing is copied
// twice.
func (b *box) move(uids []imap.UID, folder string) error {
	set, filed := imap.UIDSetNum(uids...), b.mark(uids[0]).filed
	if b.caps.Has(imap.CapMove) {
		if filed {
			if err := b.missing(uids[0], folder); err != nil {
				return err
			}
		}
		return b.call("move to "+folder, 0, func() error { _, err := b.imap.Move(set, folder).Wait(); return err })
	}
	if !filed {
		err := b.call("copy to "+folder, 0, func() error { _, err := b.imap.Copy(set, folder).Wait(); return err })
		if err != nil {
			return err
		}
		for _, uid := range uids {
			b.mark(uid).filed = true
		}
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

// missing returns errFiled unless it is certain that a folder has no mail with the Message-ID of this one.
func (b *box) missing(uid imap.UID, folder string) error {
	texts, err := b.sections(imap.UIDSetNum(uid), headerOnly, maxHeader)
	if err != nil {
		return err
	}
	id := messageID(texts[uid])
	if id == "" {
		return errFiled
	}
	found, known, err := b.find(folder, id)
	if err == nil && (!known || found[id]) {
		return errFiled
	}
	return err
}

// messageID returns "" if a mail has none.
func messageID(raw []byte) string {
	m, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return ""
	}
	return m.Header.Get("Message-Id")
}

// find returns which Message-IDs mails in a folder have; known: the server has said so of all.
func (b *box) find(folder string, ids ...string) (found map[string]bool, known bool, err error) {
	found = map[string]bool{}
	err = b.call("look into "+folder, 0, func() error {
		_, err := b.imap.Select(folder, &imap.SelectOptions{ReadOnly: true}).Wait()
		for i := 0; i < len(ids) && err == nil; i++ {
			id := imap.SearchCriteriaHeaderField{Key: "Message-Id", Value: ids[i]}
			var data *imap.SearchData
			if data, err = b.imap.UIDSearch(&imap.SearchCriteria{Header: []imap.SearchCriteriaHeaderField{id}}, nil).Wait(); err == nil {
				some, _ := data.All.(imap.UIDSet)
				found[ids[i]] = len(some) > 0
			}
		}
		return err
	})
	if _, refused := errors.AsType[*imap.Error](err); err != nil && !refused {
		return nil, false, err
	}
	known = err == nil
	before := b.memory.rebuilds
	if err := b.open(); err != nil { // no answer to a move: the session must end, as another folder is open
		return nil, false, fmt.Errorf("reopening the mailbox after looking into %s: %v", folder, err)
	}
	if b.memory.rebuilds > before { // the numbers may now be those of unread mails
		return nil, false, fmt.Errorf("reopening the mailbox after looking into %s: it was rebuilt", folder)
	}
	return found, known, nil
}

// recall finds out which mails that were decided before have a copy already, since the server did not take them away, or the
// service ended before it could. If the server does not say, they are copied. A server with MOVE makes no copy without taking the
// mail away, or is asked before the second (see move).
func (b *box) recall(folder string, uids []imap.UID) error {
	var marks []*mark
	var ids []string
	for _, uid := range uids {
		if k := b.mark(uid); k.again != "" && !b.caps.Has(imap.CapMove) {
			marks, ids = append(marks, k), append(ids, k.again)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	found, _, err := b.find(folder, ids...)
	for _, k := range marks {
		k.filed, k.again = found[k.again], ""
	}
	return err
}
