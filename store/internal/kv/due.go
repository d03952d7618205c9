package kv

import (
	"cmp"
	"context"
	"time"

	"railpost/store"
)

// DueBefore lists rows with At <= t, earliest first.
func (s *Base) DueBefore(ctx context.Context, t time.Time, n int) (out []store.Due, err error) {
	var bad error
	err = s.read(ctx, func(tx Tx) error {
		out, bad = nil, nil
		c := tx.Cursor(Due)
		for k, v := c.First(); k != nil && (n <= 0 || len(out) < n); k, v = c.Next() {
			d, err := openDue(k, v)
			if err != nil {
				bad = err
				continue
			}
			if d.At.After(t) {
				return nil
			}
			out = append(out, d)
		}
		return nil
	})
	return out, cmp.Or(err, bad)
}

// DueOf lists the rows of one game, earliest first.
func (s *Base) DueOf(ctx context.Context, game string) (out []store.Due, err error) {
	err = s.read(ctx, func(tx Tx) error {
		out, err = dueOf(tx, game)
		return err
	})
	return out, err
}

func dueOf(tx Tx, game string) (out []store.Due, err error) {
	prefix := dueOfPrefix(game)
	err = eachWith(tx, DueOf, prefix, func(k, _ []byte) error {
		key := k[len(prefix):]
		v := tx.Get(Due, key)
		if v == nil {
			return damaged(DueOf, k)
		}
		d, err := openDue(key, v)
		out = append(out, d)
		return err
	})
	return out, err
}

func openDue(key, value []byte) (store.Due, error) {
	body, err := open(Due, key, value)
	if err != nil {
		return store.Due{}, err
	}
	d, ok := splitDueKey(key)
	if !ok {
		return store.Due{}, damaged(Due, key)
	}
	if len(body) > 0 {
		d.Data = append([]byte(nil), body...)
	}
	return d, nil
}
