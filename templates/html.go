package templates

import (
	"fmt"
	"html"
	"strings"
)

// style loads nothing from outside and leaves the colours to the reader's mail program,
// light or dark.
const style = `:root{color-scheme:light dark}` +
	`body{font-family:sans-serif;line-height:1.4;max-width:44em;margin:0 auto;padding:.5em}` +
	`h2{font-size:1.1em;margin:1.4em 0 .3em}h3{font-size:1em;margin:.8em 0 .2em}` +
	`p{margin:.2em 0}.i1{margin-left:1em}.i2{margin-left:2em}.i4{margin-left:3em}` +
	`code,pre,.c{font-family:monospace}code{overflow-wrap:anywhere}pre{overflow-x:auto;margin:.3em 0}` +
	`pre.d{font-size:min(1em,2.05vw)}` + // 76 columns on any screen
	`.c{margin-top:.35em;padding-left:1em;text-indent:-1em}.n{font-weight:bold}` +
	`table{border-collapse:collapse}th,td{text-align:left;padding:.1em .6em .1em 0;vertical-align:top}` +
	`.r{text-align:right}.g{height:.6em}` +
	`.s{display:inline-block;width:.7em;height:.7em;border:1px solid #888;margin-right:.25em}.w{white-space:nowrap}`

type htmlWriter struct {
	b        strings.Builder
	colourOf func(word string) string // what CSS calls it; "": none
	lines    []string                 // that are complete, as a reader sees them
	line     strings.Builder
	mailto   *mailto // nil: it has no links
}

// html returns the document as a page that loads nothing from outside, with the colours of
// words and links that open answers; and the lines of the page.
func (d *document) html(title string, colourOf func(word string) string, m *mailto) (page string, lines []string) {
	w := &htmlWriter{colourOf: colourOf, mailto: m}
	w.raw(`<!DOCTYPE html>` + "\n" + `<html lang="`)
	w.text(d.lang)
	w.raw(`"><head><meta charset="utf-8">` +
		`<meta name="viewport" content="width=device-width, initial-scale=1">` +
		`<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>`)
	w.text(title)
	w.raw("</title><style>" + style + "</style></head>\n<body>\n")
	w.lines = nil // the title is none of the page
	for _, p := range d.parts {
		w.part(p)
	}
	w.raw("</body></html>\n")
	return w.b.String(), w.lines
}

// raw writes tags. Every block begins on a new line of the source, so a line break there
// ends a line of the page, as <br> does.
func (w *htmlWriter) raw(s string) {
	w.b.WriteString(s)
	switch {
	case strings.Contains(s, "<br>"), strings.HasSuffix(s, "\n"):
		w.newLine()
	case strings.HasSuffix(s, " "), strings.HasSuffix(s, "&nbsp;"), strings.HasPrefix(s, "<t"):
		w.line.WriteByte(' ') // <td> and <th> are apart
	}
}

func (w *htmlWriter) newLine() {
	if line := strings.TrimSpace(w.line.String()); line != "" {
		w.lines = append(w.lines, line)
	}
	w.line.Reset()
}

func (w *htmlWriter) text(s string) {
	s = strings.ReplaceAll(s, noBreak, " ") // a command is copied from here
	w.b.WriteString(html.EscapeString(s))
	for i, l := range strings.Split(s, "\n") {
		if i > 0 {
			w.newLine()
		}
		w.line.WriteString(l)
	}
}

func (w *htmlWriter) element(open, text, end string) {
	w.raw(open)
	w.text(text)
	w.raw(end)
}

func (w *htmlWriter) part(p part) {
	switch p := p.(type) {
	case heading:
		switch {
		case p.then != "":
			w.element("<h2>", p.text+": "+p.then, "</h2>\n")
		case p.level == 1:
			w.element("<h2>", p.text, "</h2>\n")
		default:
			w.element("<h3>", p.text, "</h3>\n")
		}
	case gap:
		w.raw(`<div class="g"></div>` + "\n")
	case prose:
		open := "<p>"
		if p.level > 0 {
			open = `<p class="i` + itoa(p.level) + `">`
		}
		for _, l := range p.lines {
			w.element(open, l, "</p>\n")
		}
	case choices:
		if p.spoken {
			w.spokenChoices(p)
			return
		}
		for _, row := range p.rows {
			w.choice(row, p.level)
		}
	case entry:
		w.entry(p)
	case table:
		w.table(p)
	case drawing:
		w.element(`<pre class="d" aria-hidden="true">`+"\n", strings.Join(p.lines, "\n"), "</pre>\n")
	case shell:
		w.element("<pre>\n", strings.Join(p.lines, "\n"), "</pre>\n")
	case fault:
		w.fault(p)
	case tap:
		w.tap(p)
	}
}

