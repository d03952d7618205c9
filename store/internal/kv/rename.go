package kv

import (
	"bytes"

	"railpost/store"
)

// moved is the rows to be written if a commit renames or deletes a game: its records and snapshots have its
// number in their keys, but letters and due rows its name.
type moved struct {
	letters []store.Letter // of the outbox
	sent    []sentLetter
}

type sentLetter struct {
	row    sentRow
	letter store.Letter
}

// readMoved finds all rows under the game's name.
func (p *plan) readMoved(tx Tx) error {
	if p.Rename == "" && !p.Delete {
		return nil
	}
	if p.Rename != "" && tx.Get(Games, []byte(p.Rename)) != nil {
		return store.ErrExists
	}
	err := eachWith(tx, Letters, nil, func(k, v []byte) error {
		l, err := openLetter(k, v)
		if err == nil && l.Game == p.Game {
			p.moved.letters = append(p.moved.letters, l)
		}
		return err
	})
	if err != nil {
		return err
	}
	err = eachWith(tx, SentOf, sentOfPrefix(p.Game), func(k, v []byte) error {
		row := sentRowOf(k, v)
		body, err := get(tx, Sent, row.id)
		if err != nil {
			return err
		}
		l, err := decodeSent(row.id, body)
		p.moved.sent = append(p.moved.sent, sentLetter{row, l})
		return err
	})
	if err != nil {
		return err
	}
	rows, err := dueOf(tx, p.Game)
	if err != nil {
		return err
	}
	dropped := map[string]bool{}
	for _, k := range p.drop {
		dropped[string(k)] = true
	}
	for _, d := range rows {
		k := dueKey(d)
		if dropped[string(k)] {
			continue
		}
		p.drop = append(p.drop, k)
		if p.Rename != "" {
			d.Game = p.Rename
			p.movedDue = append(p.movedDue, d)
		}
	}
	return nil
}

// keepMoved renames or deletes the game, whose head has been written.
func (p *plan) keepMoved(tx Tx) error {
	if p.Rename == "" && !p.Delete {
		return nil
	}
	if err := tx.Delete(Games, []byte(p.Game)); err != nil {
		return err
	}
	if p.Delete {
		if err := p.deleteRecords(tx); err != nil {
			return err
		}
	} else if err := put(tx, Games, []byte(p.Rename), p.head.encode()); err != nil {
		return err
	}
	for _, l := range p.moved.letters {
		if err := p.keepMovedLetter(tx, l); err != nil {
			return err
		}
	}
	for _, s := range p.moved.sent {
		if err := p.keepMovedSent(tx, s); err != nil {
			return err
		}
	}
	return nil
}

// deleteRecords deletes all rows under the game's number, including this commit's records.
func (p *plan) deleteRecords(tx Tx) error {
	for _, b := range []Bucket{Records, Texts, Snapshots} {
		var keys [][]byte
		_ = eachWith(tx, b, ofGame(p.head.id), func(k, _ []byte) error { keys = append(keys, bytes.Clone(k)); return nil })
		if err := deleteAll(tx, b, keys); err != nil {
			return err
		}
	}
	return nil
}

func (p *plan) keepMovedLetter(tx Tx, l store.Letter) error {
	if p.Delete {
		if err := leaveGroup(tx, &l); err != nil {
			return err
		}
		return tx.Delete(Letters, numKey(l.ID))
	}
	l.Game = p.Rename
	if l.State == store.Waiting && !p.base.wasTried(l.ID) { // its text has the earlier name
		l.Bytes, l.Said = nil, nil
	}
	return put(tx, Letters, numKey(l.ID), encodeLetter(&l))
}

func (p *plan) keepMovedSent(tx Tx, s sentLetter) error {
	if err := dropSent(tx, []sentRow{s.row}); err != nil || p.Delete {
		return err
	}
	s.letter.Game = p.Rename
	return keepSent(tx, s.row.id, &s.letter)
}
