package templates

import (
	"cmp"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/templates/key"
)

// offer lists the lines that the reader can answer with.
type offer struct{ *letter }

// inAll returns the sum of the lines that several lists omit.
func inAll(list []advise.More) advise.More {
	all := advise.More{What: advise.Lines}
	for _, m := range list {
		if m.Count == 0 {
			return advise.More{}
		}
		all.Count += m.Count
		if m.What == advise.AtLeast {
			all.What = advise.AtLeast
		}
	}
	return all
}

// byCount returns the message for the omitted lines of a list, depending on whether their number is known.
func byCount(m advise.More, exact, least, unknown string) string {
	switch {
	case m.Count == 0:
		return unknown
	case m.What == advise.AtLeast:
		return least
	}
	return exact
}

// choices adds a list of legal lines, if there are any, to the verdict on a line of a mail: answering with one
// replaces the whole mail if it has no other line.
func (w offer) choices(level int, list []advise.Choice) {
	var rows []choice
	for _, c := range list {
		row := w.choice(c)
		if len(w.Lines) == 1 && w.Kind != Preview && !c.Lost {
			row.answer = w.answering(row.line)
		}
		rows = append(rows, row)
	}
	if len(rows) > 0 {
		w.add(choices{rows: rows, level: level})
	}
}

func (w offer) choice(c advise.Choice) choice {
	out := choice{line: cleanLine(c.Line), remark: w.remark(w.remarks(c))}
	if c.N > 0 {
		out.number = "[" + Mark(c.N, w.lettered()) + "]"
	}
	return out
}

// offered is a choice to answer with.
func (w offer) offered(c advise.Choice) choice {
	out := w.choice(c)
	if !c.Lost {
		out.answer = w.answering(out.line)
	}
	return out
}

// remarks returns the remarks on a choice.
func (w offer) remarks(c advise.Choice) []engine.Message {
	return slices.Concat(w.inBrief(c.Does), c.Remark)
}

func (w offer) more(m advise.More) string {
	if m.What == advise.Orders {
		return w.word(key.MoreFirsts, engine.Int("n", m.Count), engine.Text("verb", clean(m.Prefix)))
	}
	if w.Kind == Answer {
		return w.word(key.MoreNarrow, engine.Text("ask", w.longer(m.Prefix)))
	}
	say := byCount(m, key.More, key.MoreLeast, key.MoreUnknown)
	ask := strings.TrimSpace(w.order("moves") + " " + clean(m.Prefix))
	return w.word(say, engine.Int("n", m.Count), engine.Text("ask", ask))
}

// longer returns a prefix that selects less than prefix does: longer by one word of a line
// listed.
func (w offer) longer(prefix string) string {
	words := strings.Fields(prefix)
	n := len(words) + 1
	for _, c := range w.Choices {
		if list := strings.Fields(c.Line); len(list) >= n && len(list) > len(words) {
			words = list[:n]
		}
	}
	return clean(strings.TrimRight(strings.Join(words, " "), ":,"))
}

// Room on the first screen.
const (
	bestMost   = 12 // choices on it, if they are short
	bestLeast  = 2  // although they need more room
	bestRemark = 2  // rows of the remark on one of them
)

// best lists the best choices, as many as fit into this many rows, and returns the others.
func (w offer) best(room int) (others []advise.Choice) {
	if len(w.Choices) == 0 {
		return nil
	}
	all := w.narrow(w.Choices, bestRemark)
	n, used := 0, headRows
	for ; n < min(len(all.rows), bestMost) && (n < bestLeast || w.Choices[n].Best); n++ {
		used += phoneRows([]part{all.only(n, n+1)})
		if n >= bestLeast && used >= room { // one row mentions the others
			break
		}
	}
	if n == len(all.rows) {
		w.head(w.word(key.Choices))
	} else {
		say := key.ChoicesBest
		if w.part {
			say = key.ChoicesBestPart
		}
		w.head(w.word(say, engine.Int("n", len(all.rows)-n)))
	}
	w.add(all.only(0, n))
	return w.Choices[n:]
}

// narrow returns choices as the first screen shows them, with at most this many rows of the
// remark on each.
func (w offer) narrow(list []advise.Choice, rows int) choices {
	out := choices{level: 1, narrow: true}
	for _, c := range list {
		row := w.offered(c)
		row.remark = w.fitting(w.remarks(c), rows*(screenColumns-len("      # ")))
		out.rows = append(out.rows, row)
	}
	return out
}

// fitting returns the first of some remarks, as many as fit into this many columns, and at
// least the beginning of the first.
func (w offer) fitting(list []engine.Message, columns int) string {
	if len(list) == 0 {
		return ""
	}
	if w.Spoken {
		return w.remark(list)
	}
	return cmp.Or(w.uncut(list, columns), cut(w.remark(list[:1]), columns))
}

