package templates

import (
	"strings"
)

// textWriter writes a document as text.
type textWriter struct {
	b      strings.Builder
	orders []string // the printed lines that can be sent back or are orders played before
}

func (d *document) text() (string, []string) {
	w := &textWriter{}
	for _, p := range d.parts {
		w.part(p)
	}
	return w.b.String(), w.orders
}

func (w *textWriter) part(p part) {
	switch p := p.(type) {
	case heading:
		w.heading(p)
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
	case fault:
		w.fault(p)
	}
}

func (w *textWriter) line(s string) {
	w.b.WriteString(strings.TrimRight(s, " "))
	w.b.WriteByte('\n')
}

func (w *textWriter) order(s string) {
	w.orders = append(w.orders, strings.TrimSpace(s))
	w.line(s)
}

// wrapped writes s with first before its first line and rest before the others.
func (w *textWriter) wrapped(s, first, rest string) {
	for i, l := range wrap(s, textColumns-max(columnsOf(first), columnsOf(rest))) {
		if i == 0 {
			w.line(first + l)
		} else {
			w.line(rest + l)
		}
	}
}

func (w *textWriter) heading(h heading) {
	if w.b.Len() > 0 && (h.level == 1 || !strings.HasSuffix(w.b.String(), "\n\n")) {
		w.line("")
	}
	text := h.text
	if h.level == 1 {
		text = strings.ToUpper(text)
	}
	w.wrapped(text, "", "")
}

func (w *textWriter) prose(p prose) {
	indent := ""
	if p.indent {
		indent = "  "
	}
	for _, l := range p.lines {
		w.wrapped(l, indent, indent)
	}
}

// Columns before the sign of a comment, where the lines of a list are aligned.
const alignMost = 40

func (w *textWriter) choices(c choices) {
	align := 0
	for _, row := range c.rows {
		if n := columnsOf(row.line); n <= alignMost {
			align = max(align, n)
		}
	}
	for _, row := range c.rows {
		w.choice(row, align)
	}
}

// choice writes an order and behind "#" what it is; what does not fit follows
// on lines of its own, each of them a comment.
func (w *textWriter) choice(c choice, align int) {
	const indent, next, before = "  ", "      ", "   # "
	lines := breakOrder(c.line, choiceColumns-len(indent))
	for i, l := range lines[:len(lines)-1] {
		w.order(indentOf(i) + l)
	}
	last := indentOf(len(lines)-1) + lines[len(lines)-1]
	comment := strings.TrimSpace(c.number + " " + c.remark)
	if comment == "" {
		w.order(last)
		return
	}
	padded := last
	if n := align + len(indent) - columnsOf(last); n > 0 {
		padded += strings.Repeat(" ", n)
	}
	if columnsOf(padded+before+comment) <= textColumns {
		w.order(padded + before + comment)
		return
	}
	below := comment
	if columnsOf(last+before+c.number) <= textColumns && c.number != "" {
		last += before + c.number
		below = c.remark
	}
	w.order(last)
	w.wrapped(below, next+"# ", next+"# ")
}

// indentOf is what stands before piece i of an order.
func indentOf(i int) string {
	if i == 0 {
		return "  "
	}
	return "    "
}

func (w *textWriter) entry(e entry) {
	hang := "  "
	first := "  "
	if e.label != "" {
		first += e.label + "  "
		hang = strings.Repeat(" ", min(columnsOf(first), 8))
	}
	if e.lead != "" {
		first += e.lead + " "
	}
	switch {
	case e.code != "":
		w.entryOrder(first, hang, e.code)
	case e.lead != "" && len(e.notes) > 0:
		w.wrapped(e.notes[0], first, hang)
		e.notes = e.notes[1:]
	case e.lead == "" && len(e.notes) > 0:
		w.wrapped(e.notes[0], first, hang)
		e.notes = e.notes[1:]
	default:
		w.line(first)
	}
	for _, n := range e.notes {
		w.wrapped(n, hang, hang)
	}
}

// entryOrder writes an order as it was, broken as a choice is.
func (w *textWriter) entryOrder(first, hang, code string) {
	lines := breakOrder(code, textColumns-max(columnsOf(first), len(hang)+2))
	for i, l := range lines {
		w.orders = append(w.orders, l)
		if i == 0 {
			w.line(first + l)
		} else {
			w.line(hang + "  " + l)
		}
	}
}

// drawing writes fixed-width lines; a wide one in strips, one below the other.
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
	const indent, columns = "  ", textColumns - 2
	for _, l := range f.marked(columns) {
		w.orders = append(w.orders, l[0])
		w.line(indent + l[0])
		if strings.TrimSpace(l[1]) != "" {
			w.line(indent + l[1])
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
	for ; i < f.to && used < columns; i++ { // something is missing behind the end
		mark(i, 1)
		used++
	}
	flush()
	return out
}
