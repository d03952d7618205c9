package templates

import (
	"net/url"
	"strings"

	"railpost/templates/key"
)

// tap is a link of the HTML part that opens an answer, or words about such links; the text
// part has none.
type tap struct {
	text  string
	lines []string // of the answer
}

// tapMost is how long a link may be: some mail programs cut longer ones.
const tapMost = 2000

// mailto makes links that open the answers to a letter, ready to be sent (RFC 6068).
type mailto struct{ head, tail string }

func newMailto(address, subject string) *mailto {
	return &mailto{head: "mailto:" + strings.ReplaceAll(escaped(address), "%40", "@") + "?subject=" + escaped(subject) + "&body="}
}

// Mailto returns a link that opens a mail with some lines of orders, ready to be sent; "" if it
// would be too long.
func Mailto(address, subject string, lines []string) string {
	return newMailto(address, subject).link(lines)
}

// mailto returns nil for a letter whose answers prove nothing, or whose reader wants no links.
// A code comes last, as it does where a letter is quoted.
func (w *letter) mailto(subject string) *mailto {
	if w.Tap == "" {
		return nil
	}
	m := newMailto(w.Tap, "Re: "+subject)
	if w.Code != "" {
		m.tail = escaped("\r\n" + w.Code + "\r\n")
	}
	return m
}

// link returns the link that answers with these lines; "" if there can be none. Long orders
// are broken as they are printed. A line end comes last: what a mail program puts below is
// no part of the order.
func (m *mailto) link(lines []string) string {
	if m == nil || len(lines) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(m.head)
	for _, l := range lines {
		for _, piece := range breakOrder(l, choiceColumns) {
			b.WriteString(escaped(piece + "\r\n"))
		}
	}
	b.WriteString(m.tail)
	if b.Len() > tapMost {
		return ""
	}
	return b.String()
}

// escaped percent-encodes a part of a mailto address (RFC 6068, 2): a space is no "+" there.
func escaped(s string) string { return plainSigns.Replace(url.QueryEscape(s)) }

var plainSigns = strings.NewReplacer("+", "%20", "%3A", ":", "%2C", ",")

// answering returns the lines of an answer: in one about several games under the game's name.
func (w *letter) answering(lines ...string) []string {
	if w.named == "" {
		return lines
	}
	return append([]string{w.named + ":"}, lines...)
}

// tapped is a word of the service as a choice.
func (w *letter) tapped(word, remark string) choice {
	word = w.order(word)
	return choice{line: word, remark: w.word(remark), answer: w.answering(word)}
}

// tapUsual adds the link that answers with the usual turn.
func (w *letter) tapUsual() {
	var lines []string
	for _, c := range w.Usual {
		lines = append(lines, cleanLine(c.Line))
	}
	w.add(tap{text: w.word(key.TapUsual), lines: w.answering(lines...)})
}
