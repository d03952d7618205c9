package bolt

import (
	"bytes"

	"go.etcd.io/bbolt"

	"railpost/store/internal/kv"
)

// writing returns a write transaction whose changes are reported to Options.Trace.
func (b *backend) writing(t *bbolt.Tx) kv.Tx {
	if b.trace == nil {
		return &tx{tx: t}
	}
	return &tracing{tx{tx: t}, b.trace}
}

type tracing struct {
	tx
	tell func(bucket string, key, value []byte)
}

func (t *tracing) Put(b kv.Bucket, key, value []byte) error {
	t.tell(b.String(), bytes.Clone(key), append([]byte{}, value...))
	return t.tx.Put(b, key, value)
}

func (t *tracing) Delete(b kv.Bucket, key []byte) error {
	t.tell(b.String(), bytes.Clone(key), nil)
	return t.tx.Delete(b, key)
}
