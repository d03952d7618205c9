// Package near finds the names somebody may have meant when he wrote one that
// does not exist: configuration keys, time zones.
package near

import (
	"slices"
	"strings"
)

// Names returns at most limit members of known that are close to word, the
// closest first, equal ones in the order of known. Case does not count. A name
// is close when at most a third of its letters (at least one, at most three)
// were changed, left out, added or swapped with a neighbour.
func Names(word string, known []string, limit int) []string {
	type candidate struct {
		name string
		far  int
	}
	var found []candidate
	for _, name := range known {
		allowed := min(3, max(1, len([]rune(name))/3))
		if far := Distance(strings.ToLower(word), strings.ToLower(name)); far <= allowed {
			found = append(found, candidate{name, far})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return a.far - b.far })
	var names []string
	for _, c := range found[:min(limit, len(found))] {
		if c.far > found[0].far+1 {
			break
		}
		names = append(names, c.name)
	}
	return names
}

// Distance counts the letters to change, add, leave out or swap with their
// neighbour to turn a into b (optimal string alignment).
func Distance(a, b string) int {
	from, to := []rune(a), []rune(b)
	before := make([]int, len(to)+1) // the row before the last one
	last := make([]int, len(to)+1)
	row := make([]int, len(to)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(from); i++ {
		row[0] = i
		for j := 1; j <= len(to); j++ {
			change := last[j-1]
			if from[i-1] != to[j-1] {
				change++
			}
			row[j] = min(change, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && from[i-1] == to[j-2] && from[i-2] == to[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(to)]
}
