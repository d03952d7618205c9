package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"iter"
)

// Row is one entry of a store in the form for moving: the table, key and value that package kv describes,
// without checksums.
type Row struct {
	Table      string
	Key, Value []byte
}

// Rows is the whole content of a store, in an order that is the same in every adapter, so that stores with
// equal rows have equal content. An error is the last element.
type Rows = iter.Seq2[Row, error]

// Mover is a store whose contents can be moved to another.
type Mover interface {
	Check(ctx context.Context, report func(Corrupt)) error
	// Rows reads everything as the next process finds it: letters are held by nobody, and those never attempted
	// have no bytes (see Store.Unfinish). Nobody may write meanwhile. Records are verified against their
	// chains, all else against checksums: *Corrupt.
	Rows(ctx context.Context) Rows
}

// Fill makes a store of rows where there is none, and calls same with its content before anybody else can see
// it. After an error, including one of same, there is no store.
type Fill func(rows Rows, same func(Rows) error) error

// Errors of moving.
var (
	// ErrNotEmpty: the target of a new store is not empty.
	ErrNotEmpty = errors.New("store: the target is not empty")
	// ErrDiffers: the copy differs from the original.
	ErrDiffers = errors.New("store: the copy differs from the original")
)

// Moved is the result of a move.
type Moved struct {
	Rows   map[string]int // by table
	Digest Hash           // of all rows; equal for equal content
}

// Move fills a new store with the content of from. Then both are read again, and compared row by row.
func Move(ctx context.Context, from Mover, fill Fill) (Moved, error) {
	var faults []error
	err := from.Check(ctx, func(c Corrupt) { faults = append(faults, &c) })
	if err := errors.Join(append(faults, err)...); err != nil {
		return Moved{}, err
	}
	var out Moved
	err = fill(from.Rows(ctx), func(copied Rows) error {
		c := comparison{Rows: map[string]int{}, digest: sha256.New()}
		err := c.compare(from.Rows(ctx), copied)
		out = Moved{Rows: c.Rows, Digest: Hash(c.digest.Sum(nil))}
		return err
	})
	return out, err
}

// comparison counts equal rows.
type comparison struct {
	Rows   map[string]int
	digest hash.Hash
}

func (c *comparison) compare(was, is Rows) error {
	next, stop := iter.Pull2(was)
	defer stop()
	for row, err := range is {
		if err != nil {
			return err
		}
		want, err, ok := next()
		switch {
		case err != nil:
			return err
		case !ok:
			return fmt.Errorf("%w: the original has no %s %q", ErrDiffers, row.Table, row.Key)
		case want.Table != row.Table || !bytes.Equal(want.Key, row.Key):
			return fmt.Errorf("%w: expected %s %q, found %s %q in the copy", ErrDiffers, want.Table, want.Key, row.Table, row.Key)
		case !bytes.Equal(want.Value, row.Value):
			return fmt.Errorf("%w: %s %q has another value", ErrDiffers, row.Table, row.Key)
		}
		c.count(row)
	}
	want, err, ok := next()
	if ok && err == nil {
		err = fmt.Errorf("%w: the copy ends before %s %q", ErrDiffers, want.Table, want.Key)
	}
	return err
}

func (c *comparison) count(r Row) {
	c.Rows[r.Table]++
	for _, part := range [][]byte{[]byte(r.Table), r.Key, r.Value} {
		c.digest.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part)))) // a hash takes everything
		c.digest.Write(part)
	}
}
