package orders

import (
	"slices"

	"railpost/engine"
	"railpost/pbem/extract"
	"railpost/pbem/journal"
	"railpost/pbem/key"
	"railpost/pbem/letters"
	"railpost/pbem/words"
	"railpost/templates"
)

// asksOnly reports whether nothing is wrong with a mail except that some of its lines
// ask for a list.
func asksOnly(lines []templates.Line) bool {
	wrong := func(l templates.Line) bool { return l.Refusal != nil && l.Asked == nil }
	return slices.ContainsFunc(lines, isQuestion) && !slices.ContainsFunc(lines, wrong)
}

func isQuestion(l templates.Line) bool { return l.Asked != nil }

// numberLists numbers the lists that the lines of a mail have asked for, so that a
// number can answer. Only the letter of a mail that changed nothing, and that encloses
// no other list, may have such numbers.
func (h *handling) numberLists(lines []templates.Line) {
	n := 0
	for _, l := range lines {
		if l.Asked == nil {
			continue
		}
		for i := range l.Asked.Choices {
			n++
			l.Asked.Choices[i].N = n
		}
	}
	if n > 0 {
		h.c.Table.Players[h.seat].Listed = h.c.Seq()
	}
}

// severalLists reports whether several letters of this step have a numbered list and
// the mail does not say which of them it answers.
func (h *handling) severalLists() bool {
	t := h.c.Table
	listed := t.Step(t.Players[h.seat].Listed, h.seat)
	return listed > 0 && listed == t.Step(h.in.Step, h.seat) && (h.to == "" || len(h.list) == 0)
}

// items replaces numbers by the lines of the answered letter that they mean. A number
// that means none, or may mean something else, refuses the mail: then wrong says so.
func (h *handling) items() (items []item, wrong []templates.Line) {
	several := h.severalLists()
	if !several {
		h.presentList()
	}
	refused := false
	for _, l := range h.sorted.Orders {
		it := item{n: l.N, text: l.Text, line: l.Text}
		line := templates.Line{N: l.N, Text: l.Text, State: engine.Unread}
		before, chosen := "", l.Text
		if words.First(l.Text) == "preview" {
			before, chosen = "preview ", words.After(l.Text)
		}
		if n, ok := words.Number(chosen); ok {
			choice, r := words.ChoiceBy(h.list, chosen, n)
			if several {
				r = &engine.Refusal{Kind: engine.NotUnderstood, Length: len([]rune(chosen)), Why: engine.Msg(key.WhichList)}
			}
			if r == nil {
				it.line = before + choice
			} else {
				refused, r.Line, r.Column = true, l.Text, 1+len([]rune(l.Text))-len([]rune(chosen))
				line.State, line.Refusal = engine.Refused, r
			}
		}
		items, wrong = append(items, it), append(wrong, line)
	}
	if !refused {
		return items, nil
	}
	return nil, wrong
}

// presentList takes the list of the turn letter of the answered step where the answered
// letter itself has none (a preview, a refusal, a receipt), as long as the same is asked.
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

// choosesByNumber reports whether a line is a number: "5", or "preview 5".
func choosesByNumber(l extract.OrderLine) bool {
	if words.First(l.Text) == "preview" {
		l.Text = words.After(l.Text)
	}
	_, ok := words.Number(l.Text)
	return ok
}
