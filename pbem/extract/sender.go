package extract

import (
	"regexp"
	"slices"
	"strings"
)

// A field From that breaks the grammar (RFC 5322 3.4) still names a sender if there is just one address in it.

// onlyAddress returns the one address of a field, normalised; "" if there is none or more than one. Addresses in quotes,
// comments and encoded words are parts of names. Where several words have an "@", those with a dot after it are meant.
func onlyAddress(field string) string {
	if len(field) > maxField {
		return ""
	}
	var found, dotted []string
	for _, word := range addressWord.FindAllString(besides(field), -1) {
		if strings.Count(word, "@") > 1 {
			return ""
		}
		if a := Address(word); a != "" && !slices.Contains(found, a) {
			found = append(found, a)
			if _, domain, _ := strings.Cut(a, "@"); strings.Contains(domain, ".") {
				dotted = append(dotted, a)
			}
		}
	}
	if len(found) > 1 {
		found = dotted
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

var (
	addressWord = regexp.MustCompile(`[^\s<>()\[\]:;,"\\]+@[^\s<>()\[\]:;,"\\]+`)
	encodedWord = regexp.MustCompile(`=\?[^?\s]*\?[bBqQ]\?[^?]*\?=`)
	inBrackets  = regexp.MustCompile(`<[^>]*>|\[[^\]]*\]`)
)

// isGroup reports whether a field names a group (RFC 5322 3.4): its addresses are lists,
// even lists of one.
func isGroup(field string) bool {
	_, list, ok := strings.Cut(inBrackets.ReplaceAllString(besides(field), ""), ":")
	return ok && strings.Contains(list, ";")
}

// besides returns a field without what may contain any sign: quotes, comments and encoded words. A quote that is not
// closed is none; a comment that is not closed goes to the end.
func besides(field string) string {
	var b strings.Builder
	field = encodedWord.ReplaceAllString(validUTF8(field), " ")
	depth := 0
	for i := 0; i < len(field); i++ {
		switch c := field[i]; {
		case c == '\\' && i+1 < len(field):
			i++
		case c == '"' && depth == 0:
			if end := quoteEnd(field[i+1:]); end >= 0 {
				i += end + 1
			}
			b.WriteByte(' ')
		case c == '(':
			depth++
		case c == ')':
			depth = max(0, depth-1)
		case depth == 0:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// quoteEnd returns where a quote ends; -1 if it does not.
func quoteEnd(s string) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}
