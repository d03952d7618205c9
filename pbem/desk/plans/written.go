package plans

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/plan"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/extract"
	"railpost/templates"
	"railpost/templates/parlance"
)

// Written is the plans that a mail gives, with how its lines are read.
type Written struct {
	Words *templates.Words // of everyday language
	Book  *parlance.Book   // the player's words
	Table *table.Table
	Next  *engine.Game // nil before the start
	Seat  engine.Seat

	Sections []Section
	Under    map[int]int    // lines of the mail below "plan": which of the sections they are under
	Own      map[int]string // lines of the mail that may belong to plans, as they were written in another language
	Heads    map[int]string // lines of the mail from which on lines are for another turn, and its name
}

// Section is the part of a mail below "plan" or "next:".
type Section struct {
	plan.Header
	Items   []Item
	WhatIf  bool           // it is only thought of
	routine engine.Routine // instead of items
	when    []plan.Condition
	typed   string // the line that begins it
	surplus int    // the line of a second "end", 0 for none: what is before it was no part of the plan
}

// Item is a line of a section.
type Item struct {
	N     int    // in the mail
	Text  string // as in the mail
	Line  string // with a number replaced by its line
	wrong *engine.Refusal
}

// Read marks the lines below "plan" as such, up to "end", the end of the mail or a word
// of the service: each begins with "next:" afterwards. From a greeting or a name on, lines
// that begin as no order does stay as they are.
func (w *Written) Read(typed []string, vocabulary func() *words.Vocabulary) []string {
	out, verbs := slices.Clone(typed), sync.OnceValue(func() map[string]bool { return allVerbs(w.Next, w.Seat) }) // most mails have no plan
	w.Under, w.Own, w.Heads = map[int]int{}, map[int]string{}, map[int]string{}
	in, talk, empty := false, false, false // empty: the section has no line yet
	mark := func(i int, order string) {
		w.Under[i+1] = len(w.Sections) - 1
		out[i] = "next: " + cmp.Or(order, "end") // a line ending in ":" goes on in the next
	}
	begin := func(i int, s Section, order string) {
		w.Sections = append(w.Sections, s)
		mark(i, order)
		in, talk, empty = true, false, order == ""
	}
	for i, line := range typed {
		if head, order := cutHead(w.Next, line); head != "" {
			w.Heads[i+1], out[i], in = head, order, false
			continue
		}
		text := w.plannedLine(strings.TrimSpace(line), verbs)
		n, chosen := words.Number(w.Book.Read(text).English)
		if chosen && in { // "#2" would be a comment
			text = "[" + strconv.Itoa(n) + "]"
		}
		if text != strings.TrimSpace(line) {
			w.Own[i+1] = line
		}
		word := words.First(text)
		greets := !chosen && (w.Words.Greets(word) || isName(w.Table, text))
		if r, when, ok := routine(w.Next, text); ok {
			begin(i, Section{Header: plan.Header{Always: true}, typed: text, routine: r, when: when}, "")
			in = false
			continue
		}
		header, ok := plan.ReadHeader(text)
		if word == "plan" && verbs()[words.First(words.After(text))] { // "plan pass"
			header, ok = plan.Header{Order: words.After(text)}, true
		}
		if word == "always" && !ok && verbs()[words.First(words.After(text))] && !sentence(words.After(text)) { // "always pass"
			header, ok = plan.Header{Order: words.After(text), Always: true}, true
		}
		_, condition := plan.ReadCondition(text)
		last := len(w.Sections) - 1
		if in && engine.Fold(text) == "late" {
			header, ok = plan.Header{Late: true}, true
		}
		switch {
		case isWhatIf(text):
			begin(i, Section{WhatIf: true}, "")
		case in && w.Sections[last].WhatIf && !greets && text != "":
			mark(i, text)
		case ok && in && empty && w.Sections[last].Header == plan.Header{}: // "plan", and below it "late:"
			w.Sections[last].Header = header
			mark(i, header.Order)
			empty = header.Order == ""
		case ok && in && empty && header == plan.Header{}: // the other way round
			mark(i, "")
		case ok:
			begin(i, Section{Header: header, typed: text}, header.Order)
		case in && plan.Ends(text):
			mark(i, "")
			in = false
		case len(w.Sections) > 0 && plan.Ends(text) && !verbs()[word]:
			w.Sections[len(w.Sections)-1].surplus = i + 1
			mark(i, "")
		case words.IsService(word) || words.IsMode(text):
			in = false
		case in && !verbs()[word] && greets:
			talk = true
		case in && (verbs()[word] || condition || !talk):
			mark(i, text)
			empty = empty && text == ""
		}
	}
	w.rejoin(typed, out, vocabulary)
	return out
}

