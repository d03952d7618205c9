package journal

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"strings"
)

// Stored reads a service-wide value as of the change.
func (c *Change) Stored(ctx context.Context, key string) ([]byte, error) {
	if b, ok := c.Values[key]; ok {
		return b, nil
	}
	return c.Journal.Store.Get(ctx, key)
}

// Value is Stored, but an error fails the change.
func (c *Change) Value(ctx context.Context, key string) []byte {
	b, err := c.Stored(ctx, key)
	c.Fail(err)
	return b
}

// ValuesOf reads all service-wide values whose keys begin so, as of the change.
func (c *Change) ValuesOf(ctx context.Context, prefix string) map[string][]byte {
	stored, err := c.Journal.Store.Values(ctx, prefix)
	c.Fail(err)
	out := map[string][]byte{}
	for k, b := range stored {
		if _, changed := c.Values[k]; !changed && len(b) > 0 {
			out[k] = b
		}
	}
	for k, b := range c.Values {
		if strings.HasPrefix(k, prefix) && len(b) > 0 {
			out[k] = b
		}
	}
	return out
}

// Read returns a decoded service-wide value as of the change; nil if there is none.
func Read[T any](ctx context.Context, c *Change, key string, of func([]byte) (*T, error)) *T {
	b := c.Value(ctx, key)
	if len(b) == 0 {
		return nil
	}
	v, err := of(b)
	c.Fail(err)
	return v
}

// ReadAll returns all decoded values whose keys have a prefix, in no order.
func ReadAll[T any](ctx context.Context, c *Change, prefix string, of func([]byte) (*T, error)) (list []*T) {
	for _, b := range c.ValuesOf(ctx, prefix) {
		v, err := of(b)
		if err != nil {
			c.Fail(err)
			return nil
		}
		list = append(list, v)
	}
	return list
}

// Keep enters a service-wide value.
func (c *Change) Keep(key string, v any) {
	b, err := json.Marshal(v)
	c.Fail(err)
	c.Values[key] = b
}

// NewKey returns a new key for tokens.
func NewKey() []byte {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // it never fails
	return key
}

// forget deletes the service-wide values that are too old.
func (j *Journal) forget(ctx context.Context, prefix string, old func(b []byte) bool) error {
	values, err := j.Store.Values(ctx, prefix)
	gone := map[string][]byte{}
	for key, b := range values {
		if old(b) {
			gone[key] = nil
		}
	}
	return errors.Join(err, j.Put(ctx, gone))
}
