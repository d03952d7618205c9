// Package mem is a store.Store in memory, for tests and throw-away games. Only a Backup outlives the process,
// for Open.
package mem

import (
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"railpost/store"
	"railpost/store/internal/kv"
)

// DB is an open store.
type DB struct {
	*kv.Base
	b *backend
}

var _ store.Store = (*DB)(nil)

// New returns an empty store.
func New() *DB { return NewAt(time.Now) }

// NewAt is New with another clock, which stamps queued letters.
func NewAt(now func() time.Time) *DB {
	b := &backend{}
	return &DB{kv.New(b, now, nil), b}
}

// Copy returns a store with the same contents and a clock of its own, as another process would find it.
func (db *DB) Copy(now func() time.Time) *DB {
	out := NewAt(now)
	db.b.mu.RLock()
	defer db.b.mu.RUnlock()
	for i, t := range db.b.tables {
		out.b.tables[i] = table{slices.Clone(t.Keys), slices.Clone(t.Values), t.LastID}
	}
	return out
}

// Open reads the output of Backup.
func Open(r io.Reader) (*DB, error) {
	db := New()
	if err := gob.NewDecoder(r).Decode(&db.b.tables); err != nil {
		return nil, fmt.Errorf("store: this is not a backup of a store in memory: %w", err)
	}
	for i := range db.b.tables {
		if t := &db.b.tables[i]; len(t.Keys) != len(t.Values) {
			return nil, errors.New("store: the backup of a store in memory is damaged: keys without values")
		}
		for j, v := range db.b.tables[i].Values {
			if v == nil { // gob does not distinguish empty from nil; nil means no such key
				db.b.tables[i].Values[j] = []byte{}
			}
		}
	}
	return db, nil
}

// Fill makes a store; see store.Fill.
func (db *DB) Fill(ctx context.Context) store.Fill {
	return func(rows store.Rows, same func(store.Rows) error) error { return kv.Fill(ctx, db.Base, rows, same) }
}

// Backup writes a copy of the whole store.
func (db *DB) Backup(ctx context.Context, w io.Writer) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return db.b.View(func(kv.Tx) error { return gob.NewEncoder(w).Encode(db.b.tables) })
}

// Close makes every later call return ErrClosed.
func (db *DB) Close() error {
	db.b.mu.Lock()
	defer db.b.mu.Unlock()
	db.b.closed = true
	return nil
}

// backend is a kv.Backend: sorted tables guarded by one lock. A transaction that fails is
// undone.
type backend struct {
	mu     sync.RWMutex
	closed bool
	tables [kv.NumBuckets]table
}

func (b *backend) View(fn func(kv.Tx) error) error {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if b.closed {
		return store.ErrClosed
	}
	return fn(&tx{b: b})
}

func (b *backend) Update(fn func(kv.Tx) error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return store.ErrClosed
	}
	t := &tx{b: b}
	kept := false
	defer func() { // even if fn panics
		if !kept {
			t.rollback()
		}
	}()
	if err := fn(t); err != nil {
		return err
	}
	kept = true
	return nil
}
