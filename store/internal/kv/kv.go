// Package kv keeps the log over any ordered key-value store with transactions: the rules of
// package store (revisions, marks, groups, leases, due rows, the chain) are implemented
// once here, and the adapters bolt and mem provide the transactions.
//
// # Buckets
//
//	meta       "schema" -> number of the layout (written by the adapter)
//	games      name -> id, revision, number of records, last hash, document
//	records    id(4) seq(8) -> hash(32) payload
//	beside     id(4) seq(8) -> what belongs to a record and is not in its hash
//	snapshots  id(4) seq(8) -> position; the newest two of a game
//	mails      dedupe key -> attempts, mark, where the raw mail lies
//	raw        time(12) number(8) -> a kept mail, deflated (RFC 1951)
//	letters    number(8) -> an outgoing letter; one that is Waiting there and has bytes may have
//	           been attempted, unless this process knows that it was not
//	groups     group -> number of its Waiting letter
//	sent       Message-ID -> what the letter was
//	sentof     game NUL seat(4) number(8) of the letter -> time(12) Message-ID: sent letters in
//	           order, by their readers
//	due        time(12) game NUL kind NUL seat(4) -> data
//	dueof      game NUL key of due -> nothing: the rows of one game
//	values     key -> service-wide value
//
// Numbers in keys are big-endian, so that they sort as bytes. The id of a game is its
// number in order of creation. Records carry their chain hash; every other value, except in
// indexes, begins with a CRC-32C over its key and body, because bbolt keeps no checksums of
// its own.
package kv

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Bucket is one ordered table of keys and values.
type Bucket uint8

// The buckets; see the package comment.
const (
	Meta Bucket = iota
	Games
	Records
	Snapshots
	Mails
	Raw
	Letters
	Groups
	Sent
	Due
	DueOf
	Values
	Texts
	SentOf
	NumBuckets
)

var names = [NumBuckets]string{
	"meta", "games", "records", "snapshots", "mails", "raw",
	"letters", "groups", "sent", "due", "dueof", "values", "beside", "sentof",
}

func (b Bucket) String() string { return names[b] }

// Tx is a transaction. Results of Get and of a Cursor are valid until the transaction ends and must not be changed.
type Tx interface {
	Get(b Bucket, key []byte) []byte // nil: no such key
	Put(b Bucket, key, value []byte) error
	Delete(b Bucket, key []byte) error
	NextID(b Bucket) (uint64, error) // counts from 1, never returns a number twice
	LastID(b Bucket) uint64          // the last result of NextID; 0: none
	SetLastID(b Bucket, n uint64) error
	Cursor(b Bucket) Cursor
}

// Cursor walks a bucket in key order; a nil key is the end. The bucket must not be written
// to while one is in use.
type Cursor interface {
	First() (key, value []byte)
	Last() (key, value []byte)
	Seek(key []byte) (k, value []byte) // the first key >= key
	Next() (key, value []byte)
	Prev() (key, value []byte)
}

// Backend runs transactions. If Update returns nil, everything fn wrote is durable; otherwise none of it is kept.
type Backend interface {
	View(fn func(Tx) error) error
	Update(fn func(Tx) error) error
}

// Base is all of store.Store over a Backend, except Backup and Close.
//
// Writers that arrive while another write is in progress share the next transaction: no
// timer, and one sync of the disk for all of them.
type Base struct {
	backend Backend
	now     func() time.Time
	hook    func(point string)

	mu      sync.Mutex // guards waiting, held and untried
	waiting []*op
	held    map[uint64]time.Time // letters, until when; changes while lead is held
	untried map[uint64]time.Time // letters that came with their bytes and were not attempted, when; changes while lead is held
	lead    sync.Mutex           // held by the caller that writes for the others
	order   order                // changes while lead is held
}

// New returns a Base. hook, if not nil, is called at the points
// "OP.before", "OP.within" (written, not yet committed) and "OP.after" of every
// write, with OP one of commit, attempt, dropmails, sending, sent, defer,
// fail, retry.
func New(b Backend, now func() time.Time, hook func(point string)) *Base {
	if hook == nil {
		hook = func(string) {}
	}
	return &Base{backend: b, now: now, hook: hook, held: map[uint64]time.Time{}, untried: map[uint64]time.Time{}}
}

// change is the body of a write. A refusal has written nothing and affects nobody else;
// broken means that the whole transaction must be rolled back.
type change func(Tx) (refusal, broken error)

type op struct {
	name string
	do   change
	kept func() // called once it is durable, before another write; may be nil
	done bool
	err  error
}

// write carries out one change, together with those of other callers waiting at the same time.
func (s *Base) write(ctx context.Context, name string, do change) error {
	return s.writeThen(ctx, name, do, nil)
}

// writeThen is write; if the change is kept, kept is called before another write begins.
func (s *Base) writeThen(ctx context.Context, name string, do change, kept func()) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.hook(name + ".before")
	o := &op{name: name, do: do, kept: kept}
	s.mu.Lock()
	s.waiting = append(s.waiting, o)
	s.mu.Unlock()

	s.lead.Lock()
	defer s.lead.Unlock()
	if !o.done {
		s.writeAll()
	}
	s.hook(name + ".after")
	return o.err
}

// writeAll applies all waiting changes in one transaction. The caller holds lead.
func (s *Base) writeAll() {
	s.mu.Lock()
	ops := s.waiting
	s.waiting = nil
	s.mu.Unlock()

	// The result if a caller's DueDrop panics: the others must not wait forever.
	failed := errors.New("store: nothing was written: another write of the transaction panicked")
	defer func() {
		for _, o := range ops {
			o.done = true
			if failed != nil {
				o.err = failed
			}
			if o.err == nil && o.kept != nil {
				o.kept()
			}
		}
	}()
	err := s.backend.Update(func(tx Tx) error {
		tx = noting{tx, &s.order}
		for _, o := range ops {
			var broken error
			if o.err, broken = o.do(tx); broken != nil {
				return fmt.Errorf("%s: %w", o.name, broken)
			}
		}
		for _, o := range ops {
			s.hook(o.name + ".within")
		}
		return nil
	})
	if failed = err; err != nil {
		failed = fmt.Errorf("store: nothing was written: %w", err)
	}
}

// read runs one consistent read.
func (s *Base) read(ctx context.Context, fn func(Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return s.backend.View(fn)
}
