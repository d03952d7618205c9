package templates

import (
	"fmt"
	"html"
	"net/url"
	"strings"
)

// style is for programs that support it; the tags alone make a letter legible, since others drop it. Nothing is
// loaded from outside, and the colours are left to the reader's program, light or dark.
const style = `:root{color-scheme:light dark;supported-color-schemes:light dark}` +
	`a{text-underline-offset:.15em}`

// meta keeps phones from making links of figures and dates.
const meta = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
	`<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">` +
	`<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">`

// layout is one column for a phone. Outlook lays out with tables; that of a fixed layout is
// never wider than the screen.
const layout = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" align="center" style="table-layout:fixed;max-width:704px">` +
	`<tr><td style="padding:12px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.45;word-wrap:break-word">` + "\n"

// The sizes of type that depend on the screen: the narrowest is screenPixels wide.
const (
	screenPixels = 360
	textPixels   = screenPixels - 2*12 - 2
	smallPixels  = 12 // legible; tables get smaller only if a word does not fit
)

// margin is the space around a paragraph by its level.
var margin = [...]string{"3px 0", "3px 0 3px 16px", "3px 0 3px 28px", "", "3px 0 3px 40px"}

type htmlWriter struct {
	b        strings.Builder
	colourOf func(word string) string // what CSS calls it; "": none
	lines    []string                 // complete lines, as a reader sees them
	line     strings.Builder
	mailto   *mailto // nil: it has no links
}

// writeHTML returns the document as a page that loads nothing from outside, with samples of colour and links
// that open answers; and the lines of the page.
func writeHTML(d *document, title string, colourOf func(word string) string, m *mailto) (page string, lines []string) {
	w := &htmlWriter{colourOf: colourOf, mailto: m}
	w.raw(`<!DOCTYPE html>` + "\n" + `<html lang="`)
	w.text(d.lang)
	w.raw(`"><head>` + meta + `<title>`)
	w.text(title)
	w.raw("</title><style>" + style + "</style></head>\n<body style=\"margin:0;padding:0\">\n" + layout)
	w.lines = nil // the title is not on the page
	for _, p := range d.parts {
		w.part(p)
	}
	w.raw("</td></tr></table>\n</body></html>\n")
	return w.b.String(), w.lines
}

// raw writes tags. Every block begins on a new line of the source, so a line break there ends a line of the
// page, as <br> does.
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
			w.element(head2, p.text+": "+p.then, "</h2>\n")
		case p.level == 1:
			w.element(head2, p.text, "</h2>\n")
		default:
			w.element(`<h3 style="font-size:16px;margin:12px 0 3px">`, p.text, "</h3>\n")
		}
	case gap:
		w.raw(`<div style="height:10px"></div>` + "\n")
	case prose:
		open := `<p style="margin:` + margin[p.level] + `">`
		for _, l := range p.lines {
			w.element(open, l, "</p>\n")
		}
	case choices:
		w.choices(p)
	case entry:
		w.entry(p)
	case table:
		w.table(p)
	case drawing:
		w.element(`<pre aria-hidden="true"`+sized(p.lines)+"\n", strings.Join(p.lines, "\n"), "</pre>\n")
	case shell:
		w.element(`<pre style="margin:6px 0;font-size:14px;white-space:pre-wrap">`+"\n", strings.Join(p.lines, "\n"), "</pre>\n")
	case link:
		w.element(`<p style="margin:3px 0"><a href="`+html.EscapeString(p.address)+`">`, p.address, "</a></p>\n")
	case fault:
		w.fault(p)
	case tap:
		w.tap(p)
	case image:
		w.image(p)
	}
}

const head2 = `<h2 style="font-size:18px;line-height:1.3;margin:22px 0 6px">`

// sized ends the tag of lines of fixed width: letters get smaller where the longest would be
// wider than the screen. They are 0.6 as wide as high.
func sized(lines []string) string {
	n := 1
	for _, l := range lines {
		n = max(n, columnsOf(l))
	}
	return fmt.Sprintf(` style="margin:6px 0;line-height:1.25;font-family:Consolas,Menlo,monospace;font-size:min(14px,%.2fvw)">`, textPixels/(0.61*float64(n))*100/screenPixels)
}

