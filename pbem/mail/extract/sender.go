package extract

import (
	"regexp"
	"slices"
	"strings"

	"github.com/emersion/go-message"
)

// A field From that breaks the grammar (RFC 5322 3.4) still names a sender if there is just one address in it.

// onlyAddress returns the one address of a field, normalised; "" if there is none or more than one. Addresses in quotes,
// comments and encoded words are parts of names. Where several words have an "@", those with a dot after it are meant.
func onlyAddress(field string) string {
	found, whole := addressesIn(field)
	if len(found) > 1 {
		found = slices.DeleteFunc(found, func(a string) bool { _, domain, _ := strings.Cut(a, "@"); return !strings.Contains(domain, ".") })
	}
	if len(found) != 1 || !whole {
		return ""
	}
	return found[0]
}

// addressesIn returns the addresses in a field, each once, and whether it has no word with several "@".
func addressesIn(field string) (found []string, whole bool) {
	whole = len(field) <= maxField
	for _, word := range addressWord.FindAllString(withoutFreeText(field[:min(len(field), maxField)]), -1) {
		whole = whole && strings.Count(word, "@") == 1
		if a := Address(word); a != "" && !slices.Contains(found, a) {
			found = append(found, a)
		}
	}
	return found, whole
}

// sendersMost limits the possible addresses of the writer that are tried.
const sendersMost = 5

// senders returns the possible addresses of the writer if From does not name exactly one: those in it, and the
// one recorded by our own server (Return-Path, RFC 5321 4.4).
func senders(h *message.Header) (out []string) {
	for _, field := range append(h.Values("Return-Path"), h.Values("From")...) {
		found, _ := addressesIn(field)
		out = append(out, found...)
	}
	return out[:min(len(out), sendersMost)]
}

var (
	addressWord = regexp.MustCompile(`[^\s<>()\[\]:;,"\\]+@[^\s<>()\[\]:;,"\\]+`)
	encodedWord = regexp.MustCompile(`=\?[^?\s]*\?[bBqQ]\?[^?]*\?=`)
	inBrackets  = regexp.MustCompile(`<[^>]*>|\[[^\]]*\]`)
)

// isGroup reports whether a field names a group (RFC 5322 3.4): its addresses are lists,
// even lists of one.
func isGroup(field string) bool {
	_, list, ok := strings.Cut(inBrackets.ReplaceAllString(withoutFreeText(field), ""), ":")
	return ok && strings.Contains(list, ";")
}

// withoutFreeText returns a field without parts that may contain any sign: quotes, comments and encoded words. An
// unclosed quote is none; an unclosed comment extends to the end.
func withoutFreeText(field string) string {
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
