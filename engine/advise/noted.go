package advise

import (
	"iter"
	"slices"

	"railpost/engine"
)

// Several lists are made of the position that a letter shows: its own, those of a usual turn,
// a look for any line of a verb. If the position is one that is only looked at, they share
// what they find there. That is noted for first answers that lead to no line or are the whole
// line, as nearly all are of games whose order is one answer: how far a search is to go makes
// no difference then.

// noteOf is the key of a noted line: of a verb, with the values that were found nth.
type noteOf struct {
	seat  engine.Seat
	place engine.Place
	nth   int // -1: of all values of the verb
}

// noted is what a search from a first answer finds.
type noted struct {
	lines []engine.Choice // none or one
	used  int             // of the budget
}

func (l *lister) notes() map[any]any {
	if p, ok := l.tx.Pos.(engine.Annotated); ok {
		return p.Notes()
	}
	return nil
}

// completed finds a verb with its values. All that are found are noted.
func (l *lister) completed(v engine.Answer) iter.Seq[engine.Answer] {
	notes, key := l.notes(), noteOf{l.tx.Seat, v.Place, -1}
	if notes == nil {
		return v.Complete()
	}
	if list, ok := notes[key].([]engine.Answer); ok {
		return slices.Values(list)
	}
	return func(yield func(engine.Answer) bool) {
		var list []engine.Answer
		for a := range v.Complete() {
			if list = append(list, a); !yield(a) {
				return
			}
		}
		notes[key] = list
	}
}

// noted returns what was noted of a first answer; nil if nothing was.
func (l *lister) noted(first engine.Answer) *noted {
	known, _ := l.notes()[noteOf{l.tx.Seat, first.Place, first.Nth}].(*noted)
	return known
}

// again lets a search find what was noted; false if it must search.
func (n *noted) again(s *engine.Search) bool {
	if n == nil || n.used > s.Budget {
		return false
	}
	s.Budget -= n.used
	for i := range n.lines {
		if !s.Late { // as it may have been when it was noted
			n.lines[i].Complete()
		}
		s.Stopped = !s.Yield(n.lines[i])
	}
	return true
}

// note notes the lines that were all found from a first answer.
func (l *lister) note(first engine.Answer, found []Found, used int) {
	notes := l.notes()
	if notes == nil || len(found) > 1 || len(found) == 1 && len(found[0].Acts) > 1 {
		return
	}
	n := &noted{used: used}
	for _, c := range found {
		n.lines = append(n.lines, c.Choice)
	}
	notes[noteOf{l.tx.Seat, first.Place, first.Nth}] = n
}
