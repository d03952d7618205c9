package route

import (
	"iter"
	"math/bits"
)

// set is a set of small numbers: stops, or elements of track.
type set [words]uint64

const words = 4

// most is the capacity of a set.
const most = words * 64

func (s *set) add(i int)      { s[i>>6] |= 1 << (i & 63) }
func (s *set) drop(i int)     { s[i>>6] &^= 1 << (i & 63) }
func (s *set) has(i int) bool { return s[i>>6]&(1<<(i&63)) != 0 }

func (s *set) meets(t *set) bool { return s[0]&t[0]|s[1]&t[1]|s[2]&t[2]|s[3]&t[3] != 0 }

func (s *set) or(t *set) set { return set{s[0] | t[0], s[1] | t[1], s[2] | t[2], s[3] | t[3]} }

func (s *set) without(t *set) set { return set{s[0] &^ t[0], s[1] &^ t[1], s[2] &^ t[2], s[3] &^ t[3]} }

// all lists the numbers, the smallest first.
func (s set) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for w, x := range s {
			for ; x != 0; x &= x - 1 {
				if !yield(w<<6 + bits.TrailingZeros64(x)) {
					return
				}
			}
		}
	}
}