// rejoin joins the pieces in which letters print a long order of a plan.
func (w *Written) rejoin(typed, out []string, vocabulary func() *words.Vocabulary) {
	if len(w.Sections) == 0 {
		return
	}
	raw, v := slices.Clone(typed), vocabulary()
	for i := len(out) - 1; i > 0; i-- {
		s, in := w.Under[i]
		if more, too := w.Under[i+1]; !in || !too || s != more || !extract.Continues(strings.TrimPrefix(out[i-1], "next: "), raw[i], v) {
			continue
		}
		raw[i-1] += " " + raw[i]
		order := w.plannedLine(strings.TrimSpace(raw[i-1]), func() map[string]bool { return allVerbs(w.Next, w.Seat) })
		if head, ok := plan.ReadHeader(order); ok {
			order = head.Order
		}
		if out[i-1], out[i] = "next: "+order, ""; w.Own[i] != "" {
			w.Own[i] = raw[i-1]
		}
		delete(w.Under, i+1)
		delete(w.Own, i+1)
	}
}

// sentence reports whether an order has words in small letters after its first, as talk about others has:
// "always pass him by".
func sentence(order string) bool {
	order, _ = plan.CutCondition(order)
	small := func(word string) bool { return strings.ToLower(word) == word && strings.ToUpper(word) != word }
	return slices.ContainsFunc(strings.Fields(words.After(order)), small)
}

// plannedLine returns a line that may belong to a plan in English, if it is in another
// language.
func (w *Written) plannedLine(line string, verbs func() map[string]bool) string {
	book := w.Book
	if name, order, ok := strings.Cut(line, ":"); ok && isName(w.Table, name) { // of "what if"
		return name + ": " + book.Read(strings.TrimSpace(order)).English
	}
	for _, read := range []func(string) parlance.Line{book.Read, book.ReadService} {
		text := read(line).English
		if text == line {
			continue
		}
		_, heads := plan.ReadHeader(text)
		_, _, routine := routine(w.Next, text)
		_, condition := plan.ReadCondition(text)
		if heads || routine || condition || isWhatIf(text) || plan.Ends(text) || verbs()[words.First(text)] || words.IsService(words.First(text)) {
			return text
		}
	}
	return line
}

// routine reads a standing instruction for every turn.
func routine(g *engine.Game, line string) (engine.Routine, []plan.Condition, bool) {
	if g == nil {
		return engine.Routine{}, nil, false
	}
	return plan.ReadRoutine(g.Title, line)
}

// isName reports whether a line is the name of a player.
func isName(t *table.Table, line string) bool {
	return slices.ContainsFunc(t.Players, func(p table.Player) bool { return engine.Fold(p.Name) == engine.Fold(line) })
}

// allVerbs are the first words of all orders of the title, also of those that are not asked
// for now.
func allVerbs(g *engine.Game, to engine.Seat) map[string]bool {
	verbs := map[string]bool{}
	if g == nil {
		return verbs
	}
	for _, u := range g.Title.Glossary(g.Pos.View(to)) {
		for _, name := range append(u.Also, u.Verb) {
			verbs[words.First(name)] = true
		}
	}
	for s := range engine.Seat(g.Setup.Seats) {
		for _, p := range g.Pos.Prompts(s) {
			for _, v := range p.Verbs {
				for _, name := range append(v.Also, v.Name) {
					verbs[words.First(name)] = true
				}
			}
		}
	}
	delete(verbs, "")
	return verbs
}

// Chosen returns the order that the mark of a choice stands for; "" for another line, and a refusal if the mark means
// nothing.
type Chosen func(line string) (order string, not *engine.Refusal)

