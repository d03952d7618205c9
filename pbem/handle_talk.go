package pbem

import (
	"railpost/pbem/extract"
	"railpost/pbem/words"
)

// meanings is what talk of this mail may have been meant as.
func (h *handling) meanings() *words.Meanings {
	return words.NewMeanings(h.c.Table, h.c.Next, h.seat, h.vocabulary().Slip)
}

// What is repeated of a mail's talk: so many lines, of so many characters.
const (
	talkLines  = 20
	talkLength = 200
)

// repeated is the talk as the answer repeats it: cut where it is long, since
// nobody needs his own mail back.
func repeated(talk []extract.Unread) []string {
	var out []string
	for i, l := range talk {
		line := l.Text
		if i == talkLines {
			return append(out, "...")
		}
		if r := []rune(line); len(r) > talkLength {
			line = string(r[:talkLength]) + "..."
		}
		out = append(out, line)
	}
	return out
}
