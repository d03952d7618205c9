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
		if len(w.Lines) != 1 || w.Kind == Preview {
			row.answer = nil
		}
		rows = append(rows, row)
	}
	if len(rows) > 0 {
		w.add(choices{rows: rows, level: level})
	}
}

// bare is a choice to answer with, without its remarks.
func (w offer) bare(c advise.Choice) choice {
	out := choice{line: cleanLine(c.Line)}
	if c.N > 0 {
		out.number = "[" + Mark(c.N, w.lettered()) + "]"
	}
	if !c.Lost {
		out.answer = w.answering(out.line)
	}
	return out
}

// choice is a choice to answer with. HTML shows it in prose where a link has the order, which must else be copied.
func (w offer) choice(c advise.Choice) choice {
	out, list := w.bare(c), w.remarks(c)
	out.remark = w.remark(list)
	out.rest, out.facts = out.remark, out.remark
	if w.Spoken {
		return out
	}
	all := list
	if i := slices.IndexFunc(list, func(m engine.Message) bool { return w.known(m.Key+".gain") != "" }); i >= 0 {
		out.gain, out.of, _ = strings.Cut(w.variant(list[i], ".gain"), "; ")
		list = slices.Delete(slices.Clone(list), i, i+1)
		out.rest = w.remark(list)
	}
	if w.Tap == "" {
		return out
	}
	var first, last string
	if out.says, last, _ = strings.Cut(w.variant(c.Card.Says, ""), "; "); out.says == "" && !c.Card.Bare {
		out.says, first = w.prose(c.Does)
	}
	if p, ok := w.Tiles[c.Card.Tile]; ok {
		out.tile = &image{p, w.word(key.PictureTile, engine.Text("tile", c.Card.Tile.Number))}
	}
	unsaid := func(list []engine.Message) string {
		if out.says == "" {
			return w.remark(list)
		}
		list = slices.DeleteFunc(slices.Clone(list), func(m engine.Message) bool { return w.known(m.Key+".card") != "" })
		return news(w.remark(list), out.says+"; "+first)
	}
	out.below = first + last
	out.rest, out.facts = facts(first, unsaid(list), last), facts(first, unsaid(all), last)
	return out
}

// news returns the facts that have not been said.
func news(list, said string) string {
	_, object, _ := strings.Cut(said, " ")
	object, _, _ = strings.Cut(object, "; ")
	var kept []string
	for fact := range strings.SplitSeq(list, "; ") {
		if !strings.Contains(said, fact) {
			kept = append(kept, strings.TrimPrefix(fact, object+": "))
		}
	}
	return strings.Join(kept, "; ")
}

// facts joins facts as HTML shows them.
func facts(list ...string) string {
	all := strings.Join(slices.DeleteFunc(list, func(s string) bool { return s == "" }), "; ")
	return strings.NewReplacer("; ", factSign, " - ", " – ").Replace(all)
}

const factSign = " · "

