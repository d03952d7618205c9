package orders

import (
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/key"
	"railpost/templates"
)

// item is one line of a mail that was read as an order.
type item struct {
	n    int    // its number in the mail
	text string // as in the mail
	line string // the order, with a number replaced by its line
}

// modes removes the lines that say how to treat the others: "preview", which may be followed by an order, and
// "partial ok". A preview takes the orders as one run, even with other lines between them.
func (h *handling) modes(items []item) []item {
	var out []item
	for _, it := range items {
		word, rest := words.First(it.line), words.After(it.line)
		switch {
		case word == "preview":
			h.mode.Preview = true
			if rest != "" {
				out = append(out, item{n: it.n, text: it.text, line: rest})
			}
		case words.IsMode(it.line):
			h.mode.Partial = true
		default:
			out = append(out, it)
		}
	}
	if h.ahead() {
		word := func(it item) bool { return h.reader().isCommand(it.line) }
		orders := slices.DeleteFunc(slices.Clone(out), word)
		out = append(orders, slices.DeleteFunc(out, func(it item) bool { return !word(it) })...)
	}
	return out
}

// unread lists the lines that are neither orders nor talk: better a question than half
// a turn. Only a line that is nearly an order gets suggestions.
func (h *handling) unread() {
	if h.read.letter.quotesUs(h.read.sorted.Unread) {
		h.Tell(engine.Msg(key.OwnQuoted))
		h.Reply.Talk = nil
		return
	}
	m := h.reader().meanings()
	for i, u := range h.read.sorted.Unread {
		near, why := m.Unread(u.Text, i < unreadCompared)
		if why.Empty() {
			why = engine.Msg(key.UnreadLine)
			if i < unreadCompared {
				near = h.reader().nearUnread(u.Text)
			}
		}
		h.Reply.Lines = append(h.Reply.Lines, words.Unclear(u, why, near))
	}
	h.Reply.Lines = append(h.Reply.Lines, h.reader().asUnread()...)
	slices.SortFunc(h.Reply.Lines, func(a, b templates.Line) int { return a.N - b.N })
}

// unreadCompared limits the lines that get suggestions: the search is expensive.
const unreadCompared = 3
