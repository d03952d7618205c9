package kv

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"railpost/store"
)

// Check verifies every chain, every checksum, and that the indexes agree with their rows. It reads one
// consistent state and reports after each part.
func (s *Base) Check(ctx context.Context, report func(store.Corrupt)) error {
	parts := []func(*checker){
		(*checker).games, (*checker).strays, (*checker).mails, (*checker).letters, (*checker).due, (*checker).values,
	}
	for _, part := range parts {
		c := &checker{ids: map[uint32]string{}}
		err := s.read(ctx, func(tx Tx) error {
			c.tx = tx
			part(c)
			return nil
		})
		for _, f := range c.faults {
			report(f)
		}
		if broken, ok := errors.AsType[*store.Corrupt](err); ok { // the structure below this part
			report(*broken)
		} else if err != nil {
			return err
		}
	}
	return nil
}

type checker struct {
	tx     Tx
	ids    map[uint32]string
	faults []store.Corrupt
}

func (c *checker) fault(game string, seq uint64, format string, args ...any) {
	c.faults = append(c.faults, store.Corrupt{Game: game, Seq: seq, What: fmt.Sprintf(format, args...)})
}

// found records a read error and reports whether there was one.
func (c *checker) found(err error) bool {
	var bad *store.Corrupt
	switch {
	case err == nil:
		return false
	case errors.As(err, &bad):
		c.faults = append(c.faults, *bad)
	default:
		c.fault("", 0, "%v", err)
	}
	return true
}

func (c *checker) each(b Bucket, f func(k, v []byte)) {
	_ = eachWith(c.tx, b, nil, func(k, v []byte) error { f(k, v); return nil })
}

// games verifies each game's head, records and snapshots.
func (c *checker) games() {
	c.each(Games, func(k, v []byte) {
		h, err := openHead(k, v)
		if c.found(err) {
			return
		}
		if other, taken := c.ids[h.id]; taken {
			c.fault(h.Game, 0, "has the records of game %s", other)
		}
		c.ids[h.id] = h.Game
		c.found(walkRecords(c.tx, &h, 1, h.Seq, func(store.Record) {}))
		c.checkTexts(&h)
		_ = eachWith(c.tx, Snapshots, ofGame(h.id), func(k, v []byte) error {
			_, seq, _ := splitSeqKey(k)
			if _, ok := unseal(k, v); !ok {
				c.fault(h.Game, 0, "the snapshot after record %d does not match its checksum; the game is replayed without it", seq)
			} else if seq > h.Seq {
				c.fault(h.Game, 0, "a snapshot comes after the last record")
			}
			return nil
		})
	})
}

// checkTexts finds separate texts of records that do not exist.
func (c *checker) checkTexts(h *head) {
	cur := c.tx.Cursor(Texts)
	if k, _ := cur.Seek(seqKey(h.id, h.Seq+1)); k != nil {
		if id, seq, ok := splitSeqKey(k); ok && id == h.id {
			c.fault(h.Game, seq, "does not exist, but has separate texts")
		}
	}
}

// strays finds records and snapshots that belong to no game.
func (c *checker) strays() {
	c.each(Games, func(k, v []byte) {
		if h, err := openHead(k, v); err == nil { // games has reported the others
			c.ids[h.id] = h.Game
		}
	})
	for _, b := range []Bucket{Records, Snapshots, Texts} {
		cur := c.tx.Cursor(b)
		for k, _ := cur.First(); k != nil; {
			id, seq, ok := splitSeqKey(k)
			if _, known := c.ids[id]; !ok || !known {
				c.fault("", 0, "%s: number %d of a game with id %d, which does not exist", b, seq, id)
			}
			if id == 1<<32-1 {
				break
			}
			k, _ = cur.Seek(seqKey(id+1, 0))
		}
	}
}

func (c *checker) mails() {
	c.each(Mails, func(k, v []byte) {
		body, err := open(Mails, k, v)
		if c.found(err) {
			return
		}
		m, err := decodeMailEntry(string(k), body)
		if err != nil {
			c.found(damaged(Mails, k))
		} else if m.raw != nil && c.tx.Get(Raw, m.raw) == nil {
			c.fault("", 0, "mail %s: the kept mail is missing", Text(k))
		}
	})
	c.each(Raw, func(k, v []byte) {
		m, err := openRaw(k, v, false)
		if c.found(err) {
			return
		}
		if entry, err := readMail(c.tx, m.Key); err == nil && !bytes.Equal(entry.raw, k) {
			c.fault("", 0, "mail %s is kept but its key does not lead to it", Text([]byte(m.Key)))
		}
	})
}

func (c *checker) letters() {
	c.each(Letters, func(k, v []byte) {
		l, err := openLetter(k, v)
		if c.found(err) || l.Group == "" || l.State != store.Waiting {
			return
		}
		if !bytes.Equal(c.tx.Get(Groups, []byte(l.Group)), k) {
			c.fault(l.Game, 0, "letter %d waits but its group %s does not lead to it", l.ID, Text([]byte(l.Group)))
		}
	})
	c.each(Groups, func(k, v []byte) {
		if len(v) != 8 || c.tx.Get(Letters, v) == nil {
			c.fault("", 0, "group %s leads to no letter", Text(k))
		} else if l, err := openLetter(v, c.tx.Get(Letters, v)); err == nil && (l.Group != string(k) || l.State != store.Waiting) {
			c.fault(l.Game, 0, "group %s leads to letter %d, which is not its waiting one", Text(k), l.ID)
		}
	})
	c.each(Sent, func(k, v []byte) {
		body, err := open(Sent, k, v)
		if c.found(err) {
			return
		}
		l, err := decodeSent(k, body)
		if !c.found(err) && !bytes.Equal(sentRowOf(nil, c.tx.Get(SentOf, sentOfKey(&l))).id, k) {
			c.fault(l.Game, 0, "sent letter %s is not in the list of its reader", Text(k))
		}
	})
	c.each(SentOf, func(k, v []byte) {
		if row := sentRowOf(k, v); c.tx.Get(Sent, row.id) == nil {
			c.fault("", 0, "sentof %s leads to no letter", Text(k))
		}
	})
}

func (c *checker) due() {
	c.each(Due, func(k, v []byte) {
		d, err := openDue(k, v)
		if !c.found(err) && c.tx.Get(DueOf, dueOfKey(d.Game, k)) == nil {
			c.fault(d.Game, 0, "the %s of %s is not in the list of its game", d.Kind, d.At)
		}
	})
	c.each(DueOf, func(k, _ []byte) {
		game, due, ok := bytes.Cut(k, []byte{0})
		if d, isKey := splitDueKey(due); !ok || !isKey || d.Game != string(game) || c.tx.Get(Due, due) == nil {
			c.fault(string(game), 0, "dueof %s leads to no due time", Text(k))
		}
	})
}

func (c *checker) values() {
	c.each(Values, func(k, v []byte) {
		_, err := open(Values, k, v)
		c.found(err)
	})
}