// choices are large rows if they are links; lines if they are copied together; and a list for listeners, so
// that a screen reader counts them. A line is broken where the text part breaks it, so that a mail program that
// wraps the answer finds nothing to wrap.
func (w *htmlWriter) choices(c choices) {
	tags := [...]string{"", `<p style="margin:` + margin[c.level] + `">`, "</p>\n", ""}
	switch {
	case c.spoken:
		tags = [...]string{`<ul style="list-style:none;margin:0;padding:0">` + "\n", `<li style="margin:8px 0">`, "</li>\n", "</ul>\n"}
	case w.mailto != nil && len(c.rows) > 0 && c.rows[0].answer != nil:
		tags = [...]string{`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">` + "\n",
			`<tr><td style="padding:8px 0;border-bottom:1px solid #999">`, "</td></tr>\n", "</table>\n"}
	}
	w.raw(tags[0])
	for _, row := range c.rows {
		w.raw(tags[1])
		w.choice(row, c.spoken)
		w.raw(tags[2])
	}
	w.raw(tags[3])
}

func (w *htmlWriter) choice(c choice, spoken bool) {
	end, sign := w.open(c), "# "
	switch {
	case spoken:
		sign = ""
		w.element("", c.number, " ")
	case c.number != "":
		w.element(`<span style="font-weight:bold">`, c.number, "</span> ")
	}
	w.order(c.line)
	w.raw(end)
	if c.remark != "" {
		w.element("<br>", sign+c.remark, "")
	}
}

// open opens the link that answers with a choice, and returns the closing tags.
func (w *htmlWriter) open(c choice) (end string) {
	link := w.mailto.link(c.answer)
	if link == "" {
		return ""
	}
	w.raw(`<a href="` + html.EscapeString(link) + `" style="display:inline-block;padding:5px 0">`)
	return "</a>"
}

