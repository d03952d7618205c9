package mem

import (
	"slices"
	"sort"

	"railpost/store/internal/kv"
)

// table is one bucket: keys in order, each with its value. A value is never
// changed in place.
type table struct {
	Keys   []string
	Values [][]byte
	LastID uint64
}

func (t *table) find(key []byte) (i int, ok bool) {
	k := string(key)
	i = sort.SearchStrings(t.Keys, k)
	return i, i < len(t.Keys) && t.Keys[i] == k
}

func (t *table) put(key, value []byte) {
	i, ok := t.find(key)
	if ok {
		t.Values[i] = value
		return
	}
	t.Keys = slices.Insert(t.Keys, i, string(key))
	t.Values = slices.Insert(t.Values, i, value)
}

func (t *table) remove(key []byte) {
	if i, ok := t.find(key); ok {
		t.Keys = slices.Delete(t.Keys, i, i+1)
		t.Values = slices.Delete(t.Values, i, i+1)
	}
}

// tx is a kv.Tx; undo holds the overwritten values, the oldest first.
type tx struct {
	b    *backend
	undo []func()
}

func (t *tx) rollback() {
	for i := len(t.undo) - 1; i >= 0; i-- {
		t.undo[i]()
	}
}

func (t *tx) Get(b kv.Bucket, key []byte) []byte {
	tab := &t.b.tables[b]
	if i, ok := tab.find(key); ok {
		return tab.Values[i]
	}
	return nil
}

// remember records how to restore the present value of key.
func (t *tx) remember(b kv.Bucket, key []byte) {
	tab, old, key := &t.b.tables[b], t.Get(b, key), slices.Clone(key)
	t.undo = append(t.undo, func() {
		if old == nil {
			tab.remove(key)
		} else {
			tab.put(key, old)
		}
	})
}

func (t *tx) Put(b kv.Bucket, key, value []byte) error {
	t.remember(b, key)
	t.b.tables[b].put(key, append([]byte{}, value...)) // never nil
	return nil
}

func (t *tx) Delete(b kv.Bucket, key []byte) error {
	t.remember(b, key)
	t.b.tables[b].remove(key)
	return nil
}

func (t *tx) LastID(b kv.Bucket) uint64 { return t.b.tables[b].LastID }

func (t *tx) SetLastID(b kv.Bucket, n uint64) error {
	tab := &t.b.tables[b]
	was := tab.LastID
	t.undo = append(t.undo, func() { tab.LastID = was })
	tab.LastID = n
	return nil
}

func (t *tx) NextID(b kv.Bucket) (uint64, error) {
	n := t.LastID(b) + 1
	return n, t.SetLastID(b, n)
}

func (t *tx) Cursor(b kv.Bucket) kv.Cursor { return &cursor{t: &t.b.tables[b]} }

type cursor struct {
	t  *table
	at int
}

func (c *cursor) here() (k, v []byte) {
	if c.at < 0 || c.at >= len(c.t.Keys) {
		return nil, nil
	}
	return []byte(c.t.Keys[c.at]), c.t.Values[c.at]
}

func (c *cursor) move(to int) (k, v []byte) {
	c.at = max(-1, min(to, len(c.t.Keys)))
	return c.here()
}

func (c *cursor) First() ([]byte, []byte) { return c.move(0) }
func (c *cursor) Last() ([]byte, []byte)  { return c.move(len(c.t.Keys) - 1) }
func (c *cursor) Next() ([]byte, []byte)  { return c.move(c.at + 1) }
func (c *cursor) Prev() ([]byte, []byte)  { return c.move(c.at - 1) }

func (c *cursor) Seek(key []byte) ([]byte, []byte) {
	i, _ := c.t.find(key)
	return c.move(i)
}
