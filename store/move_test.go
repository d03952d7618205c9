package store_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/store"
)

// rows is a store that holds these rows.
type rows []store.Row

func (r rows) Check(_ context.Context, report func(store.Corrupt)) error {
	for _, one := range r {
		if one.Table == "damaged" {
			report(store.Corrupt{What: "damaged"})
		}
	}
	return nil
}

func (r rows) Rows(context.Context) store.Rows {
	return func(yield func(store.Row, error) bool) {
		for _, one := range r {
			if one.Table == "gone" {
				yield(store.Row{}, errGone)
				return
			}
			if !yield(one, nil) {
				return
			}
		}
	}
}

var errGone = errors.New("gone")

func row(table, key, value string) store.Row {
	return store.Row{Table: table, Key: []byte(key), Value: []byte(value)}
}

// TestMove: any difference that arises during the copy is found.
func TestMove(t *testing.T) {
	ctx := context.Background()
	from := rows{row("games", "winter", "head"), row("records", "1", "one"), row("records", "2", "two"), row("values", "v", "x")}
	to := func(change func(rows) rows) store.Fill {
		return func(in store.Rows, same func(store.Rows) error) error {
			var there rows
			for r, err := range in {
				if err != nil {
					return err
				}
				there = append(there, r)
			}
			return same(change(there).Rows(ctx))
		}
	}
	for name, change := range map[string]func(rows) rows{
		"another value":  func(r rows) rows { r[2].Value = []byte("twO"); return r },
		"another key":    func(r rows) rows { r[2].Key = []byte("3"); return r },
		"another table":  func(r rows) rows { r[2].Table = "beside"; return r },
		"the last lost":  func(r rows) rows { return r[:3] },
		"the first lost": func(r rows) rows { return r[1:] },
		"nothing there":  func(r rows) rows { return nil },
		"one more":       func(r rows) rows { return append(r, row("values", "w", "x")) },
		"another order":  func(r rows) rows { r[1], r[2] = r[2], r[1]; return r },
		"one twice":      func(r rows) rows { return slices.Insert(r, 1, r[0]) },
	} {
		expect.Is(t, name, expect.Err(store.Move(ctx, from, to(change))), store.ErrDiffers)
	}
	equal := func(r rows) rows { return r }
	moved, err := store.Move(ctx, from, to(equal))
	expect.True(t, err == nil && moved.Rows["records"] == 2 && moved.Rows["games"] == 1, "moved %v, %v", moved, err)
	shifted := rows{row("games", "winterh", "ead"), row("records", "1", "one"), row("records", "2", "two"), row("values", "v", "x")}
	if other, err := store.Move(ctx, shifted, to(equal)); err != nil || other.Digest == moved.Digest {
		t.Errorf("the digest of something else is the same; %v", err)
	}
	expect.Same(t, "a source that cannot be read",
		expect.Err(store.Move(ctx, append(from, row("gone", "", "")), to(equal))), errGone)
	if _, err := store.Move(ctx, append(from, row("damaged", "", "")), nil); err == nil {
		t.Error("a damaged source was moved")
	}
}
