// Package near finds the names somebody may have meant when he wrote one that
// does not exist: configuration keys, time zones.
package near

import (
	"slices"
	"strings"

	"railpost/engine"
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
		if far := engine.Distance(strings.ToLower(word), strings.ToLower(name)); far <= allowed {
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
