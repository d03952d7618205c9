package templates

import (
	"strings"
)

// textWriter writes a document as text.
type textWriter struct {
	b      strings.Builder
	headed bool // a heading was the last thing written

	offered []string // lines that can be sent back as they stand, whole and as they are broken
}

func (d *document) text() string { return d.write().b.String() }

func (d *document) write() *textWriter {
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

// under is the indentation of lines that belong to an entry.
const under = "      "

const noteColumns = textColumns - len(under)

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
		first, rest = under, under+"  "
	case 4:
		first, rest = under+"  ", under+"    "
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

// align returns the column at which remarks begin: the one with which a list takes the
// fewest lines.
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

// columns returns how wide an order is with its number.
func (c choice) columns() int { return columnsOf(c.lead() + c.line) }

// lead returns what precedes an order.
func (c choice) lead() string {
	if c.number == "" {
		return ""
	}
	return c.number + " "
}

const commentSign = "   # "

// choice writes an order and, after "#", what it is: on the same line if both fit into this
// many columns, else on lines of its own.
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

// spokenChoice writes an order, and below it what it is.
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

// thenSign separates an order from what came of it.
const thenSign = " - "

// first returns what precedes an order, or the first note.
func (e entry) first() string {
	first := "  "
	if e.label != "" {
		first += e.label + "  "
	}
	if e.lead != "" {
		first += e.lead + " "
	}
	return first
}

func (w *textWriter) entry(e entry) {
	first := e.first()
	notes := e.notes
	switch {
	case e.then != "":
		w.line(first + e.code + thenSign + e.then)
	case e.code != "":
		w.entryOrder(first, e.code)
	case len(notes) > 0:
		w.wrapped(notes[0], first, under+"  ")
		notes = notes[1:]
	default:
		w.line(first)
	}
	for _, n := range notes {
		w.wrapped(n, under, under+"  ")
	}
}

// entryOrder writes an order verbatim, broken as a choice is.
func (w *textWriter) entryOrder(first, code string) {
	lines := breakOrder(code, textColumns-max(columnsOf(first), len(under)+2))
	for i, l := range lines {
		if i == 0 {
			w.line(first + l)
		} else {
			w.line(under + "  " + l)
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

// fault writes a line with carets under what is wrong, in pieces if it is long.
func (w *textWriter) fault(f fault) {
	for _, l := range f.marked(noteColumns) {
		w.line(under + l[0])
		if strings.TrimSpace(l[1]) != "" {
			w.line(under + l[1])
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
