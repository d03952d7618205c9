package orders

import (
	"slices"

	"railpost/templates"
)

// asksOnly says that nothing is wrong with a mail but that some of its lines ask.
func asksOnly(lines []templates.Line) bool {
	wrong := func(l templates.Line) bool { return l.Refusal != nil && l.Asked == nil }
	return slices.ContainsFunc(lines, isQuestion) && !slices.ContainsFunc(lines, wrong)
}

func isQuestion(l templates.Line) bool { return l.Asked != nil }

// numberAsked numbers what the lines of a mail have asked for, so that a number
// can answer. Only a letter that changes nothing and encloses no other list may.
func (h *handling) numberAsked(lines []templates.Line) {
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

// severalLists says that there is more than one letter with a numbered list of this
// step, and that the mail answers none of them that can be told: its own has no list,
// or it does not say which that is.
func (h *handling) severalLists() bool {
	t := h.c.Table
	listed := t.Step(t.Players[h.seat].Listed, h.seat)
	return listed > 0 && listed == t.Step(h.in.Step, h.seat) && (h.to == "" || len(h.list) == 0)
}
