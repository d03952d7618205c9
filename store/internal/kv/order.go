package kv

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
	"time"

	"railpost/store"
)

// order is the outbox in the order in which letters are sent, so that a claim reads only the letters that it
// returns. It changes while lead is held. After a write that touches letters, kept or not, the next claim reads
// these letters again.
type order struct {
	ready   bool // all letters were read once
	all     map[uint64]place
	sorted  []place
	touched map[uint64]bool
}

// place is the part of a letter that a claim must know.
type place struct {
	rank int
	id   uint64
	destination
	next   time.Time
	failed bool
}

// destination identifies letters that must not be in flight together.
type destination struct{ to, game string }

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.rank, q.rank), cmp.Compare(p.id, q.id))
}

func (p place) due(now time.Time) bool {
	l := store.Letter{NextTry: p.next}
	return l.Due(now)
}

func placeOf(l *store.Letter) place {
	return place{l.Rank(), l.ID, destination{l.To, l.Game}, l.NextTry, l.State == store.Failed}
}

// follow brings the order up to date.
func (s *Base) follow(tx Tx) error {
	o := &s.order
	if !o.ready {
		o.all = map[uint64]place{}
		if err := s.eachLetter(tx, func(l store.Letter) { o.all[l.ID] = placeOf(&l) }); err != nil {
			return err
		}
		o.sorted = slices.SortedFunc(maps.Values(o.all), place.compare)
		o.ready, o.touched = true, map[uint64]bool{}
		return nil
	}
	for id := range o.touched {
		value := tx.Get(Letters, numKey(id))
		if was, ok := o.all[id]; ok {
			i, _ := slices.BinarySearchFunc(o.sorted, was, place.compare)
			o.sorted = slices.Delete(o.sorted, i, i+1)
			delete(o.all, id)
		}
		if value != nil {
			l, err := openLetter(numKey(id), value)
			if err != nil {
				return err
			}
			is := placeOf(&l)
			i, _ := slices.BinarySearchFunc(o.sorted, is, place.compare)
			o.sorted = slices.Insert(o.sorted, i, is)
			o.all[id] = is
		}
		delete(o.touched, id)
	}
	return nil
}

// noting is a transaction that notes which letters it touches.
type noting struct {
	Tx
	o *order
}

func (t noting) Put(b Bucket, key, value []byte) error {
	t.note(b, key)
	return t.Tx.Put(b, key, value)
}

func (t noting) Delete(b Bucket, key []byte) error {
	t.note(b, key)
	return t.Tx.Delete(b, key)
}

func (t noting) note(b Bucket, key []byte) {
	if b == Letters && t.o.ready && len(key) == 8 {
		t.o.touched[binary.BigEndian.Uint64(key)] = true
	}
}
