package pbemtest

import (
	"regexp"
	"strings"
)

var (
	// Code matches the code in a letter to somebody without an address of their own.
	Code = regexp.MustCompile(`(?m)^\S+\.\d+[a-z]*\.[a-z2-7]{26}$`)
	// Token matches random values of each service, and values derived from them.
	Token = regexp.MustCompile(`[a-z2-7]{26}|[0-9a-f]{24,}|whsec_\S+`)
	// Secret matches tokens, the log's hash and commitments: they may follow from what is hidden.
	Secret = regexp.MustCompile(`[a-z2-7]{26}|\b[0-9a-f]{4}-[0-9a-f]{4}\b|\b[0-9a-f]{64}\b`)
	marks  = regexp.MustCompile(`-[a-z2-7]{8}@|_railpost_[0-9a-f]{32}|<[^<>]*@mailtest.invalid>`)
)

// Alike is a letter without what may differ, which a soft line break may cut. Its Message-ID
// follows from what it says, and the answer's from that.
func Alike(l Letter) string {
	return Secret.ReplaceAllString(marks.ReplaceAllString(strings.ReplaceAll(string(l.Raw), "=\r\n", ""), "*"), "*")
}

// TokenIn returns the first token that a text may hold: 26 of a-z and 2-7. Pages are long, and a regular
// expression takes a hundred times as long as this.
func TokenIn(text string) string {
	begin := 0
	for i := range len(text) {
		if c := text[i]; (c < 'a' || c > 'z') && (c < '2' || c > '7') {
			begin = i + 1
		} else if i-begin == 25 {
			return text[begin : i+1]
		}
	}
	return ""
}
