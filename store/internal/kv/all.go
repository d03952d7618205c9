package kv

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"

	"railpost/store"
)

// pageSize is roughly the number of bytes of rows in one transaction.
const pageSize = 1 << 20

// recordsPage is the number of records read in one transaction.
const recordsPage = 128

var errStopped = errors.New("the reader asked for no more rows")

// Rows reads everything; see store.Mover. The caller's code runs outside the transactions.
func (s *Base) Rows(ctx context.Context) store.Rows {
	return RowsOf(func(give func(...store.Row) error) error { return (&all{s, give}).read(ctx) })
}

// RowsOf makes rows of a function that gives them.
func RowsOf(read func(give func(...store.Row) error) error) store.Rows {
	return func(yield func(store.Row, error) bool) {
		err := read(func(rows ...store.Row) error {
			for _, r := range rows {
				if !yield(r, nil) {
					return errStopped
				}
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStopped) {
			yield(store.Row{}, err)
		}
	}
}

// all reads everything and gives it away.
type all struct {
	*Base
	give func(...store.Row) error
}

func (a *all) read(ctx context.Context) error {
	var numbers []store.Row
	err := a.Base.read(ctx, func(tx Tx) error {
		for _, b := range numbered {
			numbers = append(numbers, NumberRow(b, tx.LastID(b)))
		}
		return nil
	})
	for _, part := range []func() error{
		func() error { return a.give(numbers...) },
		func() error { return a.games(ctx) },
		func() error { return a.rows(ctx, Mails, nil, mailRows) },
		func() error { return a.rows(ctx, Letters, nil, a.letterRow) },
		func() error { return a.rows(ctx, Sent, nil, plainRow(Sent)) },
		func() error { return a.rows(ctx, Due, nil, plainRow(Due)) },
		func() error { return a.rows(ctx, Values, nil, plainRow(Values)) },
	} {
		if err == nil {
			err = part()
		}
	}
	return err
}

// pages calls read with the rows of a bucket whose keys begin with prefix, and done outside the
// transactions after every page and at the end.
func (a *all) pages(ctx context.Context, b Bucket, prefix []byte, read func(tx Tx, k, v []byte) error, done func() error) error {
	for from := prefix; ; {
		last := true
		err := a.Base.read(ctx, func(tx Tx) error {
			size := 0
			c := tx.Cursor(b)
			for k, v := c.Seek(from); k != nil && bytes.HasPrefix(k, prefix); k, v = c.Next() {
				if size > pageSize {
					from, last = bytes.Clone(k), false
					return nil
				}
				if err := read(tx, k, v); err != nil {
					return err
				}
				size += len(k) + len(v)
			}
			return nil
		})
		if err == nil {
			err = done()
		}
		if err != nil || last {
			return err
		}
	}
}

// rows yields the results of rowsOf for the rows of a bucket.
func (a *all) rows(ctx context.Context, b Bucket, prefix []byte, rowsOf func(tx Tx, k, v []byte) ([]store.Row, error)) error {
	var page []store.Row
	return a.pages(ctx, b, prefix, func(tx Tx, k, v []byte) error {
		rows, err := rowsOf(tx, k, v)
		page = append(page, rows...)
		return err
	}, func() error {
		rows := page
		page = nil
		return a.give(rows...)
	})
}

// plainRow makes rows of a bucket's keys and bodies.
func plainRow(b Bucket) func(Tx, []byte, []byte) ([]store.Row, error) {
	return func(_ Tx, k, v []byte) ([]store.Row, error) {
		body, err := open(b, k, v)
		return []store.Row{row(b, bytes.Clone(k), bytes.Clone(body))}, err
	}
}

func (a *all) letterRow(_ Tx, k, v []byte) ([]store.Row, error) {
	l, err := a.heldLetter(k, v)
	return []store.Row{LetterRow(l)}, err
}

func mailRows(tx Tx, k, v []byte) ([]store.Row, error) {
	body, err := open(Mails, k, v)
	if err != nil {
		return nil, err
	}
	entry, err := decodeMailEntry(string(k), body)
	if err != nil {
		return nil, damaged(Mails, k)
	}
	if entry.raw == nil {
		return MailRows(string(k), entry.attempts, entry.mark, 0, nil), nil
	}
	value := tx.Get(Raw, entry.raw)
	if value == nil || len(entry.raw) != timeLen+8 {
		return nil, damaged(Raw, entry.raw)
	}
	m, err := openRaw(entry.raw, value, true)
	return MailRows(string(k), entry.attempts, entry.mark, binary.BigEndian.Uint64(entry.raw[timeLen:]), &m), err
}

func (a *all) games(ctx context.Context) error {
	var page []head
	return a.pages(ctx, Games, nil, func(_ Tx, k, v []byte) error {
		h, err := openHead(k, v)
		page = append(page, h)
		return err
	}, func() error {
		heads := page
		page = nil
		for i := range heads {
			if err := a.game(ctx, &heads[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// game yields a game: its head, records, their separate texts, its snapshots.
func (a *all) game(ctx context.Context, h *head) error {
	err := a.give(row(Games, []byte(h.Game), h.encode()))
	for from := uint64(1); err == nil && from <= h.Seq; from += recordsPage {
		var page []store.Row
		err = a.Base.read(ctx, func(tx Tx) error {
			return walkRecords(tx, h, from, min(from+recordsPage-1, h.Seq), func(r store.Record) {
				page = append(page, OfGame(Records, uint64(h.id), r.Seq, RecordValue(&r)))
			})
		})
		if err == nil {
			err = a.give(page...)
		}
	}
	for _, b := range []Bucket{Texts, Snapshots} {
		if err == nil {
			err = a.rows(ctx, b, ofGame(h.id), plainRow(b))
		}
	}
	return err
}

// Fill puts rows into an empty store, in transactions of bounded size, checks it, and calls same with its
// contents. After an error the store is unusable.
func Fill(ctx context.Context, s *Base, rows store.Rows, same func(store.Rows) error) error {
	if err := s.fill(ctx, rows); err != nil {
		return err
	}
	var faults []error
	err := s.Check(ctx, func(c store.Corrupt) { faults = append(faults, &c) })
	if err := errors.Join(append(faults, err)...); err != nil {
		return err
	}
	return same(s.Rows(ctx))
}

func (s *Base) fill(ctx context.Context, rows store.Rows) error {
	var page []store.Row
	size := 0
	put := func() error {
		if err := ctx.Err(); err != nil {
			return err
		}
		defer func() { page, size = page[:0], 0 }()
		return s.backend.Update(func(tx Tx) error {
			for _, r := range page {
				if err := putRow(tx, r); err != nil {
					return err
				}
			}
			return nil
		})
	}
	for r, err := range rows {
		if err != nil {
			return err
		}
		page = append(page, r)
		if size += len(r.Key) + len(r.Value); size > pageSize {
			if err := put(); err != nil {
				return err
			}
		}
	}
	return put()
}

// putRow writes a row, and its copies in other buckets.
func putRow(tx Tx, r store.Row) error {
	switch r.Table {
	case Numbers:
		b, last, err := ReadNumber(r)
		if err != nil {
			return err
		}
		return tx.SetLastID(b, last)
	case Records.String():
		return tx.Put(Records, r.Key, r.Value)
	case Raw.String():
		_, m, err := ReadKept(r)
		if err != nil {
			return err
		}
		return put(tx, Raw, r.Key, encodeRaw(&m))
	case Letters.String():
		l, err := ReadLetter(r)
		if err == nil && l.State == store.Waiting && l.Group != "" {
			err = tx.Put(Groups, []byte(l.Group), r.Key)
		}
		if err != nil {
			return err
		}
	case Sent.String():
		l, err := ReadSent(r)
		if err == nil {
			err = listSent(tx, r.Key, &l)
		}
		if err != nil {
			return err
		}
	case Due.String():
		d, err := ReadDue(r)
		if err == nil {
			err = tx.Put(DueOf, dueOfKey(d.Game, r.Key), []byte{})
		}
		if err != nil {
			return err
		}
	}
	for _, b := range []Bucket{Games, Texts, Snapshots, Mails, Letters, Sent, Due, Values} {
		if r.Table == b.String() {
			return put(tx, b, r.Key, r.Value)
		}
	}
	return unreadable(r)
}
