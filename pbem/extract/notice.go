package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// noticeSubject reports whether a subject begins as those of programs that answer for
// people who are away, or of servers that could not deliver. A person may also write one.
func noticeSubject(subject string) bool {
	s := withoutAccents(subject)
	for _, start := range noticeSubjects {
		if rest, ok := strings.CutPrefix(s, start); ok {
			if next, _ := utf8.DecodeRuneInString(rest); !unicode.IsLetter(next) {
				return true
			}
		}
	}
	return false
}

// withoutAccents returns a text in lower case without accents, however they are encoded.
func withoutAccents(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(strings.ToLower(s)))
}
