package store

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// Shared is a Store that several processes may have open at the same time. Data that one keeps in memory may
// change elsewhere: a Commit states in Expect and Basis what it depends on, and is refused with ErrStale if
// that has changed.
type Shared interface {
	Store

	// Try takes a name for this process until it is released, or the process ends or is cut off; ok is false if
	// somebody has it, this process included. It avoids double work; that the work counts only once must follow
	// from the commits.
	Try(ctx context.Context, name string) (release func(), ok bool, err error)
	// Listen calls f soon after another process has changed a game, or, with "", data without a game, until ctx
	// ends. With all, anything may have changed: at first, and after the connection was lost.
	Listen(ctx context.Context, f func(game string, all bool)) error
	// Rev returns Head.Rev of a game; ErrNoGame if there is none.
	Rev(ctx context.Context, game string) (uint64, error)
	// Hold makes the leases of all letters that this process has claimed, and that no other has
	// claimed since, last until then. It returns these letters.
	Hold(ctx context.Context, until time.Time) (held []uint64, err error)
	// Waiting returns the letters of these groups that nobody has attempted, without Bytes and Said.
	Waiting(ctx context.Context, groups []string) ([]Letter, error)
}

// Clocked is a Shared store with a clock, by which all its processes hold letters.
type Clocked interface {
	// Skew returns how far this process's clock is ahead of the store's.
	Skew(ctx context.Context) (ahead time.Duration, err error)
}

// Basis notes the reads of a decision: service-wide values and, for callers that keep games in memory, which of
// them are up to date. Reading a value again gives the first result. It is safe for concurrent use. In a store
// that others may write (Shared), a Commit that puts values names the Basis of its decision.
type Basis struct {
	mu       sync.Mutex
	values   map[string][]byte            // by key
	prefixes map[string]map[string][]byte // by prefix: all values whose key has it
	checked  map[string]bool
}

type basisKey struct{}

// WithBasis returns a context in which a new Basis notes reads.
func WithBasis(ctx context.Context) context.Context {
	return (&Basis{values: map[string][]byte{}, prefixes: map[string]map[string][]byte{}, checked: map[string]bool{}}).In(ctx)
}

// In returns a context in which the Basis notes reads.
func (b *Basis) In(ctx context.Context) context.Context { return context.WithValue(ctx, basisKey{}, b) }

// BasisOf returns the Basis of a context; nil if it has none.
func BasisOf(ctx context.Context) *Basis {
	b, _ := ctx.Value(basisKey{}).(*Basis)
	return b
}

// Value returns a value as it was first read, by get.
func (b *Basis) Value(key string, get func() ([]byte, error)) ([]byte, error) {
	return first(b, func() map[string][]byte { return b.values }, key, get)
}

// Values returns all values with a prefix as they were first read, by get. They must not be changed.
func (b *Basis) Values(prefix string, get func() (map[string][]byte, error)) (map[string][]byte, error) {
	return first(b, func() map[string]map[string][]byte { return b.prefixes }, prefix, get)
}

func first[V any](b *Basis, of func() map[string]V, key string, get func() (V, error)) (V, error) {
	if b == nil {
		return get()
	}
	b.mu.Lock()
	v, ok := of()[key]
	b.mu.Unlock()
	if ok {
		return v, nil
	}
	v, err := get()
	if err != nil {
		return v, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if was, ok := of()[key]; ok { // side by side
		return was, nil
	}
	of()[key] = v
	return v, nil
}

// Wrote notes the values put by a Commit of the same decision, for its next one.
func (b *Basis) Wrote(put map[string][]byte) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for key, v := range put {
		if _, ok := b.values[key]; ok {
			b.values[key] = v
		}
		for prefix, all := range b.prefixes {
			if !strings.HasPrefix(key, prefix) {
				continue
			}
			all = maps.Clone(all) // somebody may be reading it
			if delete(all, key); len(v) > 0 {
				all[key] = v
			}
			b.prefixes[prefix] = all
		}
	}
}

// First reports whether something is looked up for the first time. A nil Basis remembers nothing.
func (b *Basis) First(what string) bool {
	if b == nil {
		return true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	was := b.checked[what]
	b.checked[what] = true
	return !was
}

// Empty reports whether nothing was read.
func (b *Basis) Empty() bool {
	if b == nil {
		return true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.values)+len(b.prefixes) == 0
}

// Holds reads the noted values again, and reports whether they are the same.
func (b *Basis) Holds(get func(key string) ([]byte, error), all func(prefix string) (map[string][]byte, error)) (bool, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, key := range slices.Sorted(maps.Keys(b.values)) {
		if v, err := get(key); err != nil || !bytes.Equal(v, b.values[key]) {
			return false, err
		}
	}
	for _, prefix := range slices.Sorted(maps.Keys(b.prefixes)) {
		if vs, err := all(prefix); err != nil || !maps.EqualFunc(vs, b.prefixes[prefix], bytes.Equal) {
			return false, err
		}
	}
	return true, nil
}

// decisions limits the attempts at a decision when others are faster.
const decisions = 8

// Decide calls do, which decides on the content of the store and commits the result. It calls do again if
// another process has changed what the decision depends on: a Commit was refused with ErrStale.
func Decide(ctx context.Context, do func(context.Context) error) (err error) {
	var draw [1]byte
	for n := range decisions {
		if n > 0 {
			_, _ = rand.Read(draw[:]) // it cannot fail, and a test can seed it
			select {                  // so that two processes do not collide again and again
			case <-ctx.Done():
				return err
			case <-time.After(time.Duration(n) * time.Duration(draw[0]) * 20 * time.Microsecond):
			}
		}
		if err = do(WithBasis(ctx)); !errors.Is(err, ErrStale) {
			return err
		}
	}
	return err
}