// uncut returns the first of some remarks, as many as fit whole into this many columns.
func (w offer) uncut(list []engine.Message, columns int) (remark string) {
	if w.Spoken {
		return w.remark(list)
	}
	for n := range list {
		longer := w.remark(list[:n+1])
		if columnsOf(longer) > columns {
			break
		}
		remark = longer
	}
	return remark
}

// usualTurn adds the usual turn with its aim; one that is a single choice as its number.
func (w offer) usualTurn() {
	if len(w.Usual) == 0 {
		return
	}
	aim := engine.Text("aim", phrase(w.msg(w.Aim)))
	if len(w.Usual) == 1 {
		same := func(c advise.Choice) bool { return c.N > 0 && c.Line == w.Usual[0].Line }
		if i := slices.IndexFunc(w.Choices, same); i >= 0 {
			w.say(w.word(key.UsualNumber, engine.Text("n", Mark(w.Choices[i].N, w.lettered())), aim))
			w.tapUsual()
			return
		}
	}
	w.head(w.word(key.Usual))
	w.say(w.word(key.UsualHow, engine.Int("n", len(w.Usual)), aim))
	list := choices{level: 1, narrow: true, together: true}
	for _, c := range w.Usual {
		row := w.choice(c)
		row.remark = w.uncut(w.remarks(c), screenColumns-len("  "+commentSign)-row.columns())
		list.rows = append(list.rows, row)
	}
	w.add(list)
	w.tapUsual()
}

// otherChoices lists the choices without room on the first screen, by group.
func (w offer) otherChoices(list []advise.Choice) {
	if len(list) > 0 {
		w.head(w.word(key.ChoicesOther))
		w.grouped(list, w.brieflyListed)
	}
	w.leavesOut()
}

// brieflyListed returns choices with their remarks cut so that each is on one line, or needs one more.
func (w offer) brieflyListed(list []advise.Choice) choices {
	out := choices{level: 1, ragged: true}
	for _, c := range list {
		row := w.offered(c)
		room := choiceColumns - len("  "+commentSign) - row.columns()
		if room < remarkLeast {
			room = choiceColumns - len("      # ")
		}
		row.remark = w.fitting(w.remarks(c), room)
		out.rows = append(out.rows, row)
	}
	return out
}

// remarkLeast is the least number of columns after an order that is used for a remark.
const remarkLeast = 24

// choose lists legal lines where they are all that is asked for.
func (w offer) choose() {
	if len(w.Choices) == 0 && len(w.More) == 0 {
		return
	}
	say := key.Choices
	if advise.Numbered(w.Choices) == nil { // requested by "moves"
		say = key.Moves
	}
	w.head(w.word(say))
	w.grouped(w.Choices, w.listed)
	w.leavesOut()
}

// grouped lists choices under the headings of their groups, in the order in which these first appear.
func (w offer) grouped(list []advise.Choice, shown func([]advise.Choice) choices) {
	name := func(c advise.Choice) string { return w.msg(c.Group) }
	var order []string
	lists := map[string][]advise.Choice{}
	for _, c := range list {
		if lists[name(c)] == nil {
			order = append(order, name(c))
		}
		lists[name(c)] = append(lists[name(c)], c)
	}
	for _, g := range order {
		if g != "" && len(list) > 1 {
			w.below(upperFirst(g), 3)
		}
		w.add(shown(lists[g]))
	}
}

// listed returns choices with all remarks.
func (w offer) listed(list []advise.Choice) choices {
	out := choices{level: 1}
	for _, c := range list {
		out.rows = append(out.rows, w.offered(c))
	}
	return out
}

// leavesOut says which legal lines no list of the letter has.
func (w offer) leavesOut() {
	var more []advise.More
	var part, open []string
	for _, m := range w.More {
		switch m.What {
		case advise.Part:
			part = append(part, clean(m.Prefix))
		case advise.Range:
			open = append(open, clean(m.Prefix))
		default:
			more = append(more, m)
		}
	}
	if len(open) > 0 {
		w.say(w.word(key.MoreOpen))
		w.exactly(1, open...)
	}
	if len(more) > 1 && w.Kind != Answer {
		more = []advise.More{inAll(more)}
	}
	for _, m := range more {
		w.say(w.more(m))
	}
	if len(part) > 0 {
		w.say(w.word(key.MorePart, engine.Text("verbs", w.join(part))))
	}
}

// tapUsual adds the link that answers with the usual turn.
func (w offer) tapUsual() {
	lines := engine.Each(w.Usual, func(c advise.Choice) string { return cleanLine(c.Line) })
	w.add(tap{text: w.word(key.TapUsual), lines: w.answering(lines...)})
}
