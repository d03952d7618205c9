package templates

import (
	"math"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/templates/key"
)

// greet adds what the reader needs to decide whether to act now: what, until when.
func (w *letter) greet() {
	if w.Kind == Reminder && !w.Since.IsZero() {
		w.say(w.word(key.Since, engine.Text("time", w.time(w.Since)), engine.Text("away", w.away(w.Since))))
	}
	w.say(w.turnLine())
	if what := takenBack(w); what != "" && w.Kind == Turn {
		w.say(w.word(key.YourTurnAgain, engine.Text("what", what)))
	}
	for _, m := range w.Ask {
		w.say(sentence(w.msg(m)))
	}
	w.limit()
	w.told()
	w.alsoWaiting()
}

func (w *letter) turnLine() string {
	if kinds[w.Kind].Begins {
		return sentence(w.word(key.YourTurnToo, engine.Text("status", phrase(w.msg(w.Status)))))
	}
	name := engine.Text("name", w.reader())
	if w.Status.Empty() {
		return w.word(key.YourTurnBare, name)
	}
	return w.word(key.YourTurn, name, engine.Text("status", phrase(w.msg(w.Status))))
}

// reader returns the name the letter greets.
func (w *letter) reader() string {
	if w.Name != "" {
		return cleanName(w.Name)
	}
	if w.Seat >= 0 {
		return w.name(w.Seat)
	}
	return w.word(key.Somebody)
}

// limit adds the deadline.
func (w *letter) limit() {
	if w.Until.IsZero() {
		return
	}
	say := key.Until
	if !w.Until.After(w.Now) {
		say = key.UntilPassed
	}
	w.say(w.word(say, engine.Text("time", w.time(w.Until)), engine.Text("zone", w.zoneName()), engine.Text("away", w.away(w.Until))))
	if w.Bank.IsZero() || say == key.UntilPassed {
		return
	}
	say = key.UntilBank
	if !w.Bank.After(w.Now) {
		say = key.UntilBankNow
	}
	w.say(w.word(say, engine.Text("time", w.time(w.Bank))))
}

// alsoWaiting names the others that must act at the same time.
func (w *letter) alsoWaiting() {
	list := slices.DeleteFunc(waitingSeats(w), func(s engine.Seat) bool { return s == w.Seat })
	if len(list) > 0 {
		w.say(w.word(key.AlsoWaiting, engine.Text("players", w.names(list)), engine.Int("n", len(list))))
	}
}

// told adds further facts.
func (w *letter) told() {
	for _, m := range w.Told {
		w.say(sentence(w.msg(m)))
	}
	if w.Link != "" {
		w.add(link{w.Link})
	}
	if w.Undo && kinds[w.Kind].undo {
		w.say(w.word(key.Undo))
	}
	w.votes()
	w.plans()
}

// votes adds what the reader is asked to agree to.
func (w *letter) votes() {
	if !kinds[w.Kind].votes {
		return
	}
	for _, m := range w.Votes {
		w.say(sentence(w.msg(m)))
	}
}

// plans adds what became of the reader's plans, and those that they still have.
func (w *letter) plans() {
	for _, m := range w.Planned {
		w.say(sentence(w.msg(m)))
	}
	if !kinds[w.Kind].plans && !w.quiet() || !w.Counts.IsZero() { // the orders of the mail then wait like a plan
		return
	}
	for _, m := range w.Plans {
		w.say(w.msg(m))
	}
}

// actor returns who acted, as the reader calls them.
func (w *letter) actor(s engine.Seat) string {
	if s >= 0 && s == w.Seat {
		return w.word(key.You)
	}
	return w.name(s)
}

// namesActor reports whether a report itself says that a seat acted.
func namesActor(reports []engine.Message, s engine.Seat) bool {
	return slices.ContainsFunc(reports, func(m engine.Message) bool { return isActor(m, s) })
}

// reports returns the results of an order, short facts joined on lines of this many columns; named
// is set if the name of the actor is already printed above them.
func (w *letter) reports(list []engine.Message, named bool, actor engine.Seat, columns int) []string {
	var lines, last []string
	for _, m := range list {
		s := w.msg(m)
		if named {
			s = w.unnamed(m, actor)
		}
		single := s
		if m.Key != saidKey {
			single = phrase(s)
		}
		if single == "" {
			continue
		}
		if n := len(lines) - 1; n >= 0 && !alone(s) && !alone(lines[n]) {
			if line := w.inLine(append(last, s)); columnsOf(line) <= columns {
				lines[n], last = line, append(last, s)
				continue
			}
		}
		lines, last = append(lines, single), []string{s}
	}
	return lines
}