// Take takes the lines below "plan" out of the orders of a mail.
func (w *Written) Take(all []extract.OrderLine, chosen Chosen) (orders []extract.OrderLine) {
	for _, o := range all {
		i, under := w.Under[o.N]
		if !under {
			orders = append(orders, o)
			continue
		}
		head, _ := plan.ReadHeader(o.Text)
		s := &w.Sections[i]
		if c, ok := plan.ReadCondition(head.Order); ok && !s.WhatIf {
			s.when = append(s.when, c)
			continue
		}
		line, when := head.Order, []plan.Condition(nil)
		if !s.WhatIf {
			line, when = plan.CutCondition(line)
		}
		s.when = append(s.when, when...)
		for line := range strings.SplitSeq(line, ";") { // as in printed plans
			if line = strings.TrimSpace(line); line != "" && !plan.Ends(line) {
				it := Item{N: o.N, Text: line, Line: line}
				if !s.WhatIf {
					it.Line, it.wrong = chosenIn(line, chosen)
				}
				s.Items = append(s.Items, it)
			}
		}
	}
	return orders
}

// chosenIn returns a line of a plan with the choices of the turn letter for their marks.
func chosenIn(line string, chosen Chosen) (string, *engine.Refusal) {
	list := engine.Alternatives(line)
	for i, part := range list {
		order, r := chosen(part)
		if r != nil {
			return line, r
		}
		if order != "" {
			list[i] = order
		}
	}
	return strings.Join(list, ", else "), nil
}

// Refused returns the lines of plans that cannot be kept; nil if all can.
func (w *Written) Refused(world plan.World, acts func() []plan.Act) (bad []templates.Line) {
	verbs := allVerbs(w.Next, w.Seat)
	verbs[plan.UsualTurn], verbs[plan.Harmless] = true, true
	for i := range w.Sections {
		bad = append(bad, w.refused(i, verbs, world, acts)...)
	}
	return bad
}

func (w *Written) refused(i int, verbs map[string]bool, world plan.World, acts func() []plan.Act) (bad []templates.Line) {
	refuse := func(n int, text string, why engine.Message) {
		r := &engine.Refusal{Kind: engine.NotUnderstood, Line: text, Column: 1, Why: why}
		bad = append(bad, templates.Line{N: n, Text: text, Refusal: r})
	}
	s, at := &w.Sections[i], 0
	for n, k := range w.Under {
		if k == i && (at == 0 || n < at) {
			at = n
		}
	}
	if s.Turn != "" {
		if len(w.Next.Title.Turns()) == 0 {
			refuse(at, s.typed, engine.Msg(key.PlanNoHeads))
		} else if name, known := engine.Head(w.Next.Title, s.Turn); known {
			s.Turn = name
		} else {
			refuse(at, s.typed, engine.Msg(key.PlanNoHead, engine.Order("turn", s.Turn)))
		}
	}
	if len(s.Items) == 0 && s.routine.Words == "" {
		refuse(at, s.typed, engine.Msg(key.PlanEmpty))
	}
	for _, it := range s.Items {
		if it.wrong != nil {
			refuse(it.N, it.Text, it.wrong.Why)
			continue
		}
		list := engine.Alternatives(it.Line)
		for _, line := range list {
			if !verbs[words.First(line)] || len(list) > 1 && plan.StandsForTurn(line) { // a turn is no alternative
				refuse(it.N, it.Text, engine.Msg(key.PlanNoOrder, engine.Order("word", words.First(line))))
				break
			}
		}
	}
	long := 0
	for _, it := range s.Items {
		long += len(it.Line)
	}
	for _, c := range s.when {
		long += len(c.Text)
	}
	if long > plan.Longest {
		refuse(at, s.typed, engine.Msg(key.PlanLong, engine.Int("limit", plan.Longest)))
		return bad
	}
	if s.surplus > 0 && s.routine.Words == "" {
		refuse(s.surplus, "end", engine.Msg(key.PlanEnd))
	}
	for _, c := range s.when {
		if _, known := c.Holds(world); known {
			continue
		}
		why := engine.Msg(key.PlanCondition, engine.SeveralOf("known", world.Known(), engine.Order))
		if meant, ok := world.InOrderWords(c, acts()); ok {
			why = engine.Msg(key.PlanMeant, engine.Order("line", meant.String()))
		}
		refuse(at, w.Book.Print(c.String()), why)
	}
	return bad
}

