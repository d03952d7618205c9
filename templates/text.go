package templates

import (
	"slices"
	"strings"
	"unicode"

	"railpost/engine"
	"railpost/templates/key"
)

// pictures returns the pictures that some parts show, each once.
func pictures(parts []part) (list []Picture) {
	add := func(more ...Picture) {
		for _, p := range more {
			if p.PNG != nil && !slices.ContainsFunc(list, func(q Picture) bool { return q.ID == p.ID }) {
				list = append(list, p)
			}
		}
	}
	for _, p := range parts {
		switch p := p.(type) {
		case image:
			add(p.Picture)
		case apart:
			add(pictures(p.html)...)
		case choices:
			for _, c := range p.rows {
				if c.tile != nil {
					add(c.tile.Picture)
				}
			}
		}
	}
	return list
}

// sentences are the rows of a table: "Ana: points 12; rubles 3." A row that begins with a number names its
// column, too.
func (t table) sentences() (list []string) {
	for _, r := range t.rows {
		if len(r) == 0 {
			continue
		}
		first := r[0]
		if t.head(0) != "" && first != "" && unicode.IsDigit(rune(first[0])) {
			first = upperFirst(t.head(0)) + " " + first
		}
		said := t.said(r)
		switch {
		case first != "" && said != "":
			said = first + ": " + said
		case said == "":
			said = first
		default:
			said = capital(said)
		}
		if said != "" {
			list = append(list, stopped(said))
		}
	}
	return list
}

// said is the fields of a row but the first, each with its heading: "points 12; rubles 3".
func (t table) said(row []string) string {
	var cells []string
	for i, c := range row[1:] {
		if c != "" {
			cells = append(cells, strings.TrimSpace(t.head(i+1)+" "+c))
		}
	}
	return strings.Join(cells, "; ")
}

// head is the heading of a column; "" if it has none.
func (t table) head(i int) string {
	if i < len(t.heads) {
		return t.heads[i]
	}
	return ""
}

// textWriter writes a document as text.
type textWriter struct {
	b       strings.Builder
	headed  bool // a heading was the last thing written
	tight   bool // no blank lines within sections
	brief   brevity
	undrawn string // what stands for drawings
	each    int    // at most so many lines for what became of an order; 0: any number
	after   int    // at most so many for all their consequences
	rest    string // tells what is cut

	outcomes []engine.Message // that are still to be told
	lost     bool             // they have tables, which are left out
	of       *letter
	offered  []string // lines that can be sent back as they stand, whole and as they are broken
}

func (d *document) text() string { return (&textWriter{}).all(d.parts).b.String() }

// Limits of the lines of letters. In a turn letter of more than drawnMost what "map" draws is left out; in one of
// more than linesMost, and in a receipt of more than receiptMost and one for each order beyond three, what "log"
// tells in full is cut.
const drawnMost, linesMost, receiptMost = 60, 90, 8

// mostEach is the lines for an order where nothing but blank lines is left out.
const mostEach = 5

// writeText writes a letter as text.
func writeText(w *letter) *textWriter {
	row := kinds[w.Kind]
	out := textWriter{tight: row.Tells || w.Kind == Receipt}
	t := out.written(w)
	if !out.tight || row.Begins || row.Closes {
		return t
	}
	if t.lines() > drawnMost {
		out.brief, out.undrawn = undrawn, w.word(key.Undrawn)
		t = out.written(w)
	}
	most, least := linesMost, 1
	if out.after = mostEach; plainReceipt(w) {
		out.after, most = 1, receiptMost+max(0, len(w.Lines)-3)
		least = max(1, mostEach-1-len(w.Lines)) // what an order has brought comes before what the mail has planned
	}
	out.rest = w.word(key.ReceiptMore, engine.Int("n", len(w.Lines)+len(w.Happened)))
	for out.each = mostEach; out.each >= least && t.lines() > most; out.each-- {
		t = out.written(w)
	}
	if t.lines() > most && !plainReceipt(w) {
		out.each, out.brief = 1, shorter
		t = out.written(w)
	}
	return t
}

