package kv

import (
	"context"
	"fmt"
	"time"

	"railpost/store"
)

// Sent deletes letters and keeps their facts under their Message-IDs.
func (s *Base) Sent(ctx context.Context, letters ...store.Accepted) []error {
	errs, _ := s.each(ctx, "sent", len(letters), func(tx Tx, i int) (refusal, broken error) {
		a := letters[i]
		if a.MessageID == "" || len(a.MessageID) > MaxKey {
			return fmt.Errorf("%w: Message-ID %q is empty or longer than %d bytes", store.ErrInvalid, a.MessageID, MaxKey), nil
		}
		l, err := s.readLetter(tx, a.ID)
		if err != nil {
			return err, nil
		}
		if err := leaveGroup(tx, &l); err != nil {
			return nil, err
		}
		if err := tx.Delete(Letters, numKey(a.ID)); err != nil {
			return nil, err
		}
		l.Bytes, l.LastCode, l.Leased = nil, a.Code, a.At
		if err := keepSent(tx, []byte(a.MessageID), &l); err != nil {
			return nil, err
		}
		return nil, dropOlder(tx, &l)
	}, func(i int) { s.release(letters[i].ID) })
	return errs
}

// keepSent stores the facts of a sent letter.
func keepSent(tx Tx, id []byte, l *store.Letter) error {
	if body, err := get(tx, Sent, id); body != nil && err == nil { // another letter had the same Message-ID
		if was, err := decodeSent(id, body); err == nil {
			if err := tx.Delete(SentOf, sentOfKey(&was)); err != nil {
				return err
			}
		}
	}
	if err := put(tx, Sent, id, encodeSent(l)); err != nil {
		return err
	}
	return listSent(tx, id, l)
}

func listSent(tx Tx, id []byte, l *store.Letter) error {
	return tx.Put(SentOf, sentOfKey(l), append(appendTime(nil, l.Leased), id...))
}

// sentRow is a sent letter by its keys in sentof and in sent.
type sentRow struct{ of, id []byte }

func sentRowOf(of, value []byte) sentRow {
	return sentRow{append([]byte(nil), of...), append([]byte(nil), value[min(timeLen, len(value)):]...)}
}

// dropSent deletes facts of sent letters.
func dropSent(tx Tx, rows []sentRow) error {
	for _, r := range rows {
		if err := tx.Delete(Sent, r.id); err != nil {
			return err
		}
		if err := tx.Delete(SentOf, r.of); err != nil {
			return err
		}
	}
	return nil
}

// dropOlder deletes the facts of letters to the same seat that have store.SentKept later ones.
func dropOlder(tx Tx, l *store.Letter) error {
	if l.Game == "" || l.Seat < 0 {
		return nil
	}
	var rows []sentRow
	err := eachWith(tx, SentOf, seatPrefix(l.Game, l.Seat), func(k, v []byte) error {
		rows = append(rows, sentRowOf(k, v))
		return nil
	})
	if err != nil {
		return err
	}
	return dropSent(tx, rows[:max(0, len(rows)-store.SentKept)])
}

// SentLetter returns the facts of the letter with that Message-ID.
func (s *Base) SentLetter(ctx context.Context, messageID string) (l store.Letter, ok bool, err error) {
	err = s.read(ctx, func(tx Tx) error {
		body, err := get(tx, Sent, []byte(messageID))
		if body == nil || err != nil {
			return err
		}
		l, err = decodeSent([]byte(messageID), body)
		ok = err == nil
		return err
	})
	return l, ok, err
}

// DropSent deletes the facts of letters that were accepted before t.
func (s *Base) DropSent(ctx context.Context, t time.Time) (int, error) {
	limit := string(appendTime(nil, t))
	return s.dropListed(ctx, nil, func(k, v []byte) bool { return string(v[:min(timeLen, len(v))]) < limit })
}

// DropSentOf deletes the facts of letters to the seats of a game.
func (s *Base) DropSentOf(ctx context.Context, game string) (int, error) {
	prefix, outsiders := sentOfPrefix(game), string(seatPrefix(game, -1))
	return s.dropListed(ctx, prefix, func(k, v []byte) bool { return string(k[:min(len(outsiders), len(k))]) != outsiders })
}

// dropListed looks for sent letters in a read, since most stay.
func (s *Base) dropListed(ctx context.Context, prefix []byte, old func(k, v []byte) bool) (int, error) {
	var rows []sentRow
	err := s.read(ctx, func(tx Tx) error {
		return eachWith(tx, SentOf, prefix, func(k, v []byte) error {
			if old(k, v) {
				rows = append(rows, sentRowOf(k, v))
			}
			return nil
		})
	})
	if err != nil || len(rows) == 0 {
		return 0, err
	}
	return len(rows), s.write(ctx, "dropsent", func(tx Tx) (refusal, broken error) { return nil, dropSent(tx, rows) })
}

func encodeSent(l *store.Letter) []byte {
	e := encoder{}
	e.uint(l.ID)
	return append(e.b, encodeLetter(l)...)
}

func decodeSent(key, body []byte) (store.Letter, error) {
	d := decoder{b: body}
	id := d.uint()
	l, err := decodeLetter(id, d.b)
	if d.err != nil || err != nil {
		return store.Letter{}, damaged(Sent, key)
	}
	return l, nil
}
