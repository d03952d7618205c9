package advise

import "railpost/engine"

// Bounds of the search for another order of a mail's lines.
const (
	reorderLines = 6
	reorderTries = 60
)

// InOrder returns an order in which the lines of a mail are all legal, as their indexes, as
// close as possible to the order in which they were written. It returns nil if there is
// none, if something hidden would be revealed, or if there are too many lines to try. after
// is what earlier lines of the mail have answered. Lines before a word that ends a turn
// stay before it and must all belong to that turn.
func InOrder(g *engine.Game, seat engine.Seat, lines []string, after engine.Answered) []int {
	if len(lines) < 2 || len(lines) > reorderLines {
		return nil
	}
	o := &reordering{seat: seat, lines: lines, ends: make([]bool, len(lines)), tries: reorderTries}
	for _, p := range g.Pos.Prompts(seat) {
		for i, line := range lines {
			o.ends[i] = o.ends[i] || p.EndedBy(line) != engine.EndsNothing
		}
	}
	return o.from(g, after, nil, "")
}

type reordering struct {
	seat  engine.Seat
	lines []string
	ends  []bool // by line: it ends something, so no other line moves past it
	tries int
}

// from tries the lines that follow those taken; turn is the turn of the lines since the last one that ended
// something, "" if there is none.
func (o *reordering) from(g *engine.Game, last engine.Answered, taken []int, turn string) []int {
	if len(taken) == len(o.lines) {
		return taken
	}
	for _, i := range o.open(taken) {
		if o.tries--; o.tries < 0 {
			return nil
		}
		next, answered, ok := o.take(g, last, o.lines[i])
		now := answered.Prompt.Turn
		if !ok || turn != "" && now != turn {
			continue
		}
		if o.ends[i] {
			now = ""
		}
		if all := o.from(next, answered, append(taken[:len(taken):len(taken)], i), now); all != nil {
			return all
		}
	}
	return nil
}

// open returns the possible next lines: those before the next one that ends something, then that one.
func (o *reordering) open(taken []int) []int {
	used := make([]bool, len(o.lines))
	for _, i := range taken {
		used[i] = true
	}
	var list []int
	for i := range o.lines {
		switch {
		case used[i]:
		case !o.ends[i]:
			list = append(list, i)
		case len(list) == 0:
			return []int{i}
		default:
			return list
		}
	}
	return list
}

func (o *reordering) take(g *engine.Game, last engine.Answered, line string) (*engine.Game, engine.Answered, bool) {
	if last.AlreadyEnded(g.Pos, o.seat, line) {
		return g, last, true
	}
	r, err := g.TryAfter(o.seat, line, true, engine.Earlier{Shown: last.Shown, Span: last.Span})
	if err != nil || r.Stopped {
		return nil, engine.Answered{}, false
	}
	return g.After(r), last.Then(r), true
}
