package engine

import (
	"cmp"
	"slices"
	"strings"
)

// Lengths in characters.
const (
	typedLongest = 40 // longest part of a typed word that is compared
	wordLongest  = 64 // longest word that can be similar to another
)

// Cut returns the first n characters of s.
func Cut(s string, n int) string {
	count := 0
	for i := range s {
		if count++; count > n {
			return s[:i]
		}
	}
	return s
}

// nearest sorts known words by their distance to fold; those that begin with fold come first.
func nearest(fold string, known []string) []string {
	type scored struct {
		text string
		d    int
	}
	fold = Cut(fold, typedLongest)
	list := make([]scored, 0, len(known))
	for _, w := range known {
		f := Squeeze(w)
		d := 0
		if !strings.HasPrefix(f, fold) {
			d = Distance(fold, f)
		}
		list = append(list, scored{w, d})
	}
	slices.SortStableFunc(list, func(a, b scored) int { return cmp.Compare(a.d, b.d) })
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = s.text
	}
	return out
}

// Distance returns the number of typing errors between two words: letters inserted,
// omitted, changed, or two neighbours swapped (Damerau's distance). If either is too long
// for a word, it counts every letter as different, since the work grows with the product of
// the lengths.
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	if most := max(len(x), len(y)); most > wordLongest {
		return most
	}
	return Distances(x, y)[len(y)]
}

// Distances returns the number of typing errors between x and every prefix of y.
func Distances(x, y []rune) []int {
	n := len(y) + 1
	rows := make([]int, 3*n)
	before, last, row := rows[:n:n], rows[n:2*n:2*n], rows[2*n:]
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(x); i++ {
		before, last, row = last, row, before
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row
}