// plainReceipt reports whether a receipt only says what became of a mail, whose orders were all played, and what
// the reader's seat did by itself since.
func plainReceipt(w *letter) bool {
	return w.Kind == Receipt && w.Enclosed == nil && w.Code == "" && foot{w}.brieflyHow() &&
		len(standing(w)) == meant(w) && len(w.Read)+len(w.Talk) == 0 &&
		!slices.ContainsFunc(w.Happened, func(s Step) bool { return s.Seat != w.Seat })
}

// written returns a copy of a writer that has written a letter.
func (w textWriter) written(of *letter) *textWriter { return w.all(of.parts) }

func (w *textWriter) lines() int { return strings.Count(w.b.String(), "\n") }

func (w *textWriter) all(parts []part) *textWriter {
	for _, p := range parts {
		w.part(p)
	}
	return w
}

func (w *textWriter) part(p part) {
	switch p := p.(type) {
	case tap:
		w.offered = append(w.offered, p.lines...)
		return
	case heading:
		w.heading(p)
	case gap:
		if w.each == 0 {
			w.line("")
		}
	case prose:
		w.prose(p)
	case choices:
		w.choices(p)
	case entry:
		w.entry(p)
	case table:
		w.table(p)
	case drawing:
		w.drawing(p)
	case link:
		w.line(p.address)
	case shell:
		w.hung(p.lines, "  ", "  ")
	case fault:
		w.fault(p)
	case chronology:
		w.chronology(p)
	case apart:
		for _, in := range p.html {
			if button, ok := in.(tap); ok { // its words in an answer are no quotation
				w.offered = append(w.offered, button.lines...)
			}
		}
		if p.least > drawn && w.brief >= p.least {
			if p.least == shorter {
				w.line("")
				w.line(w.undrawn)
			}
			return
		}
		w.all(p.text)
		return
	case outcome:
		if w.each > 0 && w.each < mostEach {
			w.of, w.outcomes = p.of, append(w.outcomes, p.said...)
			w.lost = w.lost || slices.ContainsFunc(p.parts, func(in part) bool { _, is := in.(table); return is })
			return
		}
		w.all(p.parts)
		return
	case small:
		if len(w.outcomes) > 0 || w.lost {
			all := capital(w.of.inLine(engine.Each(w.outcomes, w.of.msg)))
			w.each = min(w.each, w.after)
			if w.lost && w.rest != "" { // as good as cut
				all, w.rest = strings.TrimLeft(cut(all, textColumns-3-columnsOf(w.rest))+" "+w.rest, " "), ""
			}
			w.told(all, "  ")
		}
		return
	case masthead, strip:
		return
	}
	_, w.headed = p.(heading)
}

func (w *textWriter) line(s string) {
	w.b.WriteString(strings.TrimRight(s, " "))
	w.b.WriteByte('\n')
}

// wrapped writes s with first before its first line and rest before the others.
func (w *textWriter) wrapped(s, first, rest string) {
	w.hung(hang(s, textColumns-columnsOf(first), textColumns-columnsOf(rest)), first, rest)
}

// hung writes lines, with first before the first of them and rest before the others.
func (w *textWriter) hung(list []string, first, rest string) {
	for i, l := range list {
		w.line(engine.If(i == 0, first, rest) + l)
	}
}

// entryIndent is the indentation of lines that belong to an entry.
const entryIndent = "      "

const noteColumns = textColumns - len(entryIndent)

func (w *textWriter) heading(h heading) {
	if w.b.Len() > 0 && w.after != 1 && (h.level == 1 || !w.headed && h.level == 2 && !w.tight) {
		w.line("")
	}
	text := engine.If(h.level == 1 && !h.spoken, strings.ToUpper(h.text), h.text)
	if h.then != "" {
		text += ": " + h.then
	}
	if h.spoken {
		text = stopped(text)
	}
	w.wrapped(text, "", "")
}

// indents are those of paragraphs by their level: of the first line, and of the others.
var indents = [...][2]string{{}, {"  ", "    "}, {entryIndent, entryIndent + "  "}, {}, {entryIndent + "  ", entryIndent + "    "}}

