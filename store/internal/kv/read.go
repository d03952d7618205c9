package kv

import (
	"bytes"
	"context"
	"fmt"

	"railpost/store"
)

// headsPage is the number of heads read in one transaction.
const headsPage = 256

// Heads calls f outside any transaction, so that it may write.
func (s *Base) Heads(ctx context.Context, f func(store.Head) error) error {
	for from := []byte(nil); ; {
		var page []store.Head
		err := s.read(ctx, func(tx Tx) error {
			c := tx.Cursor(Games)
			for k, v := c.Seek(from); k != nil && len(page) < headsPage; k, v = c.Next() {
				h, err := openHead(k, v)
				if err != nil {
					return err
				}
				page = append(page, h.Head)
			}
			return nil
		})
		if err != nil {
			return err
		}
		for _, h := range page {
			if err := f(h); err != nil {
				return err
			}
		}
		if len(page) < headsPage {
			return nil
		}
		from = append([]byte(page[len(page)-1].Game), 0) // the next possible name
	}
}

// Head returns one game's head.
func (s *Base) Head(ctx context.Context, game string) (out store.Head, err error) {
	err = s.read(ctx, func(tx Tx) error {
		h, err := readHead(tx, game)
		out = h.Head
		return err
	})
	return out, err
}

// Load reads one consistent cut; see store.Store.
func (s *Base) Load(ctx context.Context, game string, upTo uint64, full bool) (out store.Log, err error) {
	err = s.read(ctx, func(tx Tx) error {
		h, err := readHead(tx, game)
		if err != nil {
			return err
		}
		out = store.Log{Head: h.Head, Snapshot: newestSnapshot(tx, &h, upTo)}
		from := uint64(1)
		if out.Snapshot != nil && !full {
			from = out.Snapshot.Seq + 1
		}
		out.Records = make([]store.Record, 0, h.Seq+1-from)
		return walkRecords(tx, &h, from, h.Seq, func(r store.Record) { out.Records = append(out.Records, clone(r)) })
	})
	return out, err
}

// Records returns records from <= Seq <= to of a game.
func (s *Base) Records(ctx context.Context, game string, from, to uint64) (out []store.Record, err error) {
	err = s.read(ctx, func(tx Tx) error {
		h, err := readHead(tx, game)
		if err != nil {
			return err
		}
		from, to := max(from, 1), min(to, h.Seq)
		if from > to {
			return nil
		}
		return walkRecords(tx, &h, from, to, func(r store.Record) { out = append(out, clone(r)) })
	})
	return out, err
}

func clone(r store.Record) store.Record {
	r.Payload = append([]byte{}, r.Payload...)
	r.Texts = append([]byte(nil), r.Texts...)
	return r
}

func readHead(tx Tx, game string) (head, error) {
	if game == "" {
		return head{}, store.ErrNoGame
	}
	v := tx.Get(Games, []byte(game))
	if v == nil {
		return head{}, store.ErrNoGame
	}
	return openHead([]byte(game), v)
}

func openHead(key, value []byte) (head, error) {
	body, err := open(Games, key, value)
	if err != nil {
		return head{}, err
	}
	h, err := decodeHead(string(key), body)
	if err != nil {
		return head{}, damaged(Games, key)
	}
	return h, nil
}

// newestSnapshot returns the newest intact snapshot at or before record upTo (0: the last).
// A damaged one is skipped: without it the game is replayed from an earlier one, and Check
// reports it.
func newestSnapshot(tx Tx, h *head, upTo uint64) *store.Snapshot {
	if upTo == 0 || upTo > h.Seq {
		upTo = h.Seq
	}
	c := tx.Cursor(Snapshots)
	for k, v := lastAtMost(c, seqKey(h.id, upTo)); k != nil; k, v = c.Prev() {
		id, seq, ok := splitSeqKey(k)
		if !ok || id != h.id {
			return nil
		}
		if body, ok := unseal(k, v); ok {
			return &store.Snapshot{Seq: seq, Data: append([]byte(nil), body...)}
		}
	}
	return nil
}

// lastAtMost moves to the last key <= key.
func lastAtMost(c Cursor, key []byte) (k, v []byte) {
	k, v = c.Seek(key)
	switch {
	case k == nil:
		return c.Last()
	case bytes.Equal(k, key):
		return k, v
	}
	return c.Prev()
}

// walkRecords calls f with records from to to of a game, and verifies that there are no gaps, that each fits
// the hash of the one before it, and, if to is the end, that the last is the one the head names and none
// follows it. Payloads are valid within the transaction.
func walkRecords(tx Tx, h *head, from, to uint64, f func(store.Record)) error {
	bad := func(seq uint64, format string, args ...any) error {
		return &store.Corrupt{Game: h.Game, Seq: seq, What: fmt.Sprintf(format, args...) + "; restore from a backup"}
	}
	var prev store.Hash
	if from > 1 {
		v := tx.Get(Records, seqKey(h.id, from-1))
		if len(v) < len(prev) {
			return bad(from-1, "is missing")
		}
		copy(prev[:], v)
	}
	c := tx.Cursor(Records)
	k, v := c.Seek(seqKey(h.id, from))
	for next := from; next <= to; next++ {
		if !bytes.Equal(k, seqKey(h.id, next)) || len(v) < len(prev) {
			return bad(next, "is missing")
		}
		payload := v[len(prev):]
		hash := store.Chain(prev, payload)
		if !bytes.Equal(hash[:], v[:len(prev)]) {
			return bad(next, "does not match its hash")
		}
		beside, err := get(tx, Texts, k)
		if err != nil {
			return bad(next, "what is stored separately does not match its checksum")
		}
		f(store.Record{Seq: next, Payload: payload, Hash: hash, Texts: beside})
		prev = hash
		k, v = c.Next()
	}
	if to < h.Seq {
		return nil
	}
	if prev != h.Last {
		return bad(h.Seq, "is not the last one written")
	}
	if id, seq, ok := splitSeqKey(k); ok && id == h.id {
		return bad(seq, "comes after the last record, %d", h.Seq)
	}
	return nil
}

// Get returns a service-wide value.
func (s *Base) Get(ctx context.Context, key string) (out []byte, err error) {
	err = s.read(ctx, func(tx Tx) error {
		body, err := get(tx, Values, []byte(key))
		if body != nil {
			out = append([]byte{}, body...)
		}
		return err
	})
	return out, err
}

// Values returns all service-wide values whose key begins with prefix.
func (s *Base) Values(ctx context.Context, prefix string) (map[string][]byte, error) {
	out := map[string][]byte{}
	err := s.read(ctx, func(tx Tx) error {
		return eachWith(tx, Values, []byte(prefix), func(k, v []byte) error {
			body, err := open(Values, k, v)
			out[string(k)] = append([]byte{}, body...)
			return err
		})
	})
	return out, err
}

// eachWith calls f with every key of b that begins with prefix, in order.
func eachWith(tx Tx, b Bucket, prefix []byte, f func(k, v []byte) error) error {
	c := tx.Cursor(b)
	for k, v := c.Seek(prefix); k != nil && bytes.HasPrefix(k, prefix); k, v = c.Next() {
		if err := f(k, v); err != nil {
			return err
		}
	}
	return nil
}
