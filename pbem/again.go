package pbem

import (
	"maps"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/templates"
)

// mailAgain is the mail ready to send again. A refused line is replaced only by
// one that says the same in other spelling, and stays as it was typed otherwise;
// one behind the end of the turn is left out. The lines say what became of them.
// A single order that is understood, forbidden and like no legal one is not
// repeated: the legal ones stand above.
func (h *handling) mailAgain(lines []templates.Line) []string {
	again := map[int]string{}
	for _, u := range h.sorted.Unread {
		again[u.N] = u.Text
	}
	for _, o := range h.sorted.Orders {
		again[o.N] = o.Text
	}
	changed := false
	for i := range lines {
		l := &lines[i]
		if l.Refusal == nil || l.Moved {
			continue
		}
		if better := h.mended(l); better != "" {
			again[l.N], l.Mended = inPlaceOf(l.Text, better), true
		} else if beyond(l.Refusal) && !l.Unsure {
			delete(again, l.N)
			l.Gone = true
		}
		changed = changed || l.Mended || l.Gone
	}
	if h.ordered != nil {
		changed = true
		maps.Copy(again, h.ordered)
	}
	var out []string
	for _, n := range slices.Sorted(maps.Keys(again)) {
		out = append(out, again[n])
	}
	if len(out) == 1 && !changed && !h.misspelt(lines) {
		return nil
	}
	return spellNumbers(out, h.list)
}

// inOrder looks for another order in which refused lines are legal, as they were
// meant. Nothing of it is played: the mail is proposed in that order.
// A line that is not understood keeps its place.
func (h *handling) inOrder(items []item, verdicts []templates.Line) {
	var lines []string
	var at []int // of the items
	for i, v := range verdicts {
		switch {
		case v.Same:
			lines, at = append(lines, v.Guess), append(at, i)
		case v.Refusal == nil || v.Refusal.Kind == engine.Forbidden:
			lines, at = append(lines, items[i].line), append(at, i)
		}
	}
	order := h.c.next.InOrder(h.seat, lines, h.mode.After)
	if order == nil || slices.IsSorted(order) {
		return
	}
	h.ordered = map[int]string{}
	for k, i := range at {
		h.ordered[items[i].n] = inPlaceOf(items[i].text, lines[order[k]])
		verdicts[i].Moved = true
	}
}

// inPlaceOf is a line as it stands for another: what only previews keeps its word.
func inPlaceOf(text, line string) string {
	if firstWord(text) == "preview" {
		return "preview " + line
	}
	return line
}

// mended is a refused line in the right spelling; "" when that is not known. The
// lines behind it were checked with it.
func (h *handling) mended(l *templates.Line) string {
	if l.Same {
		return l.Guess
	}
	same := slices.DeleteFunc(slices.Clone(l.Refusal.Near), func(near string) bool { return !engine.SameWords(l.Text, near) })
	if len(same) == 1 && l.Guess == "" {
		return same[0]
	}
	return ""
}

// misspelt: some line is an order of the game in words that were not
// understood. That is worth having back even when nobody can say what it was;
// a single line that is understood and refused is not.
func (h *handling) misspelt(lines []templates.Line) bool {
	return slices.ContainsFunc(lines, func(l templates.Line) bool {
		return l.Refusal != nil && l.Refusal.Kind != engine.Forbidden && len(strings.Fields(l.Text)) > 1
	})
}

// previewAgain is the mail of a preview, mended, when some line of it was refused.
func (h *handling) previewAgain() []string {
	if asksOnly(h.f.Lines) || !slices.ContainsFunc(h.f.Lines, func(l templates.Line) bool { return l.Refusal != nil }) {
		return nil
	}
	return h.mailAgain(h.f.Lines)
}
