package extract

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// noticeSubject reports whether a subject begins as those of programs that answer for
// people who are away, or of servers that could not deliver. A person may also write one.
func noticeSubject(subject string) bool {
	s := withoutAccents(subject)
	if slices.ContainsFunc(awayPhrases, func(says string) bool { return strings.Contains(s, says) }) {
		return true
	}
	for _, start := range noticeSubjects {
		if rest, ok := strings.CutPrefix(s, start); ok {
			if next, _ := utf8.DecodeRuneInString(rest); !unicode.IsLetter(next) {
				return true
			}
		}
	}
	return false
}

// replyPrefix matches what programs put before the subject of what a person answers: "Re:", "AW:", "RE[2]:".
var replyPrefix = regexp.MustCompile(`^\pL{1,6}\.?(\[\d+\])?\s?:`)

// withoutAccents returns a text in lower case without accents, however they are encoded.
func withoutAccents(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(strings.ToLower(s)))
}