func (w *textWriter) prose(p prose) {
	for _, l := range p.lines {
		w.wrapped(l, indents[p.level][0], indents[p.level][1])
	}
	if p.exact {
		w.offered = append(w.offered, p.lines...)
	}
}

// Maximum width of the orders of a list before their aligned comments.
const alignMost = 40

func (w *textWriter) choices(c choices) {
	align := 0
	if !c.ragged && !c.spoken {
		align = c.align()
	}
	for _, row := range c.rows {
		if c.spoken {
			w.spokenChoice(row)
		} else {
			w.choice(row, strings.Repeat("  ", c.level), align)
		}
	}
}

// align returns the column at which remarks begin: the one with which a list takes the fewest lines.
func (c choices) align() int {
	best, least := 0, 0
	for _, row := range c.rows {
		at := row.columns()
		if at > alignMost {
			continue
		}
		cost := 0
		for _, r := range c.rows {
			if r.columns() > at || at > choiceColumns-2*c.level-len(commentSign)-columnsOf(r.remark) {
				cost++
			}
		}
		if least == 0 || cost+1 < least || cost+1 == least && at < best {
			best, least = at, cost+1
		}
	}
	return best
}

// choice writes an order and, after "#", its remark: on the same line if both fit, else on separate lines.
func (w *textWriter) choice(c choice, indent string, align int) {
	first, rest := indent+c.lead(), indent+"    "
	lines := breakOrder(c.line, choiceColumns-columnsOf(first)-2)
	w.offered = append(append(w.offered, c.line), lines...)
	n := len(lines) - 1
	last := engine.If(n == 0, first, rest) + lines[n]
	padded := last + strings.Repeat(" ", max(0, align+len(indent)-columnsOf(last))) + commentSign + c.remark
	w.hung(lines[:n], first, rest)
	if c.remark != "" && columnsOf(padded) <= choiceColumns {
		w.line(padded)
		return
	}
	w.line(last)
	sign := rest + "# "
	w.hung(wrap(c.remark, choiceColumns-columnsOf(sign)), sign, sign)
}

// spokenChoice writes an order, and below it its remark.
func (w *textWriter) spokenChoice(c choice) {
	lines := breakOrder(c.line, choiceColumns-columnsOf(c.lead()))
	w.offered = append(append(w.offered, c.line), lines...)
	w.hung(lines, c.lead(), "")
	w.wrapped(c.remark, "", "")
}

func (w *textWriter) entry(e entry) {
	first := e.first()
	notes := e.notes
	switch {
	case e.then != "":
		w.line(first + e.code + resultSign + e.then)
	case w.each > 0 && e.run != "":
		with := e.run
		if e.typed != "" && e.typed != e.run {
			with = e.typed + "; " + e.run
		}
		for _, whole := range []string{e.code + resultSign + with, e.code + resultSign + e.run} {
			if e.code != "" && len(w.fitted(whole, first)) <= w.each {
				e.run = whole // else what it has brought says what it was
				break
			}
		}
		w.told(e.run, first)
		return
	case e.code != "":
		w.hung(breakOrder(e.code, textColumns-max(columnsOf(first), len(entryIndent)+2)), first, entryIndent+"  ")
	case len(notes) > 0:
		w.wrapped(notes[0], first, entryIndent+"  ")
		notes = notes[1:]
	default:
		w.line(first)
	}
	for _, n := range notes {
		w.wrapped(n, entryIndent, entryIndent+"  ")
	}
}

// chronology writes a line for each turn of a player.
func (w *textWriter) chronology(h chronology) {
	columns := 0
	for _, r := range h.rows {
		columns = max(columns, columnsOf(r.label))
	}
	for _, r := range h.rows {
		if r.round {
			w.wrapped(r.did, "", "")
			continue
		}
		first := "  " + strings.Repeat(" ", columns-columnsOf(r.label)) + r.label + "  "
		if r.label == "" {
			first = "  "
		}
		if r.who != "" {
			first += r.who + ": "
		}
		if w.each > 0 {
			w.told(r.did, first)
			continue
		}
		w.wrapped(r.did, first, entryIndent)
	}
}

