package bolt

import (
	"go.etcd.io/bbolt"

	"railpost/store/internal/kv"
)

// tx is a kv.Tx; it looks each bucket up once.
type tx struct {
	tx      *bbolt.Tx
	buckets [kv.NumBuckets]*bbolt.Bucket
}

func (t *tx) bucket(b kv.Bucket) *bbolt.Bucket {
	if t.buckets[b] == nil {
		t.buckets[b] = t.tx.Bucket([]byte(b.String()))
		switch b {
		case kv.Raw, kv.Letters, kv.Records, kv.Texts: // they grow at their end, or at that of a game
			t.buckets[b].FillPercent = 0.9
		}
	}
	return t.buckets[b]
}

func (t *tx) Get(b kv.Bucket, key []byte) []byte       { return t.bucket(b).Get(key) }
func (t *tx) Put(b kv.Bucket, key, value []byte) error { return t.bucket(b).Put(key, value) }
func (t *tx) Delete(b kv.Bucket, key []byte) error     { return t.bucket(b).Delete(key) }
func (t *tx) NextID(b kv.Bucket) (uint64, error)       { return t.bucket(b).NextSequence() }
func (t *tx) LastID(b kv.Bucket) uint64                { return t.bucket(b).Sequence() }
func (t *tx) SetLastID(b kv.Bucket, n uint64) error    { return t.bucket(b).SetSequence(n) }
func (t *tx) Cursor(b kv.Bucket) kv.Cursor             { return cursor{t.bucket(b).Cursor()} }

// cursor is a kv.Cursor; bbolt's own moves in the same way.
type cursor struct{ *bbolt.Cursor }
