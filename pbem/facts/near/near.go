// Package near finds the names that may have been meant by one that does not exist:
// configuration keys, time zones, games, players, rules of tables.
package near

import (
	"slices"
	"strings"
	"unicode/utf8"

	"railpost/engine"
)

// Advice asks whether one of the names closest to word was meant. If there are none, it returns otherwise.
func Advice(word string, known []string, otherwise string) string {
	return Question(Names(word, known, 3), otherwise)
}

// Question asks whether one of some names was meant. If there are none, it returns otherwise.
func Question(meant []string, otherwise string) string {
	if len(meant) == 0 {
		return otherwise
	}
	return "did you mean " + strings.Join(meant, " or ") + "?"
}

// Names returns at most limit members of known that are close to word, the closest first,
// ties in the order of known. Case does not count. A name is close if at most a third of
// its letters (at least one, at most three) were changed, left out, added or swapped with a
// neighbour.
func Names(word string, known []string, limit int) []string {
	return names(word, known, limit, engine.Distance)
}

// names compares only names of similar length.
func names(word string, known []string, limit int, distance func(a, b string) int) []string {
	type candidate struct {
		name string
		far  int
	}
	var found []candidate
	word = strings.ToLower(word)
	letters := utf8.RuneCountInString(word)
	for _, name := range known {
		length := utf8.RuneCountInString(name)
		allowed := min(3, max(1, length/3))
		if max(letters-length, length-letters) > allowed {
			continue
		}
		if far := distance(word, strings.ToLower(name)); far <= allowed {
			found = append(found, candidate{name, far})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return a.far - b.far })
	var close []string
	for _, c := range found[:min(limit, len(found))] {
		if c.far > found[0].far+1 {
			break
		}
		close = append(close, c.name)
	}
	return close
}
