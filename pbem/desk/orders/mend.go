package orders

import (
	"maps"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/desk/words"
	"railpost/pbem/mail/extract"
	"railpost/templates"
)

// mailAgain returns the mail ready to be sent again, or nil where it is not certain what
// each line should have been. A refused line is replaced by its right spelling, one after
// the end of the turn is left out, and the lines say what became of them. Nobody needs
// half of a mail back, or a line that is still wrong.
func (rd *reading) mailAgain(lines []templates.Line, ordered map[int]string) []string {
	if rd.doubtful != nil || slices.ContainsFunc(rd.sorted.Orders, func(l extract.OrderLine) bool { return chosenBy(l, words.IsTurn) }) {
		return nil
	}
	again := map[int]string{}
	for _, u := range rd.sorted.Unread {
		again[u.N] = u.Text
	}
	for _, o := range rd.sorted.Orders {
		again[o.N] = o.Text
	}
	changed := ordered != nil
	for i := range lines {
		l := &lines[i]
		if l.Refusal == nil || l.Mend == templates.Moved {
			continue
		}
		if better := mended(rd.texts.Words(), l); better != "" {
			again[l.N], l.Mend = better, templates.Respelt
		} else if l.Refusal.Code == turnOver && l.As != advise.Unsure {
			delete(again, l.N)
			l.Mend = templates.Gone
		} else {
			return nil
		}
		changed = true
	}
	maps.Copy(again, ordered)
	var out, orders []string
	for _, n := range slices.Sorted(maps.Keys(again)) {
		line := again[n]
		if words.First(line) == "preview" {
			line = words.After(line)
		}
		if line == "" {
			continue
		}
		out = append(out, line)
		if !words.IsMode(line) && !rd.isCommand(line) {
			orders = append(orders, line)
		}
	}
	out = words.SpellNumbers(out, rd.letter.list)
	if !changed || len(orders) > 0 && !words.WouldPlay(rd.texts.Words(), rd.next, rd.seat, words.SpellNumbers(orders, rd.letter.list)...) {
		return nil
	}
	return append(out, rd.plans.Lines()...)
}

// inOrder looks for another order in which the refused lines are legal. It plays nothing: the letter proposes
// the mail in that order. A line that is not understood keeps its place.
func (h *handling) inOrder(items []item, verdicts []templates.Line) {
	var lines []string
	var at []int // of the items
	for i, v := range verdicts {
		switch {
		case v.Same():
			lines, at = append(lines, v.Guess), append(at, i)
		case v.Refusal == nil || v.Refusal.Kind == engine.Forbidden:
			lines, at = append(lines, items[i].line), append(at, i)
		}
	}
	order := advise.InOrder(h.Change.Next, h.Seat, lines, h.mode.After)
	if order == nil || slices.IsSorted(order) {
		return
	}
	h.ordered = map[int]string{}
	for k, i := range at {
		h.ordered[items[i].n] = lines[order[k]]
		verdicts[i].Mend = templates.Moved
	}
}

// mended returns a refused line in its right spelling, or with the verb it lacks; ""
// if that is not known. The lines after it were checked with it.
func mended(said *templates.Words, l *templates.Line) string {
	if l.Same() {
		return l.Guess
	}
	near := l.Refusal.Near
	if l.Guess != "" || len(near) == 0 {
		return ""
	}
	_, behind, _ := strings.Cut(near[0], " ")
	if len(near) == 1 && (engine.Fold(behind) == engine.Fold(l.Text) || engine.Fold(near[0]) == engine.Fold(words.AfterSubject(said, l.Text))) {
		return near[0]
	}
	same := slices.DeleteFunc(slices.Clone(near), func(near string) bool { return !said.SameWords(l.Text, near) })
	if len(same) == 1 {
		return same[0]
	}
	return ""
}