// choice breaks a line where the text part breaks it, so that a mail program that wraps the
// answer finds nothing to wrap.
func (w *htmlWriter) choice(c choice, level int) {
	w.raw(`<div class="c i` + itoa(level) + `">`)
	end := w.open(c)
	if c.number != "" {
		w.element(`<span class="n">`, c.number, "</span> ")
	}
	w.order(c.line)
	w.raw(end)
	if c.remark != "" {
		w.element("<br>", "# "+c.remark, "")
	}
	w.raw("</div>\n")
}

// spokenChoices is a list, so that a screen reader says how many there are.
func (w *htmlWriter) spokenChoices(c choices) {
	w.raw(`<ul style="list-style:none;padding:0">` + "\n")
	for _, row := range c.rows {
		w.raw("<li>")
		end := w.open(row)
		w.element("", row.number, " ")
		w.order(row.line)
		w.raw(end)
		if row.remark != "" {
			w.element("<br>", row.remark, "")
		}
		w.raw("</li>\n")
	}
	w.raw("</ul>\n")
}

// open opens the link that answers with a choice, and returns what closes it.
func (w *htmlWriter) open(c choice) (end string) {
	link := w.mailto.link(c.answer)
	if link == "" {
		return ""
	}
	w.raw(`<a href="` + html.EscapeString(link) + `">`)
	return "</a>"
}

// tap writes a link that has words of its own.
func (w *htmlWriter) tap(t tap) {
	if len(t.lines) == 0 && w.mailto != nil {
		w.element("<p>", t.text, "</p>\n")
	}
	if link := w.mailto.link(t.lines); link != "" {
		w.element(`<p><a href="`+html.EscapeString(link)+`">`, t.text, "</a></p>\n")
	}
}

func (w *htmlWriter) order(line string) {
	w.raw("<code>")
	for i, l := range breakOrder(line, choiceColumns-4) {
		if i > 0 {
			w.raw("<br>")
		}
		for j, word := range strings.Split(l, " ") {
			if j > 0 {
				w.raw(" ")
			}
			w.colour(word)
			w.text(word)
		}
	}
	w.raw("</code>")
}

func (w *htmlWriter) entry(e entry) {
	w.raw(`<p class="i1">`)
	if e.label != "" {
		w.element("", e.label, " &nbsp;")
	}
	if e.lead != "" {
		w.element("", e.lead, " ")
	}
	notes := e.notes
	if e.code != "" {
		w.order(e.code)
		if e.then != "" {
			w.text(thenSign + e.then)
		}
	} else if len(notes) > 0 {
		w.text(notes[0])
		notes = notes[1:]
	}
	for _, n := range notes {
		w.element("<br>", n, "")
	}
	w.raw("</p>\n")
}

func (w *htmlWriter) table(t table) {
	w.raw(t.open())
	if t.hasHeads() {
		w.raw("<tr>")
		for i, h := range t.heads {
			w.cell(`<th scope="col"`+t.class(i)+">", h, "</th>")
		}
		w.raw("</tr>\n")
	}
	for _, r := range t.rows {
		w.raw("<tr>")
		for i, c := range r {
			if i == 0 && t.hasHeads() {
				w.cell(`<th scope="row">`, c, "</th>")
				continue
			}
			w.cell("<td"+t.class(i)+">", c, "</td>")
		}
		w.raw("</tr>\n")
	}
	w.raw("</table>\n")
}

// open returns the tag of a table that is as wide as the screen at most: its letters are
// smaller where it would be wider. Letters are about half as wide as they are high.
func (t table) open() string {
	ems := 0.0
	for _, n := range t.widths() {
		ems += 0.53*float64(n) + 0.7
	}
	if small := 94 / ems; small < 4.2 {
		return fmt.Sprintf(`<table style="font-size:min(1em,%.1fvw)">`+"\n", small)
	}
	return "<table>\n"
}

// cell writes a field with the colour of what it names, if that has one.
func (w *htmlWriter) cell(open, text, end string) {
	if w.colourOf(unmarked(text)) != "" {
		open, end = open+`<span class="w">`, "</span>"+end
	}
	w.raw(open)
	w.colour(text)
	w.element("", text, end)
}

// colour writes a sample of the colour that a word stands for.
func (w *htmlWriter) colour(word string) {
	if c := w.colourOf(unmarked(word)); c != "" {
		w.raw(`<span class="s" style="background:`)
		w.raw(html.EscapeString(c) + `"></span>`)
	}
}

func unmarked(word string) string { return strings.Trim(word, ",:;()[]") }

func (t table) class(i int) string {
	if i < len(t.right) && t.right[i] {
		return ` class="r"`
	}
	return ""
}

func (w *htmlWriter) fault(f fault) {
	w.raw(`<pre class="i2">` + "\n")
	for i, l := range f.marked(noteColumns) {
		if i > 0 {
			w.raw("\n")
		}
		w.text(l[0])
		if strings.TrimSpace(l[1]) != "" {
			w.element("\n", l[1], "")
		}
	}
	w.raw("</pre>\n")
}
