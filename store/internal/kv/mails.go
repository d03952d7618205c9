package kv

import (
	"context"
	"fmt"
	"time"

	"railpost/store"
)

func readMail(tx Tx, key string) (mailEntry, error) {
	body, err := get(tx, Mails, []byte(key))
	if body == nil || err != nil {
		return mailEntry{}, err
	}
	m, err := decodeMailEntry(key, body)
	if err != nil {
		return mailEntry{}, damaged(Mails, []byte(key))
	}
	return m, nil
}

// Seen returns the mark of a mail.
func (s *Base) Seen(ctx context.Context, key string) (mark store.Mark, ok bool, err error) {
	err = s.read(ctx, func(tx Tx) error {
		m, err := readMail(tx, key)
		if m.mark != nil {
			mark, ok = *m.mark, true
		}
		return err
	})
	return mark, ok, err
}

// Attempt counts an attempt at a mail, durably.
func (s *Base) Attempt(ctx context.Context, key string) (n int, err error) {
	if key == "" || len(key) > MaxKey {
		return 0, fmt.Errorf("%w: mail key %q is empty or longer than %d bytes", store.ErrInvalid, key, MaxKey)
	}
	err = s.write(ctx, "attempt", func(tx Tx) (refusal, broken error) {
		m, err := readMail(tx, key)
		if err != nil {
			return err, nil
		}
		m.attempts++
		n = m.attempts
		return nil, put(tx, Mails, []byte(key), m.encode())
	})
	return n, err
}

// Mails lists kept mails, newest first, without their bytes; n <= 0 means all.
func (s *Base) Mails(ctx context.Context, n int) (out []store.RawMail, err error) {
	err = s.read(ctx, func(tx Tx) error {
		c := tx.Cursor(Raw)
		for k, v := c.Last(); k != nil && (n <= 0 || len(out) < n); k, v = c.Prev() {
			m, err := openRaw(k, v, false)
			if err != nil {
				return err
			}
			out = append(out, m)
		}
		return nil
	})
	return out, err
}

// Mail returns one kept mail with its bytes.
func (s *Base) Mail(ctx context.Context, key string) (out store.RawMail, ok bool, err error) {
	err = s.read(ctx, func(tx Tx) error {
		m, err := readMail(tx, key)
		if err != nil || m.raw == nil {
			return err
		}
		v := tx.Get(Raw, m.raw)
		if v == nil {
			return damaged(Raw, m.raw)
		}
		out, err = openRaw(m.raw, v, true)
		ok = err == nil
		return err
	})
	return out, ok, err
}

func openRaw(key, value []byte, withBytes bool) (store.RawMail, error) {
	body, err := open(Raw, key, value)
	if err != nil {
		return store.RawMail{}, err
	}
	m, err := decodeRaw(body, withBytes)
	if err != nil {
		return store.RawMail{}, damaged(Raw, key)
	}
	return m, nil
}

// DropMails deletes kept mails older than t; marks and attempts stay.
func (s *Base) DropMails(ctx context.Context, t time.Time) (n int, err error) {
	err = s.write(ctx, "dropmails", func(tx Tx) (refusal, broken error) {
		limit := string(appendTime(nil, t))
		var raws [][]byte
		entries := map[string]mailEntry{}
		c := tx.Cursor(Raw)
		for k, v := c.First(); k != nil && string(k[:min(timeLen, len(k))]) < limit; k, v = c.Next() {
			m, err := openRaw(k, v, false)
			if err != nil {
				return err, nil
			}
			entry, err := readMail(tx, m.Key)
			if err != nil {
				return err, nil
			}
			entry.raw = nil
			entries[m.Key] = entry
			raws = append(raws, append([]byte(nil), k...))
		}
		for key, m := range entries {
			if err := put(tx, Mails, []byte(key), m.encode()); err != nil {
				return nil, err
			}
		}
		n = len(raws)
		return nil, deleteAll(tx, Raw, raws)
	})
	return n, err
}