// tap writes a link that has words of its own.
func (w *htmlWriter) tap(t tap) {
	if len(t.lines) == 0 && w.mailto != nil {
		w.element(`<p style="margin:3px 0">`, t.text, "</p>\n")
	}
	if link := w.mailto.link(t.lines); link != "" {
		w.element(`<p style="margin:10px 0"><a href="`+html.EscapeString(link)+`" style="font-weight:bold;display:inline-block;border:2px solid #888;border-radius:6px;padding:8px 12px">`, t.text, "</a></p>\n")
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
	w.raw(`<p style="margin:3px 0 3px 16px">`)
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
			w.text(resultSign + e.then)
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
	w.raw(w.openTable(t))
	if t.hasHeads() {
		w.raw(`<tr valign="bottom">`)
		for i, h := range t.heads {
			w.cell(`<th scope="col"`+t.align(i)+">", h, "</th>")
		}
		w.raw("</tr>\n")
	}
	for _, r := range t.rows {
		w.raw(`<tr valign="top">`)
		for i, c := range r {
			if i == 0 && t.hasHeads() {
				w.cell(`<th scope="row" align="left">`, c, "</th>")
				continue
			}
			w.cell("<td"+t.align(i)+">", c, "</td>")
		}
		w.raw("</tr>\n")
	}
	w.raw("</table>\n")
}

// openTable returns the tag of a table that is never wider than the screen: its letters are
// smaller where it would be, down to a size at which its fields are rather broken between
// words, and below that only if a word does not fit. Letters are about half as wide as high.
func (w *htmlWriter) openTable(t table) string {
	var whole, words, columns float64
	for i := range t.widths() {
		most, word := 1.0, 1.0
		for j, r := range append([][]string{t.heads}, t.rows...) {
			if i >= len(r) {
				continue
			}
			bold := 1.0
			if j == 0 || i == 0 {
				bold = boldWidth
			}
			n, unbroken := w.breadth(r[i])
			most, word = max(most, bold*float64(n)), max(word, bold*float64(unbroken))
		}
		whole, words, columns = whole+most, words+word, columns+1
	}
	vw := func(n float64) float64 {
		return (textPixels - 2*cellPixels*columns) / (0.6 * n) * 100 / screenPixels
	}
	open := `<table cellpadding="` + itoa(cellPixels) + `" cellspacing="0" border="0"`
	if fits := vw(whole); fits < 100*16/screenPixels {
		open += fmt.Sprintf(` style="font-size:min(16px,max(%.1fvw,min(%dpx,%.1fvw)))"`, fits, smallPixels, max(fits, vw(words)))
	}
	return open + ">\n"
}

const cellPixels = 3 // around a field

// boldWidth is how much wider bold letters are.
const boldWidth = 1.1

// breadth is the width of a field in letters, with a sample of colour, and the width of its longest unbroken part.
func (w *htmlWriter) breadth(field string) (whole, unbroken int) {
	whole = columnsOf(field)
	if w.colourOf(unmarked(field)) != "" {
		return whole + 3, whole + 3
	}
	for word := range strings.FieldsSeq(field) {
		unbroken = max(unbroken, columnsOf(word))
	}
	return whole, unbroken
}

// cell writes a field with the colour of the thing it names, if that has one.
func (w *htmlWriter) cell(open, text, end string) {
	if w.colourOf(unmarked(text)) != "" {
		open, end = open+`<span style="white-space:nowrap">`, "</span>"+end
	}
	w.raw(open)
	w.colour(text)
	w.element("", text, end)
}

// colour writes a sample of a word's colour.
func (w *htmlWriter) colour(word string) {
	if c := w.colourOf(unmarked(word)); c != "" {
		w.raw(`<span style="display:inline-block;width:.7em;height:.7em;border:1px solid #888;margin-right:.25em;background:`)
		w.raw(html.EscapeString(c) + `"></span>`)
	}
}

func unmarked(word string) string { return strings.Trim(word, ",:;()[]") }

// align is an attribute, which more programs follow than a style. Headings are centred by default.
func (t table) align(i int) string {
	if i < len(t.right) && t.right[i] {
		return ` align="right"`
	}
	return ` align="left"`
}

func (w *htmlWriter) fault(f fault) {
	marked := f.marked(noteColumns)
	w.raw("<pre" + sized([]string{marked[0][0]}) + "\n")
	for i, l := range marked {
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

// screenWidth is the width of pictures on a phone: half their drawn width, as its pixels are small; wider
// screens show them up to full size.
const screenWidth = 360

// image writes a picture that is never wider than its column. Outlook heeds the attribute
// only.
func (w *htmlWriter) image(p image) {
	if p.PNG != nil {
		w.b.WriteString(`<p style="margin:12px 0"><img src="cid:` + html.EscapeString(p.ID) + `" alt="` + html.EscapeString(p.alt) + `" width="` + itoa(min(p.Width, screenWidth)) +
			`" style="width:` + itoa(p.Width) + `px;max-width:100%;height:auto;border:0;display:block"></p>` + "\n")
	}
	w.newLine()
	w.lines = append(w.lines, "[image: "+p.alt+"]") // as mail programs quote it
}

// tapMost limits the length of a link: some mail programs cut longer ones.
const tapMost = 2000

// mailto makes links that open the answers to a letter, ready to be sent (RFC 6068).
type mailto struct{ head, tail string }

func newMailto(address, subject string) *mailto {
	return &mailto{head: "mailto:" + strings.ReplaceAll(escaped(address), "%40", "@") + "?subject=" + escaped(subject) + "&body="}
}

// Mailto returns a link that opens a mail with some lines of orders, ready to be sent; "" if it
// would be too long.
func Mailto(address, subject string, lines []string) string {
	return newMailto(address, subject).link(lines)
}

// link returns the link that answers with these lines; "" if there can be none. Long orders are broken as in
// print. A line end comes last, to separate the order from text that a mail program appends.
func (m *mailto) link(lines []string) string {
	if m == nil || len(lines) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(m.head)
	for _, l := range lines {
		for _, piece := range breakOrder(l, choiceColumns) {
			b.WriteString(escaped(piece + "\r\n"))
		}
	}
	b.WriteString(m.tail)
	if b.Len() > tapMost {
		return ""
	}
	return b.String()
}

// escaped percent-encodes a part of a mailto address (RFC 6068, 2): a space is no "+" there.
func escaped(s string) string { return plainSigns.Replace(url.QueryEscape(s)) }

var plainSigns = strings.NewReplacer("+", "%20", "%3A", ":", "%2C", ",")
