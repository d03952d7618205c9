package templates

import (
	"fmt"
	"html"
	"net/url"
	"slices"
	"strings"

	"railpost/engine"
)

// choices are cards that open answers; lines if they are copied together; and a list for listeners, so that a
// screen reader counts them.
func (w *htmlWriter) choices(c choices) {
	switch {
	case c.spoken:
		w.raw(`<ul style="list-style:none;margin:0;padding:0">` + "\n")
		for _, row := range c.rows {
			w.raw(`<li style="margin:8px 0">`)
			end := w.opened(row)
			w.element("", row.number, " ")
			w.order(row.line)
			w.raw(end)
			if row.remark != "" {
				w.element("<br>", row.remark, "")
			}
			w.raw("</li>\n")
		}
		w.raw("</ul>\n")
	case len(c.rows) > 0 && c.rows[0].number == "" && c.rows[0].answer == nil:
		w.steps(c)
	default:
		w.raw(grid + ">\n")
		gains := slices.ContainsFunc(c.rows, func(c choice) bool { return c.gain != "" })
		for _, row := range c.rows {
			w.card(row, gains)
		}
		w.raw("</table>\n")
	}
}

// steps lists lines that are sent together.
func (w *htmlWriter) steps(c choices) {
	w.raw(grid + ` style="margin:0 0 10px">` + "\n")
	for i, row := range c.rows {
		w.raw(`<tr valign="top"><td width="28"` + muted + `;padding:3px 0">`)
		if len(c.rows) > 1 && c.level == 1 {
			w.text(itoa(i+1) + ".")
		}
		w.raw(`</td><td style="padding:3px 0">`)
		w.told(row)
		if row.says != "" && row.below != "" {
			w.element(`<br><span`+muted+`;font-size:14px">`, row.below, "</span>")
		}
		w.raw("</td>")
		w.element(`<td align="right"`+muted+`;font-size:14px;padding:3px 0 3px 8px">`, row.remark, "</td></tr>\n")
	}
	w.raw("</table>\n")
}

// card writes a choice: number, order, and what it costs and brings; its gain at the right.
func (w *htmlWriter) card(c choice, gains bool) {
	w.raw(`<tr><td width="40" valign="top"` + rule + `">`)
	if number := strings.Trim(c.number, "[]"); number != "" {
		w.element(`<span class="num" style="display:block;width:30px;background:#E8EDF2;border-radius:6px;line-height:26px;font-weight:bold;text-align:center">`, number, "</span>")
	}
	if c.tile != nil {
		w.picture(*c.tile, c.tile.Width/2, "", "margin:6px 0 0")
	}
	w.raw(`</td><td valign="top" class="line" style="border-top:1px solid #D5DBE1">`)
	open, end := `<span`, "</span>"
	if link := w.mailto.link(c.answer); link != "" {
		open, end = `<a href="`+html.EscapeString(link)+`"`, "</a>"
	}
	w.raw(open + ` class="cd" style="display:block;padding:9px 8px 9px 0;color:#16202A;font-size:16px;line-height:22px;text-decoration:none">`)
	w.told(c)
	if c.rest != "" {
		w.tag(`<br><span`+muted+`;font-size:14px;line-height:19px">`, w.words, c.rest, "</span>")
	}
	w.raw(end + "</td>")
	if !gains {
		w.raw("</tr>\n")
		return
	}
	w.raw(`<td width="82" align="right" valign="top"` + rule + `;font-size:16px;line-height:22px">`)
	if c.gain != "" {
		w.element(`<b class="gain" style="color:#0A6B3D">`, c.gain, "</b>")
		w.element(`<br><span`+muted+`;font-size:13px;line-height:18px">`, c.of, "</span>")
	}
	w.raw("</td></tr>\n")
}

// opened opens the link that answers with a choice, and returns the closing tag.
func (w *htmlWriter) opened(c choice) (end string) {
	link := w.mailto.link(c.answer)
	if link == "" {
		return ""
	}
	w.raw(`<a href="` + html.EscapeString(link) + `" class="u" style="color:#0B57A4">`)
	return "</a>"
}

// order writes an order, with the signs that are printed for those that are typed.
func (w *htmlWriter) order(line string) {
	w.tag(`<span translate="no">`, w.verbFirst, arrows(line), "</span>")
}

// told writes a choice in prose, if it has such a form, or else its order.
func (w *htmlWriter) told(c choice) {
	if c.says == "" {
		w.order(c.line)
	} else {
		w.verbFirst(c.says)
	}
}

// verbFirst writes a text whose first word stands out.
func (w *htmlWriter) verbFirst(s string) {
	verb, rest, more := strings.Cut(s, " ")
	w.tag(`<b style="text-decoration:underline">`, w.word, upperFirst(verb), "</b>")
	if more {
		w.tag(" ", w.words, rest, "")
	}
}

// arrows returns a text with the sign for movement that people print.
func arrows(s string) string { return strings.ReplaceAll(s, " > ", " → ") }

