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

// errFiled: a move would only make another copy.
var errFiled = errors.New("the server says that it has moved the mail; it is in the folder, and still here, too")

// moveAll moves the mails whose verdict is known.
func (b *box) moveAll() error {
	if b.c.ReadOnly {
		return nil
	}
	return errors.Join(b.moveTo(b.processed, Done), b.moveTo(b.quarantine, Poison))
}

// moveTo moves the mails of one verdict, apart from others those that the server has moved before, as it says.
func (b *box) moveTo(folder string, v Verdict) error {
	now := time.Now()
	var sets [2][]imap.UID
	for uid, k := range b.memory.mails {
		switch {
		case k.verdict != v || k.moved || now.Before(k.at):
		case k.filed:
			sets[1] = append(sets[1], uid)
		default:
			sets[0] = append(sets[0], uid)
		}
	}
	for _, uids := range sets {
		if len(uids) == 0 {
			continue
		}
		slices.Sort(uids)
		if err := b.moveSome(uids, folder); err != nil {
			return err
		}
	}
	return nil
}

// moveSome moves mails. It returns only errors that end the session; then moves wait, so that what follows is read.
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
			b.c.Log.Error("imap: mails cannot be moved", "folder", folder, "mails", len(uids), "err", err)
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

// move is repeatable: UID MOVE ignores mails that are gone. Without MOVE each step waits
// for the one before, so that a failing copy does not lose the mail (the library sends all
// three at once), and what has been copied is not copied again.
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
	m, err := netmail.ReadMessage(bytes.NewReader(texts[uid]))
	if err != nil || m.Header.Get("Message-Id") == "" {
		return errFiled
	}
	var data *imap.SearchData
	id := imap.SearchCriteriaHeaderField{Key: "Message-Id", Value: m.Header.Get("Message-Id")}
	err = b.call("look into "+folder, 0, func() (err error) {
		if _, err = b.imap.Select(folder, &imap.SelectOptions{ReadOnly: true}).Wait(); err == nil {
			data, err = b.imap.UIDSearch(&imap.SearchCriteria{Header: []imap.SearchCriteriaHeaderField{id}}, nil).Wait()
		}
		return err
	})
	if _, refused := errors.AsType[*imap.Error](err); err != nil && !refused {
		return err
	}
	known := err == nil
	if err := b.open(); err != nil { // no answer to a move: the session must end, as another folder is open
		return fmt.Errorf("back from %s: %v", folder, err)
	}
	if !known {
		return errFiled
	}
	if found, _ := data.All.(imap.UIDSet); len(found) > 0 {
		return errFiled
	}
	return nil
}
