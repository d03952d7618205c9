package orders

import (
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/key"
	"railpost/pbem/mail/extract"
	"railpost/pbem/show/letters"
)

// versions returns the lines that the player typed. Where the text and the HTML version of a mail order different things,
// nobody knows which of them its writer has seen: it says so. If only one of them has orders, that one is read.
func (rd *reading) versions(m *extract.Mail, v *words.Vocabulary) (lines []string, differ engine.Message) {
	typed, other := m.Versions(rd.letter.quoted)
	if n := len(typed.Lines) + len(other.Lines); len(other.Lines) > 0 && n <= extract.OwnMost {
		one, two := ordersIn(typed.Lines, v), ordersIn(other.Lines, v)
		switch {
		case one == "" && two != "":
			typed = other
		case two != "" && extract.Key(one) != extract.Key(two):
			differ = engine.Msg(key.VersionsDiffer, engine.Text("text", one), engine.Text("html", two))
		}
	}
	rd.above = typed.Above(func(line string) bool { return ordersIn([]string{line}, v) != "" })
	return typed.Lines, differ
}

// tellAbove repeats the lines above the quoted letter that were taken for part of it, or for a signature.
func (rd *reading) tellAbove(f *content.Facts) {
	if len(rd.above) > 0 {
		f.Told = append(slices.Clip(f.Told), letters.Above(rd.above))
	}
}

func ordersIn(typed []string, v *words.Vocabulary) string { return extract.Orders(typed, v, true) }

// subjectOrders reports whether the subject of a message is an order, and not that of our letter.
func (rd *reading) subjectOrders(subject string) bool {
	subject = extract.BareSubject(subject)
	return !strings.HasPrefix(subject, "[") && ordersIn([]string{subject}, rd.vocabulary()) != ""
}
