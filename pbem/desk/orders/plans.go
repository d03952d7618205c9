package orders

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/desk/plans"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/plan"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/extract"
	"railpost/templates"
	"railpost/templates/parlance"
)

// section is the part of a mail below "plan" or "next:".
type section struct {
	plan.Header
	routine engine.Routine // instead of items
	when    []plan.Condition
	typed   string // the line that begins it
	ifs     bool   // it is under "what if"
	items   []item
	surplus int // the line of a second "end", 0 for none: what is before it was no part of the plan
}

// sectioned marks the lines below "plan" as such, up to "end", the end of the mail or a word
// of the service: each begins with "next:" afterwards. From a greeting or a name on, lines
// that begin as no order does stay as they are.
func (rd *reading) sectioned(typed []string) []string {
	out, verbs := slices.Clone(typed), sync.OnceValue(func() map[string]bool { return allVerbs(rd.next, rd.seat) }) // most mails have no plan
	rd.under, rd.foreign, rd.heads = map[int]int{}, map[int]string{}, map[int]string{}
	rd.sections = nil
	own := rd.foreign
	in, talk, empty := false, false, false // empty: the section has no line yet
	mark := func(i int, order string) {
		rd.under[i+1] = len(rd.sections) - 1
		out[i] = "next: " + cmp.Or(order, "end") // a line ending in ":" goes on in the next
	}
	begin := func(i int, s section, order string) {
		rd.sections = append(rd.sections, s)
		mark(i, order)
		in, talk, empty = true, false, order == ""
	}
	for i, line := range typed {
		if head, order := cutHead(rd.next, line); head != "" {
			rd.heads[i+1], out[i], in = head, order, false
			continue
		}
		text := rd.plannedLine(strings.TrimSpace(line), verbs)
		n, chosen := words.Number(rd.vocabularyBook().Read(text).English)
		if chosen && in { // "#2" would be a comment
			text = "[" + strconv.Itoa(n) + "]"
		}
		if text != strings.TrimSpace(line) {
			own[i+1] = line
		}
		word := words.First(text)
		greets := !chosen && (rd.texts.Words().Greets(word) || isName(rd.table, text))
		if r, when, ok := routine(rd.next, text); ok {
			begin(i, section{Header: plan.Header{Always: true}, typed: text, routine: r, when: when}, "")
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
		last := len(rd.sections) - 1
		if in && engine.Fold(text) == "late" {
			header, ok = plan.Header{Late: true}, true
		}
		switch {
		case isWhatIf(text):
			begin(i, section{ifs: true}, "")
		case in && rd.sections[last].ifs && !greets && text != "":
			mark(i, text)
		case ok && in && empty && rd.sections[last].Header == plan.Header{}: // "plan", and below it "late:"
			rd.sections[last].Header = header
			mark(i, header.Order)
			empty = header.Order == ""
		case ok && in && empty && header == plan.Header{}: // the other way round
			mark(i, "")
		case ok:
			begin(i, section{Header: header, typed: text}, header.Order)
		case in && plan.Ends(text):
			mark(i, "")
			in = false
		case len(rd.sections) > 0 && plan.Ends(text) && !verbs()[word]:
			rd.sections[len(rd.sections)-1].surplus = i + 1
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
	rd.rejoin(typed, out)
	return out
}

// rejoin joins the pieces in which letters print a long order of a plan.
func (rd *reading) rejoin(typed, out []string) {
	if len(rd.sections) == 0 {
		return
	}
	raw, v := slices.Clone(typed), rd.vocabulary()
	for i := len(out) - 1; i > 0; i-- {
		s, in := rd.under[i]
		if more, too := rd.under[i+1]; !in || !too || s != more || !extract.Continues(strings.TrimPrefix(out[i-1], "next: "), raw[i], v) {
			continue
		}
		raw[i-1] += " " + raw[i]
		order := rd.plannedLine(strings.TrimSpace(raw[i-1]), func() map[string]bool { return allVerbs(rd.next, rd.seat) })
		if head, ok := plan.ReadHeader(order); ok {
			order = head.Order
		}
		if out[i-1], out[i] = "next: "+order, ""; rd.foreign[i] != "" {
			rd.foreign[i] = raw[i-1]
		}
		delete(rd.under, i+1)
		delete(rd.foreign, i+1)
	}
}

// sentence reports whether an order has words in small letters after its first, as talk about others has:
// "always pass him by".
func sentence(order string) bool {
	order, _ = plan.CutCondition(order)
	return slices.ContainsFunc(strings.Fields(words.After(order)), func(w string) bool { return strings.ToLower(w) == w && strings.ToUpper(w) != w })
}

// plannedLine returns a line that may belong to a plan in English, if it is in another
// language.
func (rd *reading) plannedLine(line string, verbs func() map[string]bool) string {
	book := rd.vocabularyBook()
	if name, order, ok := strings.Cut(line, ":"); ok && isName(rd.table, name) { // of "what if"
		return name + ": " + book.Read(strings.TrimSpace(order)).English
	}
	for _, read := range []func(string) parlance.Line{book.Read, book.ReadService} {
		text := read(line).English
		if text == line {
			continue
		}
		_, heads := plan.ReadHeader(text)
		_, _, routine := routine(rd.next, text)
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

// takeSections takes the lines below "plan" out of the orders of the mail.
func (rd *reading) takeSections() {
	orders, v := rd.sorted.Orders[:0:0], rd.vocabulary()
	for _, o := range rd.sorted.Orders {
		i, under := rd.under[o.N]
		if !under {
			orders = append(orders, o)
			continue
		}
		head, _ := plan.ReadHeader(o.Text)
		s := &rd.sections[i]
		if c, ok := plan.ReadCondition(head.Order); ok && !s.ifs {
			s.when = append(s.when, c)
			continue
		}
		line, when := head.Order, []plan.Condition(nil)
		if !s.ifs {
			line, when = plan.CutCondition(line)
		}
		s.when = append(s.when, when...)
		for line := range strings.SplitSeq(line, ";") { // as in printed plans
			if line = strings.TrimSpace(line); line != "" && !plan.Ends(line) {
				it := item{n: o.N, text: line, line: line}
				if !s.ifs {
					it.line, it.wrong = rd.chosenIn(line, v)
				}
				s.items = append(s.items, it)
			}
		}
	}
	rd.sorted.Orders = orders
}

// chosenIn returns a line of a plan with the choices of the turn letter for their marks.
func (rd *reading) chosenIn(line string, v *words.Vocabulary) (string, *engine.Refusal) {
	list := engine.Alternatives(line)
	for i, part := range list {
		order, r := rd.chosen(v.English(part), rd.numbered)
		if r != nil {
			return line, r
		}
		if order != "" {
			list[i] = order
		}
	}
	return strings.Join(list, ", else "), nil
}

// badSections returns the lines of plans that cannot be kept; nil if all can.
func (rd *reading) badSections(world plan.World, acts func() []plan.Act) (bad []templates.Line) {
	verbs := allVerbs(rd.next, rd.seat)
	verbs[plan.UsualTurn], verbs[plan.Harmless] = true, true
	for i := range rd.sections {
		bad = append(bad, rd.badSection(i, verbs, world, acts)...)
	}
	return bad
}

func (rd *reading) badSection(i int, verbs map[string]bool, world plan.World, acts func() []plan.Act) (bad []templates.Line) {
	refuse := func(n int, text string, why engine.Message) {
		bad = append(bad, templates.Line{N: n, Text: text, Refusal: &engine.Refusal{Kind: engine.NotUnderstood, Line: text, Column: 1, Why: why}})
	}
	s, at := &rd.sections[i], 0
	for n, k := range rd.under {
		if k == i && (at == 0 || n < at) {
			at = n
		}
	}
	if s.Turn != "" {
		if len(rd.next.Title.Turns()) == 0 {
			refuse(at, s.typed, engine.Msg(key.PlanNoHeads))
		} else if name, known := engine.Head(rd.next.Title, s.Turn); known {
			s.Turn = name
		} else {
			refuse(at, s.typed, engine.Msg(key.PlanNoHead, engine.Order("turn", s.Turn)))
		}
	}
	if len(s.items) == 0 && s.routine.Words == "" {
		refuse(at, s.typed, engine.Msg(key.PlanEmpty))
	}
	for _, it := range s.items {
		if it.wrong != nil {
			refuse(it.n, it.text, it.wrong.Why)
			continue
		}
		list := engine.Alternatives(it.line)
		for _, line := range list {
			if !verbs[words.First(line)] || len(list) > 1 && plan.StandsForTurn(line) { // a turn is no alternative
				refuse(it.n, it.text, engine.Msg(key.PlanNoOrder, engine.Order("word", words.First(line))))
				break
			}
		}
	}
	long := 0
	for _, it := range s.items {
		long += len(it.line)
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
		refuse(at, rd.vocabularyBook().Print(c.String()), why)
	}
	return bad
}

// acts are the orders that the seat knows of and those that are possible now, with their wording in letters.
func (h *handling) acts(ctx context.Context) (list []plan.Act) {
	add := func(s engine.Seat, line string, reports []engine.Report) {
		act := plan.Act{Line: line}
		for _, r := range engine.For(h.Seat, reports) {
			if of, ok := r.Arg("seat"); !ok || of.Int == int(s) { // actions of others do not count
				act.Says += h.Texts.Say(h.Change.Table.LangOf(h.Seat), h.Change.Table.Names(), nil, r.Message) + " "
			}
		}
		list = append(list, act)
	}
	for _, r := range plans.World(ctx, h.Change, h.Seat, 0).Since {
		add(r.Seat, r.Line, r.Reports)
	}
	view := h.Change.Next.Pos.View(h.Seat)
	for _, s := range h.Change.Next.Waiting() {
		for _, f := range advise.List(h.Change.Next.Title, view, s, "", 1, 0).Choices {
			add(s, f.Line, f.Reports)
		}
	}
	return list
}

// planLines returns the mail's plans as they are written.
func planLines(sections []section) (lines []string) {
	for _, s := range sections {
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
		for _, it := range s.items {
			lines = append(lines, it.text)
		}
		for _, c := range s.when {
			lines = append(lines, c.String())
		}
		lines = append(lines, "end")
	}
	return lines
}

// keepPlans keeps the lines below "plan", once all orders of the mail are played.
func (h *handling) keepPlans() {
	for _, s := range h.read.sections {
		p := plan.Plan{Seat: h.Seat, Given: h.Change.Seq(), By: h.substitute(), Head: s.Turn, Always: s.Always, Late: s.Late, When: s.when,
			Words: s.routine.Words, Step: s.routine.Step, Round: s.routine.Round, Lines: s.routine.Lines}
		for _, it := range s.items {
			p.Lines = append(p.Lines, it.line)
		}
		p.Begin(h.Change.Next, h.Moved, h.mode.After.Prompt.Turn)
		p.Open = p.Open && !p.Late
		h.Change.Table.Plans = append(slices.Clip(h.Change.Table.Plans), p)
		h.given = append(h.given, p)
	}
	if len(h.read.sections) > 0 {
		h.Acted, h.planned, h.used = true, true, append(h.used, "plan")
	}
}

// tellPlans tells which plans of the mail are kept at its end, by their numbers then. If none is, since all
// have stopped in the turn that they would have begun with, the mail made none.
func (h *handling) tellPlans() {
	n, first, at, turn := 0, 0, 0, false
	for _, p := range h.Change.Table.Plans {
		if p.Seat != h.Seat {
			continue
		}
		if at++; slices.ContainsFunc(h.given, p.Is) {
			if n++; first == 0 {
				first = at
			}
			turn = turn || !p.Late
		}
	}
	if n > 0 {
		h.Tell(engine.Msg(key.PlanKept, engine.Int("n", n), engine.Int("at", first)))
		if turn {
			h.Tell(plans.PlayedWhen(h.Change.Table))
		}
	} else if !h.Moved {
		h.planned = false
	}
}

// hold keeps the lines after an offer until the answer has come.
func (h *handling) hold(otherwise string, items []item) {
	var lines []string
	for _, it := range items {
		lines = append(lines, it.line)
		h.Reply.Lines = append(h.Reply.Lines, templates.Line{N: it.n, Text: it.text, State: engine.Dropped, Dropped: engine.Msg(key.LineHeld)})
	}
	plans.Hold(h.Change, h.Seat, h.substitute(), otherwise, lines)
}
