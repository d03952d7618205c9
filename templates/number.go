package templates

import (
	"strconv"
	"strings"
	"unicode"
)

// letters are the marks of choices without numbers.
const letters = "abcdefghijklmnopqrstuvwxyz"

// Mark returns the mark before a letter's nth choice, from 1, without the brackets: "3", or "c" in a list that
// has letters, "cc" for the 29th.
func Mark(n int, lettered bool) string {
	if !lettered {
		return strconv.Itoa(n)
	}
	n--
	return strings.Repeat(letters[n%len(letters):][:1], 1+n/len(letters))
}

// MarkOf returns the number of the choice with a mark of letters: "c", "[c]", "c)"; 0 for none.
func MarkOf(text string) int {
	text = strings.ToLower(strings.Trim(text, "[](). "))
	if text == "" || strings.Trim(text, text[:1]) != "" {
		return 0
	}
	return (len(text)-1)*len(letters) + strings.Index(letters, text[:1]) + 1
}

// OwnNumbers reports whether choices differ only in a number of their own, as "take 3" and "take 5": then a
// number means one of these, and the choices of a letter have letters.
func OwnNumbers(list []string) bool { return ownVerb(list) != "" }

// ownVerb returns the first word of the choices that differ only in their numbers; "" if there are none.
func ownVerb(list []string) string {
	verbs := map[string]int{}
	for _, line := range list {
		if verb, _, ok := ownNumber(line); ok {
			if verbs[verb]++; verbs[verb] > 1 {
				return verb
			}
		}
	}
	return ""
}

// OwnNumber returns the order that a lone number means where choices have numbers of their own: the listed one,
// as "take 3", or a similar one; "" if only a longer one is listed, as "bid up to 6".
func OwnNumber(list []string, n int) string {
	verb, order := ownVerb(list), ""
	for _, line := range list {
		if of, own, ok := ownNumber(line); ok && own == n && (order == "" || len(line) < len(order)) {
			order = line
			verb = of
		}
	}
	if plain := verb + " " + strconv.Itoa(n); verb != "" && (order == "" || order == plain) {
		return plain
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
