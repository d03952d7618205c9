package orders

import (
	"cmp"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/key"
	"railpost/templates"
)

// item is one line of a mail that was read as an order.
type item struct {
	n    int    // its number in the mail
	text string // as in the mail
	line string // the order, with a number replaced by its line

	wrong *engine.Refusal // in a plan: why its number means nothing
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
		late := func(x item) int { return numberOf(h.isCommand(x.line)) }
		slices.SortStableFunc(out, func(a, b item) int { return late(a) - late(b) })
	}
	return out
}

// isCommand reports whether a line is a word of the service. The game's own words come
// first, except in the answer to a letter that asks for a word of the service. Of another
// spelling of theirs that also asks for a part of the view only routes are an order: "routes
// 4" asks, "routes E10-D9" runs.
func (h *handling) isCommand(line string) bool {
	word := words.First(line)
	if words.IsDrop(line) || words.IsVote(line) && !words.IsBareVote(line) {
		return true
	}
	if !words.IsBareVote(line) && !words.IsService(word) && !h.enquire().IsPart(line) {
		return false
	}
	if h.c.Next == nil || h.letter.to.Row().Encloses {
		return true
	}
	for _, p := range h.c.Next.Pos.Prompts(h.seat) {
		if slices.ContainsFunc(p.Verbs, func(v engine.Verb) bool { return words.BeginsWith(v, word) }) {
			named := slices.ContainsFunc(p.Verbs, func(v engine.Verb) bool { return words.First(v.Name) == word })
			return !named && h.enquire().IsPart(line) && !strings.Contains(words.After(line), "-")
		}
	}
	return true
}

// unread lists the lines that are neither orders nor talk: better a question than half
// a turn. Only a line that is nearly an order gets suggestions.
func (h *handling) unread() {
	if h.letter.quotesUs(h.sorted.Unread) {
		h.tell(engine.Msg(key.OwnQuoted))
		h.f.Talk = nil
		return
	}
	m := h.meanings()
	for i, u := range h.sorted.Unread {
		near, why := m.Unread(u.Text, i < unreadCompared)
		if why.Empty() {
			why = engine.Msg(key.UnreadLine)
			if i < unreadCompared {
				near = h.nearUnread(u.Text)
			}
		}
		h.f.Lines = append(h.f.Lines, words.Unclear(u, why, near))
	}
	h.leaveUnread()
	slices.SortFunc(h.f.Lines, func(a, b templates.Line) int { return a.N - b.N })
}

// doubts refuses the orders with ambiguous words.
func (h *handling) doubts(v *words.Vocabulary) (lines []templates.Line) {
	for _, l := range h.sorted.Orders {
		own, planned := h.foreign[l.N]
		if _, under := h.under[l.N]; under && !planned {
			own = strings.TrimPrefix(l.Text, "next: ")
		}
		if r := v.Doubtful(cmp.Or(own, h.sorted.Typed(l))); r != nil {
			lines = append(lines, templates.Line{N: l.N, Text: l.Text, Refusal: r})
		}
	}
	return lines
}

// leaveUnread lists the orders of a mail as not looked at.
func (h *handling) leaveUnread() {
	for _, l := range h.sorted.Orders {
		h.f.Lines = append(h.f.Lines, templates.Line{N: l.N, Text: l.Text, State: engine.Unread})
	}
}

// unreadCompared limits the lines that get suggestions: the search is expensive.
const unreadCompared = 3

func (h *handling) nearUnread(line string) []string {
	if h.c.Next == nil {
		return nil
	}
	line = h.vocabulary().Mended(line)
	near := advise.Nearest(h.c.Next.Title, h.c.Next.Pos.View(h.seat), h.seat, line, 2)
	same := slices.DeleteFunc(slices.Clone(near), func(l string) bool { return !h.said().SameWords(line, l) })
	if len(same) > 0 || !h.vocabulary().Near(words.First(line)) {
		return same
	}
	return near
}

// ownWords restores the players' own words in lines written in another language, with the fault marked there.
func (h *handling) ownWords(lines []templates.Line) {
	var v *words.Vocabulary
	for i := range lines {
		l := &lines[i]
		own, foreign := h.sorted.Own[l.N]
		if _, planned := h.under[l.N]; planned {
			own = cmp.Or(h.foreign[l.N], strings.TrimPrefix(own, "next: "))
			foreign = own != ""
		}
		if !foreign {
			continue
		}
		if v == nil {
			v = h.vocabulary()
		}
		l.Text = own
		if l.Refusal != nil {
			l.Refusal = v.Own(own, l.Refusal)
		}
	}
}