// told writes what became of an order.
func (w *textWriter) told(s, first string) {
	lines := w.fitted(s, first)
	if len(lines) > w.each {
		n := w.each - 1
		most := textColumns - columnsOf(first) - columnsOf(w.rest) - 3
		head := wrap(lines[n]+" "+lines[n+1], most)[0]
		lines[n] = strings.TrimRight(head, ",;") + "…"
		lines, w.rest = append(lines[:n], strings.TrimRight(lines[n]+" "+w.rest, " ")), ""
	}
	w.hung(lines, first, entryIndent)
}

// fitted returns the lines of what became of an order.
func (w *textWriter) fitted(s, first string) []string {
	return hang(s, textColumns-columnsOf(first), textColumns-columnsOf(entryIndent))
}

// drawing writes fixed-width lines; a wide drawing in strips, one below the other.
func (w *textWriter) drawing(d drawing) {
	if w.brief >= undrawn {
		w.wrapped(w.undrawn, "  ", "    ")
		return
	}
	for lines := d.lines; len(lines) > 0; {
		var rest []string
		more := false
		for _, l := range lines {
			head, tail := split(l, textColumns)
			w.line(head)
			rest = append(rest, tail)
			more = more || strings.TrimSpace(tail) != ""
		}
		if !more {
			return
		}
		lines = rest
	}
}

// fault writes a line with carets under the wrong part, in pieces if it is long.
func (w *textWriter) fault(f fault) {
	for _, l := range f.marked(noteColumns) {
		w.line(entryIndent + l[0])
		if strings.TrimSpace(l[1]) != "" {
			w.line(entryIndent + l[1])
		}
	}
}

// marked cuts a faulty line into pieces, each with its line of carets.
func (f fault) marked(columns int) [][2]string {
	var out [][2]string
	var line, carets strings.Builder
	used := 0
	flush := func() {
		out = append(out, [2]string{line.String(), strings.TrimRight(carets.String(), " ")})
		line.Reset()
		carets.Reset()
		used = 0
	}
	mark := func(i, n int) {
		carets.WriteString(strings.Repeat(engine.If(i >= f.from && i < f.to, "^", " "), n))
	}
	i := 0
	for _, r := range f.line {
		n := columnsOfRune(r)
		if used+n > columns {
			flush()
		}
		line.WriteRune(r)
		mark(i, n)
		used += n
		i++
	}
	for ; i < f.to && used < columns; i++ { // something is missing after the end
		mark(i, 1)
		used++
	}
	flush()
	return out
}

// table writes a table in columns, with narrower gaps if necessary. If it is still too wide, it
// becomes a list of its rows.
func (w *textWriter) table(t table) {
	if t.spoken {
		w.prose(prose{lines: t.sentences()})
		return
	}
	widths := t.widths()
	for _, gap := range []string{"  ", " "} {
		total := len(gap) * (len(widths) - 1)
		for _, n := range widths {
			total += n
		}
		if total > textColumns {
			continue
		}
		indent := engine.If(total <= textColumns-2, "  ", "")
		if t.hasHeads() {
			w.line(indent + t.row(t.heads, widths, gap))
		}
		for _, r := range t.rows {
			w.line(indent + t.row(r, widths, gap))
		}
		return
	}
	w.tableList(t)
}

func (t table) hasHeads() bool { return strings.Join(t.heads, "") != "" }

func (t table) widths() []int {
	var widths []int
	for _, r := range append([][]string{t.heads}, t.rows...) {
		for i, c := range r {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], columnsOf(c))
		}
	}
	return widths
}

func (t table) row(cells []string, widths []int, gap string) string {
	var b strings.Builder
	for i, c := range cells {
		if i > 0 {
			b.WriteString(gap)
		}
		pad := strings.Repeat(" ", widths[i]-columnsOf(c))
		b.WriteString(engine.If(i < len(t.right) && t.right[i], pad+c, c+pad))
	}
	return b.String()
}

// tableList writes "Ana: points 12; rubles 3".
func (w *textWriter) tableList(t table) {
	for _, r := range t.rows {
		if len(r) > 0 {
			w.wrapped(r[0]+": "+t.said(r), "  ", "    ")
		}
	}
}
