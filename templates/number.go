package templates

import (
	"strconv"
	"strings"
	"unicode"
)

// OwnNumbers reports whether choices are distinguished by numbers of their own, as "take 3"
// and "take 5": then the number in brackets before a choice could be mistaken for one of
// these, and a letter asks for the brackets, too.
func OwnNumbers(list []string) bool {
	verbs := map[string]int{}
	for _, line := range list {
		if verb, _, ok := ownNumber(line); ok {
			if verbs[verb]++; verbs[verb] > 1 {
				return true
			}
		}
	}
	return false
}

// OwnNumber returns the first choice that consists of words and the number n; "" if there
// is none.
func OwnNumber(list []string, n int) string {
	for _, line := range list {
		if _, own, ok := ownNumber(line); ok && own == n {
			return line
		}
	}
	return ""
}

// ownNumber splits a choice of words and one number at its end ("bid 3", "bid up to 5").
func ownNumber(line string) (verb string, n int, ok bool) {
	words := strings.Fields(line)
	if len(words) < 2 || strings.ContainsFunc(strings.Join(words[:len(words)-1], ""), func(r rune) bool { return !unicode.IsLower(r) }) {
		return "", 0, false
	}
	n, err := strconv.Atoi(words[len(words)-1])
	return words[0], n, err == nil
}