// prose says reports of a line in their form for cards: the first, or all that have a form to be joined. What
// comes below is after "; ".
func (w offer) prose(reports []engine.Message) (says, below string) {
	var parts []string
	for _, m := range reports {
		if w.known(m.Key+".card") != "" && len(parts) == 0 {
			says, below, _ = strings.Cut(w.variant(m, ".card"), "; ")
			return says, below
		}
		if w.known(m.Key+".cards") == "" {
			continue
		}
		part, under, _ := strings.Cut(w.variant(m, ".cards"), "; ")
		if under != "" {
			below = under
		}
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, w.word(key.ListComma)), below
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

// suggested adds the usual turn with its aim; one that is a single choice as its number.
func (w offer) suggested() {
	if len(w.Usual) == 0 {
		return
	}
	aim := phrase(w.msg(w.Aim))
	button := tap{text: w.word(key.TapUsual), lines: w.answering(advise.LinesOf(w.Usual)...), primary: !w.Spoken}
	if len(w.Usual) == 1 {
		same := func(c advise.Choice) bool { return c.N > 0 && c.Line == w.Usual[0].Line }
		if i := slices.IndexFunc(w.Choices, same); i >= 0 {
			said := w.layOut(func() {
				w.say(w.word(key.UsualNumber, engine.Text("n", Mark(w.Choices[i].N, w.lettered())), engine.Text("aim", aim)))
			})
			if w.Spoken {
				w.add(append(said, button)...)
				return
			}
			w.add(apart{text: said, html: []part{heading{text: w.word(key.Suggested), level: 1}, w.suggestion(w.Choices[i], aim)}})
			return
		}
	}
	w.head(w.word(key.Usual))
	how := w.layOut(func() { w.say(w.word(key.UsualHow, engine.Int("n", len(w.Usual)), engine.Text("aim", aim))) })
	if !w.Spoken {
		if len(w.Usual) == 1 {
			button = w.suggestion(w.Usual[0], aim)
		} else {
			verbs := engine.Each(w.Usual, func(c advise.Choice) string { verb, _, _ := strings.Cut(cleanLine(c.Line), " "); return verb })
			button.text, button.about = upperFirst(strings.Join(slices.Compact(verbs), w.word(key.ListComma))), upperFirst(aim)
		}
		how = []part{apart{text: how, html: []part{button}}}
	}
	w.add(how...)
	list := choices{level: 1, ragged: true, together: true}
	for _, c := range w.Usual {
		row := w.choice(c)
		row.answer = nil
		row.remark = w.uncut(w.remarks(c), choiceColumns-len("  "+commentSign)-row.columns())
		list.rows = append(list.rows, row)
	}
	switch {
	case w.Spoken:
		w.add(list, button)
	case len(list.rows) == 1:
		w.add(apart{text: []part{list}})
	default:
		w.add(list)
	}
}

// suggestion is a choice as the main button, with what it is for.
func (w offer) suggestion(choice advise.Choice, aim string) tap {
	c := w.choice(choice)
	button := tap{text: upperFirst(cmp.Or(c.says, c.line)), lines: c.answer, primary: true}
	if c.number != "" { // quoted, the order alone would be one
		button.text = strings.Trim(c.number, "[]") + factSign + button.text
	}
	switch button.about = aim; {
	case strings.HasPrefix(aim, c.remark):
	case strings.Contains(c.remark, aim), c.facts != "" && w.known(w.Aim.Key+".card") != "":
		button.about = c.facts
	default:
		button.about = facts(c.facts, aim)
	}
	return button
}

// list lists the choices, in a letter about several games only the best: in the text a line each, in HTML by group.
func (w offer) list() {
	list, say := w.Choices, key.Choices
	if n := slices.IndexFunc(list, func(c advise.Choice) bool { return !c.Best }); w.part && n > 0 {
		list, say = list[:n], key.ChoicesBestPart
	}
	if len(list) > 0 {
		head := heading{text: w.word(say, engine.Int("n", len(w.Choices)-len(list))), level: 1}
		if brief := w.brieflyListed(list); w.Spoken {
			w.add(head, brief)
		} else {
			w.add(apart{text: []part{head, brief}, html: w.layOut(func() { w.cards(head, list) })})
		}
	}
	if !w.part {
		w.leavesOut()
	}
}

// cards lists choices by group; what HTML suggests above them is not among them.
func (w offer) cards(head heading, list []advise.Choice) {
	if len(w.Usual) == 1 && list[0].Line == w.Usual[0].Line {
		head.text, list = w.word(key.ChoicesOther), list[1:]
	}
	if len(w.Usual) == 0 && !list[0].Lost && w.Tap != "" { // one button leads on in any case
		w.add(head, w.suggestion(list[0], ""))
		head.text, list = w.word(key.ChoicesOther), list[1:]
	}
	if len(list) > 0 {
		w.add(head, gap{}) // which keeps the heading of the group apart
		w.grouped(list, w.listed)
	}
}

// brieflyListed returns choices with their remarks cut so that each is on one line, or needs one more.
func (w offer) brieflyListed(list []advise.Choice) choices {
	out := choices{level: 1, ragged: true}
	for _, c := range list {
		row := w.bare(c)
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
	return choices{level: 1, rows: engine.Each(list, w.choice)}
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
