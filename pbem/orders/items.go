package orders

import (
	"slices"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/extract"
	"railpost/pbem/journal"
	"railpost/pbem/letters"
	"railpost/pbem/words"
	"railpost/templates"
)

// item is one line of a mail that was read as an order.
type item struct {
	n    int    // its number in the mail
	text string // as it stands in the mail
	line string // the order, with a number replaced by the line it stands for
}

// items replaces numbers by the lines they stand for in the answered letter. A
// number that stands for none, or may be meant otherwise, refuses the mail: then
// the lines say so.
func (h *handling) items() (items []item, wrong []templates.Line) {
	several := h.severalLists()
	if !several {
		h.presentList()
	}
	refused := false
	for _, l := range h.sorted.Orders {
		it := item{n: l.N, text: l.Text, line: l.Text}
		line := templates.Line{N: l.N, Text: l.Text, Unread: true}
		before, chosen := "", l.Text
		if words.First(l.Text) == "preview" {
			before, chosen = "preview ", words.After(l.Text)
		}
		if n, ok := words.Number(chosen); ok {
			choice, r := words.ChoiceBy(h.list, chosen, n)
			if several {
				r = &engine.Refusal{Kind: engine.NotUnderstood, Length: len([]rune(chosen)), Why: engine.Msg("pbem.which-list")}
			}
			if r == nil {
				it.line = before + choice
			} else {
				refused, r.Line, r.Column = true, l.Text, 1+len([]rune(l.Text))-len([]rune(chosen))
				line.Unread, line.Refusal = false, r
			}
		}
		items, wrong = append(items, it), append(wrong, line)
	}
	if !refused {
		return items, nil
	}
	return nil, wrong
}

// presentList: where the answered letter has no list (a preview, a refusal, a
// receipt), numbers are those of the turn letter of its step, as long as the
// same is asked.
func (h *handling) presentList() {
	if len(h.list) > 0 || h.then == nil || h.c.Next == nil || !slices.ContainsFunc(h.sorted.Orders, choosesByNumber) {
		return
	}
	if !slices.Contains(h.then.Waiting(), h.seat) || !journal.SameQuestion(h.then.Pos, h.c.Next.Pos, h.seat) {
		return
	}
	list, _ := letters.Choices(h.then, h.seat)
	for _, c := range list {
		h.list = append(h.list, c.Line)
	}
}

// choosesByNumber: "5", or "preview 5".
func choosesByNumber(l extract.OrderLine) bool {
	if words.First(l.Text) == "preview" {
		l.Text = words.After(l.Text)
	}
	_, ok := words.Number(l.Text)
	return ok
}

// modes takes out the lines that say how the others are to be worked out:
// "preview", which may have an order behind it, and "partial ok". A preview
// looks at the orders as one run, whatever stands between them.
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
	if h.mode.Preview {
		slices.SortStableFunc(out, func(a, b item) int { return rank(h.isCommand(a.line)) - rank(h.isCommand(b.line)) })
	}
	return out
}

func rank(late bool) int {
	if late {
		return 1
	}
	return 0
}

// isCommand: the words of the service come after those of the game, so that a
// title may use a word of its own; but not in the answer to a letter that asks
// for one of the service's.
func (h *handling) isCommand(line string) bool {
	word := words.First(line)
	if !words.IsService(word) && !slices.Contains(words.NotYet, word) && !h.enquire().IsPart(line) {
		return false
	}
	if h.c.Next == nil || h.to == templates.Enclosed {
		return true
	}
	for _, p := range h.c.Next.Pos.Prompts(h.seat) {
		if slices.ContainsFunc(p.Verbs, func(v engine.Verb) bool { return words.BeginsWith(v, word) }) {
			return false
		}
	}
	return true
}

// unread tells of the lines that are neither orders nor talk: better a question
// than half a turn. Only a line that is nearly an order has nearest ones.
func (h *handling) unread() {
	m := h.meanings()
	for i, u := range h.sorted.Unread {
		var near []string
		var why engine.Message
		switch near, why = m.Unread(u.Text, i < unreadCompared); {
		case !why.Empty():
		case i < unreadCompared:
			near, why = h.nearUnread(u.Text), engine.Msg("pbem.unread-line")
		default:
			why = engine.Msg("pbem.unread-line")
		}
		r := &engine.Refusal{Kind: engine.NotUnderstood, Line: u.Text, Column: 1, Why: why, Near: near}
		h.f.Lines = append(h.f.Lines, templates.Line{N: u.N, Text: u.Text, Refusal: r})
	}
	for _, l := range h.sorted.Orders {
		h.f.Lines = append(h.f.Lines, templates.Line{N: l.N, Text: l.Text, Unread: true})
	}
	slices.SortFunc(h.f.Lines, func(a, b templates.Line) int { return a.N - b.N })
}

// unreadCompared is how many such lines are compared with the legal ones.
const unreadCompared = 3

func (h *handling) nearUnread(line string) []string {
	if h.c.Next == nil {
		return nil
	}
	near := advise.Nearest(h.c.Next.Title, h.c.Next.Pos.View(h.seat), h.seat, line, 2)
	same := slices.DeleteFunc(slices.Clone(near), func(l string) bool { return !advise.SameWords(line, l) })
	if len(same) > 0 || !h.vocabulary().Near(words.First(line)) {
		return same
	}
	return near
}
