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

// replyPrefix matches prefixes that programs put before the subject of an answer: "Re:", "AW:", "RE[2]:".
var replyPrefix = regexp.MustCompile(`^\pL{1,6}\.?(\[\d+\])?\s?:`)

// receipts matches the subjects of read receipts that come in Outlook's own format.
var receipts = regexp.MustCompile(
	`(?i)^(not read|read|gelesen|ungelesen|leído|no leído|llegit|no llegit|lu|non lu|letto|non letto|gelezen|lida|přečteno):`)

// reactionLines limits the lines in which the text of a reaction identifies itself.
const reactionLines = 3

// reacts reports whether a text is the one that a mail program writes for an emoji as a reply (RFC 9078) to
// programs that know none.
func reacts(lines []line) bool {
	n := 0
	for _, l := range lines {
		text := strings.ToLower(Fold(l.text))
		if l.depth > 0 || text == "" {
			continue
		}
		text = "\n" + text + "\n"
		if slices.ContainsFunc(reactions, func(pattern string) bool { return matches(text, pattern) }) {
			return true
		}
		if n++; n == reactionLines {
			break
		}
	}
	return false
}

// BareSubject returns a subject without programs' prefixes, and without the "(EOM)" of people who write only a
// subject.
func BareSubject(subject string) string {
	for m := ""; ; subject = strings.TrimSpace(subject[len(m):]) {
		if m = replyPrefix.FindString(subject); m == "" {
			return strings.TrimSpace(endOfMessage.ReplaceAllString(subject, ""))
		}
	}
}

var endOfMessage = regexp.MustCompile(`(?i)[-<(\[\s]*\beom\b[>)\].\s]*$`)

// withoutAccents returns a text in lower case without accents, however they are encoded.
func withoutAccents(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(strings.ToLower(s)))
}