// tap writes a button: the one that a letter suggests, or another.
func (w *htmlWriter) tap(t tap) {
	link := w.mailto.link(t.lines)
	switch {
	case len(t.lines) == 0 && w.mailto != nil:
		w.element(`<p`+muted+`;margin:6px 0 10px;font-size:14px;line-height:20px">`, t.text, "</p>\n")
	case link == "" && t.primary:
		w.element(`<p style="margin:0 0 6px;font-size:16px"><b>`, arrows(t.text), "</b></p>\n")
		if t.about != "" {
			w.element(`<p`+muted+`;margin:0 0 6px">`, upperFirst(t.about), "</p>\n")
		}
	case link == "":
	case t.primary:
		w.raw(grid + ` style="margin:0 0 8px"><tr><td class="pri" bgcolor="#14283D" style="background:#14283D;border-radius:8px">` +
			`<a href="` + html.EscapeString(link) + `" style="display:block;padding:12px 16px;color:#FFFFFF;text-decoration:none">`)
		w.element(`<span style="display:block;font-size:18px;line-height:24px;font-weight:bold;color:#FFFFFF">`, arrows(t.text), "</span>")
		if t.about != "" {
			w.raw("\n")
			w.element(`<span style="display:block;line-height:21px;color:#FFFFFF">`, upperFirst(t.about), "</span>")
		}
		w.raw("</a></td></tr></table>\n")
	default:
		w.raw(grid + ` style="margin:6px 0 10px"><tr><td class="num" align="center" bgcolor="#E8EDF2" style="background:#E8EDF2;border-radius:8px">` +
			`<a href="` + html.EscapeString(link) + `" class="cd" style="display:block;padding:10px 16px;color:#16202A;font-weight:bold;text-decoration:none">`)
		w.text(t.text)
		if t.about != "" {
			w.element(`<br><span`+muted+`;font-size:14px;font-weight:normal">`, upperFirst(t.about), "</span>")
		}
		w.raw("</a></td></tr></table>\n")
	}
}

// entry writes what became of a line, or something of the log.
func (w *htmlWriter) entry(e entry) {
	w.raw(grid + `><tr valign="top"><td width="60"` + muted + `;font-size:14px;padding:3px 8px 3px 0">`)
	if e.sign != "" {
		colour := engine.If(e.sign == refusedSign, ` class="bad" style="color:#A3260F`, ` class="gain" style="color:#0A6B3D`)
		w.element(`<b`+colour+`">`, e.sign, "</b> ")
	}
	w.element("", e.label, `</td><td style="padding:3px 0">`)
	if e.lead != "" {
		w.element(bold(e.lead), e.lead, "</b> ")
	}
	notes := e.notes
	if e.code != "" {
		w.order(e.code)
		if e.then != "" {
			w.text(resultSign)
			w.words(e.then)
		}
	} else if len(notes) > 0 {
		w.said(notes[0])
		notes = notes[1:]
	}
	for _, n := range notes {
		w.element(`<br><span`+muted+`;font-size:14px">`, n, "</span>")
	}
	w.raw("</td></tr></table>\n")
}

// chronology writes what the players did, a row for each turn of one.
func (w *htmlWriter) chronology(h chronology) {
	if h.heads == nil {
		w.raw(grid + ` style="margin:0 0 8px">` + "\n")
	} else {
		w.raw(`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 8px">` + "\n<tr>")
	}
	for i, head := range h.heads {
		align := engine.If(i == 0, "right", "left")
		w.element(`<th scope="col" align="`+align+`"`+muted+`;font-size:13px;font-weight:normal;padding:0 8px 2px 0">`, head, "</th>")
	}
	if h.heads != nil {
		w.raw("</tr>\n")
	}
	for _, r := range h.rows {
		if r.round {
			w.element(`<tr><td colspan="3" style="font-size:14px;padding:8px 0 2px"><b>`, r.did, "</b></td></tr>\n")
			continue
		}
		w.element(`<tr valign="top"><td align="right" width="44"`+muted+`;font-size:14px;padding:4px 8px 4px 0;white-space:nowrap">`, r.label, "</td>")
		w.raw(`<td width="84" style="font-size:14px;padding:4px 8px 4px 0;white-space:nowrap">`)
		if r.who != "" {
			w.chip(r.seat)
			w.element("<b>", r.who, "</b>")
		}
		w.tag(`</td><td style="line-height:20px;padding:4px 0">`, w.words, upperFirst(arrows(r.did)), "</td></tr>\n")
	}
	w.raw("</table>\n")
}

