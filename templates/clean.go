package templates

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/width"
)

// How much of a player's name is shown; names may contain zero-width marks.
const (
	nameColumns = 24
	nameRunes   = 48
)

// clean makes a text from outside harmless: one line, no control characters, nothing that
// changes the direction of the surrounding text.
func clean(s string) string {
	if isClean(s) {
		return s
	}
	return strings.Join(strings.Fields(strings.Map(harmless, strings.ToValidUTF8(s, "\uFFFD"))), " ")
}

// isClean reports whether s is certainly clean already: words of ASCII with a space between.
func isClean(s string) bool {
	space := true
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' || s[i] == ' ' && space {
			return false
		}
		space = s[i] == ' '
	}
	return !space || s == ""
}

// cleanLine does the same to a line with counted characters: each remains one character (Refusal.Column).
func cleanLine(s string) string {
	return strings.Map(func(r rune) rune {
		if h := harmless(r); h >= 0 {
			return h
		}
		return unicode.ReplacementChar
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

func harmless(r rune) rune {
	switch {
	case r == '\u200c', r == '\u200d':
		return r // joiners: part of words and of emoji
	case unicode.IsSpace(r) && r != '\u00a0', r == '\u2028', r == '\u2029', r == '\u0085':
		return ' '
	case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
		return -1
	}
	return r
}

// First strong isolate and its end: around a name written from right to left, so that neighbouring figures stay
// in place.
const (
	isolate    = "\u2068"
	endIsolate = "\u2069"
)

// cleanName returns a player's name as letters show it.
func cleanName(s string) string {
	if r := []rune(s); len(r) > nameRunes {
		s = string(r[:nameRunes]) + "…"
	}
	s = cut(clean(s), nameColumns)
	if columnsOf(s) == 0 {
		return ""
	}
	if strings.ContainsFunc(s, rightToLeft) {
		return isolate + s + endIsolate
	}
	return s
}

func rightToLeft(r rune) bool {
	if r < 0x590 {
		return false
	}
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.R || p.Class() == bidi.AL
}

// cut shortens s to at most this many columns.
func cut(s string, columns int) string {
	if columnsOf(s) <= columns {
		return s
	}
	n := 0
	for i, r := range s {
		n += columnsOfRune(r)
		if n > columns-1 {
			return strings.TrimSpace(s[:i]) + "…"
		}
	}
	return s
}

// columnsOf returns the width of s in columns of a fixed-width font.
func columnsOf(s string) int {
	n := 0
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			for _, r := range s[i:] {
				n += columnsOfRune(r)
			}
			return i + n
		}
	}
	return len(s)
}

func columnsOfRune(r rune) int {
	if r < 0x300 {
		return 1
	}
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

func itoa(n int) string { return strconv.Itoa(n) }

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

// stops reports whether a text, or what it quotes last, ends as a sentence does.
func stops(s string) bool {
	s = strings.TrimRight(s, "\"»")
	return strings.HasSuffix(s, "…") || s != "" && strings.ContainsAny(s[len(s)-1:], ".!?")
}

// upperFirst capitalises a text, after any opening marks.
func upperFirst(s string) string {
	bare := strings.TrimLeft(s, "¿¡«“")
	if bare == "" {
		return s
	}
	r, n := utf8.DecodeRuneInString(bare)
	return s[:len(s)-len(bare)] + string(unicode.ToUpper(r)) + bare[n:]
}

// lowerFirst gives a text a small first letter, unless it begins with an abbreviation.
func lowerFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if next, _ := utf8.DecodeRuneInString(s[n:]); n == 0 || unicode.IsUpper(next) {
		return s
	}
	return string(unicode.ToLower(r)) + s[n:]
}

// phrase removes the full stop.
func phrase(s string) string { return strings.TrimSuffix(strings.TrimRight(s, " "), ".") }

// capital capitalises a sentence; an order word, as black-1, and the name of an option keep their small letter.
func capital(s string) string {
	if first, _, _ := strings.Cut(s, " "); strings.ContainsAny(first, "0123456789_") {
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