// Acts are the orders that the seat knows of and those that are possible now, with their wording in letters.
func Acts(ctx context.Context, d *deed.Deed) (list []plan.Act) {
	add := func(s engine.Seat, line string, reports []engine.Report) {
		act := plan.Act{Line: line}
		for _, r := range engine.For(d.Seat, reports) {
			if of, ok := r.Arg("seat"); !ok || of.Int == int(s) { // actions of others do not count
				act.Says += d.Texts.Say(d.Change.Table.LangOf(d.Seat), d.Change.Table.Names(), nil, r.Message) + " "
			}
		}
		list = append(list, act)
	}
	for _, r := range World(ctx, d.Change, d.Seat, 0).Since {
		add(r.Seat, r.Line, r.Reports)
	}
	view := d.Change.Next.Pos.View(d.Seat)
	for _, s := range d.Change.Next.Waiting() {
		for _, f := range advise.List(d.Change.Next.Title, view, s, "", 1, 0).Choices {
			add(s, f.Line, f.Reports)
		}
	}
	return list
}

// Lines returns the plans as they are written.
func (w *Written) Lines() (lines []string) {
	for _, s := range w.Sections {
		if s.routine.Words != "" {
			line := s.routine.Words
			if s.routine.Step == "" {
				line = "always " + line
			}
			for _, c := range s.when {
				line += " " + c.String()
			}
			lines = append(lines, line)
			continue
		}
		switch {
		case s.Always:
			lines = append(lines, strings.TrimSpace("always "+s.Turn)+":")
		case s.Late:
			lines = append(lines, "late:")
		case s.Turn != "":
			lines = append(lines, "plan "+s.Turn+":")
		default:
			lines = append(lines, "plan")
		}
		for _, it := range s.Items {
			lines = append(lines, it.Text)
		}
		for _, c := range s.when {
			lines = append(lines, c.String())
		}
		lines = append(lines, "end")
	}
	return lines
}

// Keep keeps the plans, once all orders of the mail are played. by is the substitute who wrote it, and turn the one
// of its last order.
func (w *Written) Keep(d *deed.Deed, by, turn string) (given []plan.Plan) {
	for _, s := range w.Sections {
		p := plan.Plan{Seat: d.Seat, Given: d.Change.Seq(), By: by, Head: s.Turn, Always: s.Always, Late: s.Late,
			When: s.when, Words: s.routine.Words, Step: s.routine.Step, Round: s.routine.Round, Lines: s.routine.Lines}
		for _, it := range s.Items {
			p.Lines = append(p.Lines, it.Line)
		}
		p.Begin(d.Change.Next, d.Moved, turn)
		p.Open = p.Open && !p.Late
		d.Change.Table.Plans = append(slices.Clip(d.Change.Table.Plans), p)
		given = append(given, p)
	}
	d.Acted = d.Acted || given != nil
	return given
}

// TellKept tells which of the plans that a mail has given are kept at its end, by their numbers then, and reports
// whether any is: all may have stopped in the turn that they would have begun with.
func TellKept(d *deed.Deed, given []plan.Plan) bool {
	n, first, turn := 0, 0, false
	for i, p := range d.Change.Table.PlansOf(d.Seat) {
		if slices.ContainsFunc(given, p.Is) {
			n, first, turn = n+1, cmp.Or(first, i+1), turn || !p.Late
		}
	}
	if n > 0 {
		d.Tell(engine.Msg(key.PlanKept, engine.Int("n", n), engine.Int("at", first)))
	}
	if turn {
		d.Tell(PlayedWhen(d.Change.Table))
	}
	return n > 0
}

// cutHead cuts the name of a turn off a line, as "3:".
func cutHead(g *engine.Game, line string) (head, order string) {
	if g == nil {
		return "", line
	}
	return engine.CutHead(g.Title, strings.TrimSpace(line))
}

// isWhatIf reports whether a line begins orders that are only thought of.
func isWhatIf(line string) bool { return engine.Squeeze(strings.Trim(line, " .:?!")) == "whatif" }
