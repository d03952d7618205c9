package kv

import (
	"railpost/store"
)

// forgotten is the rows that a commit deletes because of its Forget.
type forgotten struct {
	raws    [][]byte
	sent    []sentRow
	said    []sentLetter         // without it
	entries map[string]mailEntry // of the mails in raws, by dedupe key
	left    []store.Letter
}

func (p *plan) readForgotten(tx Tx) error {
	if p.Forget == nil {
		return nil
	}
	p.gone.entries = map[string]mailEntry{}
	return steps(tx, p.readForgottenMails, p.readForgottenSent, p.readForgottenLeft)
}

func (p *plan) readForgottenMails(tx Tx) error {
	return eachWith(tx, Raw, nil, func(k, v []byte) error {
		m, err := openRaw(k, v, true)
		if err != nil || p.Forget.Mail == nil || !p.Forget.Mail(m) {
			return err
		}
		entry, err := readMail(tx, m.Key)
		entry.raw = nil
		p.gone.entries[m.Key] = entry
		p.gone.raws = append(p.gone.raws, append([]byte(nil), k...))
		return err
	})
}

func (p *plan) readForgottenSent(tx Tx) error {
	return eachWith(tx, Sent, nil, func(k, v []byte) error {
		body, err := open(Sent, k, v)
		if err != nil {
			return err
		}
		l, err := decodeSent(k, body)
		row := sentRow{sentOfKey(&l), append([]byte(nil), k...)}
		switch {
		case err != nil:
		case p.Forget.Sent != nil && p.Forget.Sent(l):
			p.gone.sent = append(p.gone.sent, row)
		case l.Said != nil && p.Forget.Said != nil && p.Forget.Said(l):
			l.Said = nil
			p.gone.said = append(p.gone.said, sentLetter{row, l})
		}
		return err
	})
}

func (p *plan) readForgottenLeft(tx Tx) error {
	return eachWith(tx, Letters, nil, func(k, v []byte) error {
		l, err := openLetter(k, v)
		if err != nil || p.Forget.Left == nil || !p.Forget.Left(l) {
			return err
		}
		l.Leased = p.base.leased(l.ID)
		p.gone.left = append(p.gone.left, l)
		return Free(&l, p.Forget.Now)
	})
}

// forget deletes the rows found by readForgotten.
func (p *plan) forget(tx Tx) error {
	for key, m := range p.gone.entries {
		if err := put(tx, Mails, []byte(key), m.encode()); err != nil {
			return err
		}
	}
	for i := range p.gone.left {
		l := &p.gone.left[i]
		if err := leaveGroup(tx, l); err != nil {
			return err
		}
		if err := tx.Delete(Letters, numKey(l.ID)); err != nil {
			return err
		}
	}
	if err := deleteAll(tx, Raw, p.gone.raws); err != nil {
		return err
	}
	for _, s := range p.gone.said {
		if err := put(tx, Sent, s.row.id, encodeSent(&s.letter)); err != nil {
			return err
		}
	}
	return dropSent(tx, p.gone.sent)
}
