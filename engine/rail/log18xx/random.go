package log18xx

import (
	"slices"
	"strconv"
)

// Random is the site's generator of random numbers.
type Random struct{ state uint32 }

const modulus = 1 << 31

// NewRandom returns the generator of a game with this seed.
func NewRandom(seed int64) *Random { return &Random{uint32(((seed % modulus) + modulus) % modulus)} }

// Next draws a number from 0 to 2^31-1.
func (r *Random) Next() int {
	r.state = (1103515245*r.state + 12345) % modulus
	return int(r.state)
}

// Shuffle returns the site's random order of n things: each draws a number, the lowest number comes first.
func (r *Random) Shuffle(n int) []int {
	drawn, order := make([]int, n), make([]int, n)
	for i := range order {
		drawn[i], order[i] = r.Next(), i
	}
	slices.SortStableFunc(order, func(a, b int) int { return drawn[a] - drawn[b] })
	return order
}

// digits returns the number in the first run of digits of a text.
func digits(text string) (int64, bool) {
	from := -1
	for i, c := range text + "." {
		isDigit := '0' <= c && c <= '9'
		if isDigit && from < 0 {
			from = i
		}
		if !isDigit && from >= 0 {
			n, err := strconv.ParseInt(text[from:i], 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}