// inLine joins reports as a list or, if one of them is a sentence, as sentences.
func (w *letter) inLine(list []string) string {
	if !slices.ContainsFunc(list, func(s string) bool { return stops(strings.TrimRight(s, " ")) }) {
		return strings.Join(list, w.word(key.Reports))
	}
	var said []string
	for _, s := range list {
		said = append(said, sentence(s))
	}
	return strings.Join(said, " ")
}

// saidKey is the report of what a player said, in their own words.
const saidKey = "pbem.said"

// alone reports whether a report gets a line of its own: see doc.go.
func alone(s string) bool { return strings.HasPrefix(s, "- ") }

// remark returns what follows a choice.
func (w *letter) remark(list []engine.Message) string {
	return w.inLine(w.reports(list, false, w.Seat, math.MaxInt))
}

// inBrief returns reports in their form for choices, those that have one.
func (w *letter) inBrief(reports []engine.Message) (list []engine.Message) {
	for _, m := range reports {
		if brief := w.known(m.Key + ".choice"); brief != "" {
			list = append(list, engine.Msg(brief, m.Args...))
		}
	}
	return list
}

// blocks lays out pieces of a position: words, then the table, then the drawing.
func (w *letter) blocks(blocks []engine.Block) {
	for _, b := range blocks {
		if !b.Head.Empty() {
			level := 2
			if b.Close {
				level = 3
			}
			w.below(upperFirst(w.msg(b.Head)), level)
		}
		for _, m := range b.Lines {
			w.indented(w.msg(m))
		}
		if len(b.Rows) > 0 {
			t := w.figures(b)
			w.add(t)
			if b.Chart.Course() {
				w.chart(w.chartOf(b, t))
			}
		}
		if len(b.Drawing) > 0 {
			w.add(drawing{each(b.Drawing, cleanLine)})
		}
	}
}

// figures returns a block's table.
func (w *letter) figures(b engine.Block) table {
	var t table
	for _, m := range b.Columns {
		if b.Bare && !w.Spoken {
			break
		}
		t.heads = append(t.heads, w.msg(m))
	}
	for _, r := range b.Rows {
		var row []string
		for i, c := range r {
			row = append(row, w.msg(c.Say))
			for len(t.right) <= i {
				t.right = append(t.right, false)
			}
			t.right[i] = t.right[i] || c.Right
		}
		t.rows = append(t.rows, row)
	}
	return t
}

// inAll returns how many lines a list leaves out in all.
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

// byCount returns the message for what a list leaves out, by what is known of its number.
func byCount(m advise.More, exact, least, unknown string) string {
	switch {
	case m.Count == 0:
		return unknown
	case m.What == advise.AtLeast:
		return least
	}
	return exact
}

// choices adds a list of legal lines, if there are any, to what is said of a line of a mail:
// answering with one stands for the whole mail if it has no other line.
func (w *letter) choices(level int, list []advise.Choice) {
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

func (w *letter) choice(c advise.Choice) choice {
	out := choice{line: cleanLine(c.Line), remark: w.remark(w.remarks(c))}
	if c.N > 0 {
		out.number = "[" + Mark(c.N, w.lettered()) + "]"
	}
	return out
}

// offered is a choice that is there to be answered with.
func (w *letter) offered(c advise.Choice) choice {
	out := w.choice(c)
	if !c.Lost {
		out.answer = w.answering(out.line)
	}
	return out
}

// remarks returns what is said of a choice.
func (w *letter) remarks(c advise.Choice) []engine.Message {
	return slices.Concat(w.inBrief(c.Does), c.Remark)
}

func (w *letter) more(m advise.More) string {
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
func (w *letter) longer(prefix string) string {
	words := strings.Fields(prefix)
	n := len(words) + 1
	for _, c := range w.Choices {
		if list := strings.Fields(c.Line); len(list) >= n && len(list) > len(words) {
			words = list[:n]
		}
	}
	return clean(strings.TrimRight(strings.Join(words, " "), ":,"))
}
