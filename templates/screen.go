package templates

import (
	"cmp"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/templates/key"
)

// The first screen of a letter is what a phone shows of it before anybody scrolls: it must
// be enough for a routine move.
const (
	screenRows    = 25
	screenColumns = 40

	bestMost   = 12 // choices on the first screen, if they are short
	bestLeast  = 2  // although they need more room
	bestRemark = 2  // rows of the remark on one of them
	choiceRows = 9  // that what happened leaves to the choices
	newsRows   = 9  // of what happened, at most
	headRows   = 2  // a heading and the blank line before it
)

// turn lays out the letter to the seat that must act; a reminder is the same, preceded by
// what the table waits for. The first screen comes first: what is asked, until when, what
// happened if it fits, the best choices and the usual turn.
func (w *letter) turn(since string) {
	w.greet()
	usual := w.aside(w.usualTurn)
	below := w.first(since, min(screenRows-rows(w.parts)-rows(usual)-choiceRows-headRows-1, newsRows))
	others := w.best(screenRows - rows(w.parts) - rows(usual))
	w.add(usual...)
	w.tutor(len(w.Choices) - len(others))
	w.story(since, below)
	w.pictures()
	w.section(key.Own, w.Own)
	w.section(key.Table, w.Table)
	w.section(key.Board, w.Board)
	w.same()
	w.otherChoices(others)
}

// yourTurn lays out the letter that wants orders; in short in a letter about several games.
func (w *letter) yourTurn() {
	if w.part {
		w.shortTurn()
		return
	}
	w.turn(key.SinceMove)
}

// aside lays something out without adding it to the letter.
func (w *letter) aside(lay func()) []part {
	letter := w.document
	w.document = &document{lang: letter.lang}
	lay()
	parts := w.parts
	w.document = letter
	return parts
}

// rows returns how many lines of a phone these parts take.
func rows(parts []part) (n int) {
	if len(parts) == 0 {
		return 0
	}
	if h, ok := parts[0].(heading); ok && h.level == 1 {
		n = headRows - 1 // a document has no blank line before its first part
	}
	d := document{parts: parts}
	for line := range strings.SplitSeq(strings.TrimRight(d.text(), "\n"), "\n") {
		n += max(1, len(wrap(line, screenColumns)))
	}
	return n
}

// best lists the best choices, as many as fit into this many rows, and returns the others.
func (w *letter) best(room int) (others []advise.Choice) {
	if len(w.Choices) == 0 {
		return nil
	}
	all := w.narrow(w.Choices, bestRemark)
	n, used := 0, headRows
	for ; n < min(len(all.rows), bestMost) && (n < bestLeast || w.Choices[n].Best); n++ {
		used += rows([]part{all.only(n, n+1)})
		if n >= bestLeast && used >= room { // one row says that there are others
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
func (w *letter) narrow(list []advise.Choice, rows int) choices {
	out := choices{level: 1, narrow: true}
	for _, c := range list {
		row := w.offered(c)
		row.remark = w.fitting(w.remarks(c), rows*(screenColumns-len("      # ")))
		out.rows = append(out.rows, row)
	}
	return out
}

// only returns some of the choices.
func (c choices) only(from, to int) choices {
	c.rows = c.rows[from:to]
	return c
}

// fitting returns the first of some remarks, as many as fit into this many columns, and at
// least the beginning of the first.
func (w *letter) fitting(list []engine.Message, columns int) string {
	if len(list) == 0 {
		return ""
	}
	if w.Spoken {
		return w.remark(list)
	}
	return cmp.Or(w.uncut(list, columns), cut(w.remark(list[:1]), columns))
}

// uncut returns the first of some remarks, as many as fit whole into this many columns.
func (w *letter) uncut(list []engine.Message, columns int) (remark string) {
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
func (w *letter) usualTurn() {
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

// otherChoices lists what the first screen has no room for, by group.
func (w *letter) otherChoices(list []advise.Choice) {
	if len(list) > 0 {
		w.head(w.word(key.ChoicesOther))
		w.grouped(list, w.brieflyListed)
	}
	w.leavesOut()
}

// brieflyListed returns choices with as much of the remarks as leaves each on one line, or
// on one more.
func (w *letter) brieflyListed(list []advise.Choice) choices {
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

// remarkLeast is how many columns after an order are worth using for a remark.
const remarkLeast = 24

// choose lists legal lines where they are all that is asked for.
func (w *letter) choose() {
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

// grouped lists choices under the headings of their groups, in the order in which these
// first appear.
func (w *letter) grouped(list []advise.Choice, shown func([]advise.Choice) choices) {
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

// listed returns choices with all that is said of them.
func (w *letter) listed(list []advise.Choice) choices {
	out := choices{level: 1}
	for _, c := range list {
		out.rows = append(out.rows, w.offered(c))
	}
	return out
}

// leavesOut says which legal lines no list of the letter has.
func (w *letter) leavesOut() {
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

// section adds a part of the position.
func (w *letter) section(say string, blocks []engine.Block) {
	if len(blocks) > 0 {
		w.head(w.word(say))
		w.blocks(blocks)
	}
}

// same says that what is left out is as in the reader's last letter.
func (w *letter) same() {
	if len(w.Same.Own)+len(w.Same.Table)+len(w.Same.Board) > 0 {
		w.add(gap{})
		w.say(w.word(key.Same))
	}
}
