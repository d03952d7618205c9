package templates

import (
	"strings"
	"unicode"
)

// pictures returns the pictures that the document shows.
func pictures(d *document) (list []Picture) {
	for _, p := range d.parts {
		if in, ok := p.(image); ok && in.PNG != nil {
			list = append(list, in.Picture)
		}
	}
	return list
}

// phoneRows returns how many lines of a phone these parts take.
func phoneRows(parts []part) (n int) {
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
		var cells []string
		for i, c := range r[1:] {
			if c != "" {
				cells = append(cells, strings.TrimSpace(t.head(i+1)+" "+c))
			}
		}
		said := strings.Join(cells, "; ")
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

// head is the heading of a column; "" if it has none.
func (t table) head(i int) string {
	if i < len(t.heads) {
		return t.heads[i]
	}
	return ""
}

// spokenRemarks returns the lines of the text, and those of the page, below choices.
func spokenRemarks(d *document) (lines []string) {
	for _, p := range d.parts {
		list, ok := p.(choices)
		if !ok || !list.spoken {
			continue
		}
		for _, row := range list.rows {
			lines = append(append(lines, row.remark), wrap(row.remark, textColumns)...)
		}
	}
	return lines
}

// textWriter writes a document as text.
type textWriter struct {
	b      strings.Builder
	headed bool // a heading was the last thing written

	offered []string // lines that can be sent back as they stand, whole and as they are broken
}

func (d *document) text() string { return writeText(d).b.String() }

// writeText writes a document as text.
func writeText(d *document) *textWriter {
	w := &textWriter{}
	for _, p := range d.parts {
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
		w.line("")
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
		for _, l := range p.lines {
			w.line("  " + l)
		}
	case fault:
		w.fault(p)
	}
	_, w.headed = p.(heading)
}

func (w *textWriter) line(s string) {
	w.b.WriteString(strings.TrimRight(s, " "))
	w.b.WriteByte('\n')
}

// wrapped writes s with first before its first line and rest before the others.
func (w *textWriter) wrapped(s, first, rest string) {
	for i, l := range hang(s, textColumns-columnsOf(first), textColumns-columnsOf(rest)) {
		if i == 0 {
			w.line(first + l)
		} else {
			w.line(rest + l)
		}
	}
}

// entryIndent is the indentation of lines that belong to an entry.
const entryIndent = "      "

const noteColumns = textColumns - len(entryIndent)

func (w *textWriter) heading(h heading) {
	if w.b.Len() > 0 && (h.level == 1 || !w.headed && h.level == 2) {
		w.line("")
	}
	text := h.text
	if h.level == 1 && !h.spoken {
		text = strings.ToUpper(text)
	}
	if h.then != "" {
		text += ": " + h.then
	}
	if h.spoken {
		text = stopped(text)
	}
	w.wrapped(text, "", "")
}

func (w *textWriter) prose(p prose) {
	first, rest := "", ""
	switch p.level {
	case 1:
		first, rest = "  ", "    "
	case 2:
		first, rest = entryIndent, entryIndent+"  "
	case 4:
		first, rest = entryIndent+"  ", entryIndent+"    "
	}
	for _, l := range p.lines {
		w.wrapped(l, first, rest)
	}
	if p.exact {
		w.offered = append(w.offered, p.lines...)
	}
}

// Maximum width of the orders of a list before their aligned comments.
const alignMost = 40

func (w *textWriter) choices(c choices) {
	align, most := 0, choiceColumns
	switch {
	case c.spoken:
		for _, row := range c.rows {
			w.spokenChoice(row)
		}
		return
	case c.narrow:
		most = screenColumns
	case !c.ragged:
		align = c.align()
	}
	for _, row := range c.rows {
		w.choice(row, strings.Repeat("  ", c.level), align, most)
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

// choice writes an order and, after "#", its remark: on the same line if both fit into this many columns, else
// on separate lines.
func (w *textWriter) choice(c choice, indent string, align, most int) {
	first := indent + c.lead()
	lines := breakOrder(c.line, choiceColumns-columnsOf(first)-2)
	w.offered = append(append(w.offered, c.line), lines...)
	for i, l := range lines[:len(lines)-1] {
		w.line(first + l)
		if i == 0 {
			first = indent + "    "
		}
	}
	last := first + lines[len(lines)-1]
	if c.remark == "" {
		w.line(last)
		return
	}
	padded := last + strings.Repeat(" ", max(0, align+len(indent)-columnsOf(last)))
	if columnsOf(padded+commentSign+c.remark) <= most {
		w.line(padded + commentSign + c.remark)
		return
	}
	w.line(last)
	sign := indent + "    # "
	for _, l := range wrap(c.remark, most-columnsOf(sign)) {
		w.line(sign + l)
	}
}

// spokenChoice writes an order, and below it its remark.
func (w *textWriter) spokenChoice(c choice) {
	lines := breakOrder(c.line, choiceColumns-columnsOf(c.lead()))
	w.offered = append(append(w.offered, c.line), lines...)
	for i, l := range lines {
		if i == 0 {
			l = c.lead() + l
		}
		w.line(l)
	}
	w.wrapped(c.remark, "", "")
}

func (w *textWriter) entry(e entry) {
	first := e.first()
	notes := e.notes
	switch {
	case e.then != "":
		w.line(first + e.code + resultSign + e.then)
	case e.code != "":
		w.entryOrder(first, e.code)
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

// entryOrder writes an order verbatim, broken as a choice is.
func (w *textWriter) entryOrder(first, code string) {
	lines := breakOrder(code, textColumns-max(columnsOf(first), len(entryIndent)+2))
	for i, l := range lines {
		if i == 0 {
			w.line(first + l)
		} else {
			w.line(entryIndent + "  " + l)
		}
	}
}

// drawing writes fixed-width lines; a wide drawing in strips, one below the other.
func (w *textWriter) drawing(d drawing) {
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
		sign := " "
		if i >= f.from && i < f.to {
			sign = "^"
		}
		carets.WriteString(strings.Repeat(sign, n))
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
		for _, l := range t.sentences() {
			w.wrapped(l, "", "")
		}
		return
	}
	widths := t.widths()
	total := 0
	for _, n := range widths {
		total += n
	}
	for _, gap := range []string{"  ", " "} {
		if total+len(gap)*(len(widths)-1) > textColumns {
			continue
		}
		indent := ""
		if total+len(gap)*(len(widths)-1) <= textColumns-2 {
			indent = "  "
		}
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
		if i < len(t.right) && t.right[i] {
			b.WriteString(pad + c)
		} else {
			b.WriteString(c + pad)
		}
	}
	return b.String()
}

// tableList writes "Ana: points 12; rubles 3".
func (w *textWriter) tableList(t table) {
	for _, r := range t.rows {
		var cells []string
		for i, c := range r {
			if i == 0 || c == "" {
				continue
			}
			if i < len(t.heads) && t.heads[i] != "" {
				c = t.heads[i] + " " + c
			}
			cells = append(cells, c)
		}
		first := ""
		if len(r) > 0 {
			first = r[0] + ": "
		}
		w.wrapped(first+strings.Join(cells, "; "), "  ", "    ")
	}
}
