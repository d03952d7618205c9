package templates

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentence gives a phrase a capital and a full stop. An order word, as black-1, keeps its small letter.
func sentence(s string) string {
	s = strings.TrimRight(s, " ") // an empty last argument leaves a space
	if s == "" || s[0] == '[' {
		return s
	}
	if first, _, _ := strings.Cut(s, " "); !strings.ContainsAny(first, "0123456789") {
		s = upperFirst(s)
	}
	if stops(s) || strings.HasSuffix(s, ":") {
		return s
	}
	return s + "."
}

// stops reports whether a text ends as a sentence does.
func stops(s string) bool {
	return strings.HasSuffix(s, "…") || s != "" && strings.ContainsAny(s[len(s)-1:], ".!?")
}

// upperFirst capitalises a text, after any opening marks.
func upperFirst(s string) string {
	bare := strings.TrimLeft(s, "¿¡«“")
	r, n := utf8.DecodeRuneInString(bare)
	return s[:len(s)-len(bare)] + string(unicode.ToUpper(r)) + bare[n:]
}

// lowerFirst gives a text a small first letter, unless it begins with an abbreviation.
func lowerFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if next, _ := utf8.DecodeRuneInString(s[n:]); unicode.IsUpper(next) {
		return s
	}
	return string(unicode.ToLower(r)) + s[n:]
}

// phrase removes the full stop.
func phrase(s string) string { return strings.TrimSuffix(strings.TrimRight(s, " "), ".") }

// capital capitalises a sentence; an order word, as black-1, and the name of an option keep their small letter.
func capital(s string) string {
	if first, _, _ := strings.Cut(s, " "); s == "" || strings.ContainsAny(first, "0123456789_") {
		return s
	}
	return upperFirst(s)
}

// hashLength is the length from which a word is certainly meant to be copied.
const hashLength = 30

// stopped gives a line a full stop unless it ends with a stop already.
func stopped(s string) string {
	s = strings.TrimRight(s, " ")
	switch r, _ := utf8.DecodeLastRuneInString(s); {
	case s == "", strings.Contains(s[strings.LastIndex(s, " ")+1:], "@"), !strings.Contains(s, " ") && len(s) > hashLength:
		return s
	case unicode.IsLetter(r), unicode.IsDigit(r), strings.ContainsRune(`%)]"'`, r):
		return s + "."
	}
	return s
}
