package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"
)

// Shared is a Store that several processes may have open at the same time. What one of them keeps
// in memory may change elsewhere: a Commit says by Expect and Basis what it rests on, and is
// refused with ErrStale if that is no longer so.
type Shared interface {
	Store

	// Try takes a name for this process until it is released, or the process ends or is cut off; ok
	// is false if somebody has it, this process included. It saves doing things twice. That they
	// count once must follow from what is committed.
	Try(ctx context.Context, name string) (release func(), ok bool, err error)
	// Listen calls f soon after another process has changed a game, or, with "", what belongs to
	// none, until ctx ends. With all, anything may have changed: at first, and after the connection
	// was lost.
	Listen(ctx context.Context, f func(game string, all bool)) error
	// Rev returns Head.Rev of a game; ErrNoGame if there is none.
	Rev(ctx context.Context, game string) (uint64, error)
	// Hold makes the leases of all letters that this process has claimed, and that no other has
	// claimed since, last until then. It returns these letters.
	Hold(ctx context.Context, until time.Time) (held []uint64, err error)
	// Waiting returns the letters of these groups that nobody has attempted, without Bytes and Said.
	Waiting(ctx context.Context, groups []string) ([]Letter, error)
}

// Basis notes what is read for a decision: service-wide values and, for callers that keep games in
// memory, which of them are up to date. It is safe for concurrent use. Where others may write
// meanwhile (Shared), a Commit that puts values names the Basis of its decision.
type Basis struct {
	mu       sync.Mutex
	values   map[string]Hash            // by key
	prefixes map[string]map[string]Hash // by prefix: all values whose key begins so
	checked  map[string]bool
}

type basisKey struct{}

// WithBasis returns a context in which a new Basis notes what is read.
func WithBasis(ctx context.Context) context.Context {
	return context.WithValue(ctx, basisKey{}, &Basis{values: map[string]Hash{}, prefixes: map[string]map[string]Hash{}, checked: map[string]bool{}})
}

// BasisOf returns the Basis of a context; nil if it has none.
func BasisOf(ctx context.Context) *Basis {
	b, _ := ctx.Value(basisKey{}).(*Basis)
	return b
}

// Value notes a value as it was read. What was read first counts.
func (b *Basis) Value(key string, value []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, ok := b.values[key]; !ok {
		b.values[key] = sumOf(value)
	}
}

// Values notes all values with a prefix as they were read.
func (b *Basis) Values(prefix string, values map[string][]byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, ok := b.prefixes[prefix]; !ok {
		b.prefixes[prefix] = sumsOf(values)
	}
}

// Wrote notes what a Commit of the same decision has put, for its next one.
func (b *Basis) Wrote(put map[string][]byte) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for key, v := range put {
		if _, ok := b.values[key]; ok {
			b.values[key] = sumOf(v)
		}
		for prefix, sums := range b.prefixes {
			if !strings.HasPrefix(key, prefix) {
				continue
			}
			if delete(sums, key); len(v) > 0 {
				sums[key] = sumOf(v)
			}
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

// Holds reads what was noted once more, and reports whether it is still the same.
func (b *Basis) Holds(get func(key string) ([]byte, error), all func(prefix string) (map[string][]byte, error)) (bool, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, key := range slices.Sorted(maps.Keys(b.values)) {
		if v, err := get(key); err != nil || sumOf(v) != b.values[key] {
			return false, err
		}
	}
	for _, prefix := range slices.Sorted(maps.Keys(b.prefixes)) {
		if vs, err := all(prefix); err != nil || !maps.Equal(sumsOf(vs), b.prefixes[prefix]) {
			return false, err
		}
	}
	return true, nil
}

// sumOf makes no difference between an empty value and none.
func sumOf(value []byte) Hash { return sha256.Sum256(value) }

func sumsOf(values map[string][]byte) map[string]Hash {
	sums := map[string]Hash{}
	for k, v := range values {
		if len(v) > 0 {
			sums[k] = sumOf(v)
		}
	}
	return sums
}

// decisions is how often one is made anew at most, after others were faster.
const decisions = 8

// Decide calls do, which decides on what is in the store and commits that, and calls it again if another
// process has changed what it rests on: a Commit was refused with ErrStale.
func Decide(ctx context.Context, do func(context.Context) error) (err error) {
	for n := range decisions {
		if n > 0 {
			select { // so that two do not meet each other again and again
			case <-ctx.Done():
				return err
			case <-time.After(rand.N(time.Duration(n) * 5 * time.Millisecond)):
			}
		}
		if err = do(WithBasis(ctx)); !errors.Is(err, ErrStale) {
			return err
		}
	}
	return err
}