func (w *htmlWriter) table(t table) {
	w.raw(w.openTable(t))
	if t.hasHeads() {
		w.raw(`<tr valign="bottom">`)
		for i, h := range t.heads {
			w.tag(`<th scope="col"`+t.align(i)+muted+`;border-bottom:2px solid #D5DBE1">`, w.field, h, "</th>")
		}
		w.raw("</tr>\n")
	}
	for n, r := range t.rows {
		switch {
		case len(r) > 0 && w.of.Seat >= 0 && w.of.seatOf(r[0]) == w.of.Seat:
			w.raw(`<tr valign="top" class="ask" bgcolor="#E3ECF5" style="background:#E3ECF5">`)
		case n%2 == 1:
			w.raw(`<tr valign="top" class="alt" bgcolor="#F4F6F8" style="background:#F4F6F8">`)
		default:
			w.raw(`<tr valign="top">`)
		}
		for i, c := range r {
			if i == 0 && t.hasHeads() {
				w.tag(`<th scope="row" align="left" style="font-weight:normal">`, w.field, c, "</th>")
			} else {
				w.tag("<td"+t.align(i)+">", w.field, c, "</td>")
			}
		}
		w.raw("</tr>\n")
	}
	w.tight = false
	w.raw("</table>\n")
}

const (
	cellPixels  = 5  // around a field
	tablePixels = 14 // the size of its type
)

// boldWidth is how much wider bold letters are.
const boldWidth = 1.1

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
			bold := engine.If(j == 0 || i == 0, boldWidth, 1)
			n, unbroken := w.breadth(r[i])
			most, word = max(most, bold*float64(n)), max(word, bold*float64(unbroken))
		}
		whole, words, columns = whole+most, words+word, columns+1
	}
	pixels := min(cellPixels, max(1, 24/max(1, int(columns))))
	vw := func(n float64) float64 {
		return (textPixels - float64(2*pixels)*columns) / (0.6 * n) * 100 / screenPixels
	}
	open := `<table`
	if !t.hasHeads() {
		open += ` role="presentation"`
	}
	open += ` width="100%" cellpadding="` + itoa(pixels) + `" cellspacing="0" border="0" style="border-collapse:collapse;margin:2px 0 12px;line-height:19px;font-size:`
	fits := vw(whole)
	if w.tight = fits < 100*tablePixels/screenPixels; w.tight {
		return open + fmt.Sprintf("min(%dpx,max(%.1fvw,min(%dpx,%.1fvw)))", tablePixels, fits, smallPixels, max(fits, vw(words))) + "\">\n"
	}
	return open + itoa(tablePixels) + "px\">\n"
}

// breadth is the width of a field in letters, with a sample of colour, and the width of its longest unbroken part.
func (w *htmlWriter) breadth(field string) (whole, unbroken int) {
	whole = columnsOf(field)
	if c := w.colourOf(unmarked(field)); c.company {
		return whole + 2, whole + 2
	} else if c.colour != "" {
		return whole + 3, whole + 3
	}
	if w.of.seatOf(field) >= 0 {
		whole += 3
	}
	for word := range strings.FieldsSeq(field) {
		unbroken = max(unbroken, columnsOf(word))
	}
	return whole, unbroken
}

// align is an attribute, which more programs follow than a style. Headings are centred by default.
func (t table) align(i int) string {
	if i < len(t.right) && t.right[i] {
		return ` align="right"`
	}
	return ` align="left"`
}

// fault shows which part of a line is wrong.
func (w *htmlWriter) fault(f fault) {
	line := []rune(f.line)
	from, to := min(f.from, len(line)), min(f.to, len(line))
	w.raw(`<p style="margin:0 0 4px 60px;font-family:Consolas,Menlo,monospace;font-size:14px">`)
	w.text(string(line[:from]))
	if to > from {
		w.tag(`<b class="bad" style="color:#A3260F;text-decoration:underline">`, w.text, string(line[from:to]), "</b>")
	}
	w.tag("", w.text, string(line[to:]), "</p>\n")
}

// screenWidth is the width of pictures on a phone: half their drawn width, as its pixels are small; wider
// screens show them up to full size or columnWidth.
const screenWidth, columnWidth = 328, 600

// image writes a picture that is never wider than its column. Outlook heeds the attribute
// only.
func (w *htmlWriter) image(p image) {
	w.picture(p, min(p.Width, columnWidth), "border-radius:8px;background:#FBFAF5;", "margin:4px 0 12px")
}

// picture writes a picture that is this wide, less on a narrow screen.
func (w *htmlWriter) picture(p image, wide int, ground, margin string) {
	if p.PNG != nil {
		w.b.WriteString(`<img src="cid:` + html.EscapeString(p.ID) + `" alt="` + html.EscapeString(p.alt) + `" width="` + itoa(min(p.Width, wide, screenWidth)) +
			`" class="dim" style="display:block;width:` + itoa(wide) + `px;max-width:100%;height:auto;border:0;` + ground + `font-size:14px;` + margin + `">` + "\n")
	}
	w.newLine()
	w.lines = append(w.lines, "[image: "+p.alt+"]") // as mail programs quote it
}

// tapMost limits the length of a link: some mail programs cut longer ones.
const tapMost = 1900

// mailto makes links that open the answers to a letter, ready to be sent (RFC 6068); on a page, links that compose
// the orders among them.
type mailto struct {
	head, tail string
	page       *letter
}

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
	if m.page != nil {
		return m.page.composes(lines)
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
