package pbem

import (
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/pbem/extract"
	"railpost/templates"
)

// item is one line of a mail that was read as an order.
type item struct {
	n    int    // its number in the mail
	text string // as it stands in the mail
	line string // the order, with a number replaced by the line it stands for
}

// items replaces numbers by the lines they stand for in the answered letter. A
// number that stands for none refuses the mail: then the lines say so.
func (h *handling) items() (items []item, wrong []templates.Line) {
	h.presentList()
	refused := false
	for _, l := range h.sorted.Orders {
		it := item{n: l.N, text: l.Text, line: l.Text}
		line := templates.Line{N: l.N, Text: l.Text, Unread: true}
		before, chosen := "", l.Text
		if firstWord(l.Text) == "preview" {
			before, chosen = "preview ", afterWord(l.Text)
		}
		if n, ok := number(chosen); ok {
			if n <= len(h.list) {
				it.line = before + h.list[n-1]
			} else {
				refused = true
				line.Unread, line.Refusal = false, h.noNumber(l.Text, n)
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
	if len(h.list) > 0 || h.then == nil || h.c.next == nil || !slices.ContainsFunc(h.sorted.Orders, choosesByNumber) {
		return
	}
	if !slices.Contains(h.then.Waiting(), h.seat) || !sameQuestion(h.then.Pos, h.c.next.Pos, h.seat) {
		return
	}
	list, _ := choices(h.then, h.seat)
	for _, c := range list {
		h.list = append(h.list, c.Line)
	}
}

// choosesByNumber: "5", or "preview 5".
func choosesByNumber(l extract.OrderLine) bool {
	if firstWord(l.Text) == "preview" {
		l.Text = afterWord(l.Text)
	}
	_, ok := number(l.Text)
	return ok
}

// number reads a choice by its number, from 1.
func number(text string) (int, bool) {
	n, err := strconv.Atoi(strings.Trim(text, "[]. "))
	return n, err == nil && n > 0
}

func (h *handling) noNumber(text string, n int) *engine.Refusal {
	r := &engine.Refusal{Kind: engine.NotUnderstood, Line: text, Column: 1, Length: len(text), Why: engine.Msg("pbem.no-list")}
	if len(h.list) > 0 {
		r.Why = engine.Msg("pbem.no-number", engine.Int("n", n), engine.Int("most", len(h.list)))
	}
	return r
}

// modes takes out the lines that say how the others are to be worked out:
// "preview", which may have an order behind it, and "partial ok". A preview
// looks at the orders as one run, whatever stands between them.
func (h *handling) modes(items []item) []item {
	var out []item
	for _, it := range items {
		word, rest := firstWord(it.line), afterWord(it.line)
		switch {
		case word == "preview":
			h.mode.Preview = true
			if rest != "" {
				out = append(out, item{n: it.n, text: it.text, line: rest})
			}
		case word == "partial" && (rest == "" || engine.Fold(rest) == "ok"):
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
	word := firstWord(line)
	if _, _, part := partOf(h.parts(), line); !part && findCommand(word) == nil && !slices.Contains(notYet, word) {
		return false
	}
	if h.c.next == nil || h.to == templates.Enclosed {
		return true
	}
	for _, p := range h.c.next.Pos.Prompts(h.seat) {
		if slices.ContainsFunc(p.Verbs, func(v engine.Verb) bool { return beginsWith(v, word) }) {
			return false
		}
	}
	return true
}

// beginsWith says whether some spelling of a verb begins with word.
func beginsWith(v engine.Verb, word string) bool {
	return firstWord(v.Name) == word || slices.ContainsFunc(v.Also, func(also string) bool { return firstWord(also) == word })
}

// firstWord is the word that says what a line is, as engine.Fold makes it.
func firstWord(line string) string { return strings.Trim(engine.Tokenize(line).Next().Fold, "!¡¿") }

// unread tells of the lines that are neither orders nor talk: better a question
// than half a turn. Only a line that is nearly an order has nearest ones.
func (h *handling) unread() {
	for _, u := range h.sorted.Unread {
		r := &engine.Refusal{Kind: engine.NotUnderstood, Line: u.Text, Column: 1, Why: engine.Msg("pbem.unread-line")}
		if h.c.next != nil && h.vocabulary().Near(firstWord(u.Text)) {
			r.Near = engine.Nearest(h.c.next.Pos.View(h.seat), h.seat, u.Text, 2)
		}
		h.f.Lines = append(h.f.Lines, templates.Line{N: u.N, Text: u.Text, Refusal: r})
	}
	for _, l := range h.sorted.Orders {
		h.f.Lines = append(h.f.Lines, templates.Line{N: l.N, Text: l.Text, Unread: true})
	}
	slices.SortFunc(h.f.Lines, func(a, b templates.Line) int { return a.N - b.N })
}
