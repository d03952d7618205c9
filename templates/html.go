package templates

import (
	"html"
	"strings"

	"railpost/engine"
)

// The HTML part is one column of tables, which Outlook lays out, too: a header, the players' strip, and a card of
// blocks. Colours stand in each tag, since many programs drop the style sheet; it only has what depends on the
// screen and on dark mode. Nothing is loaded from outside.

// The sizes of type that depend on the screen: the narrowest is screenPixels wide.
const (
	screenPixels = 360
	textPixels   = screenPixels - 2*(12+4)
	smallPixels  = 12 // legible; tables get smaller only if a word does not fit
)

const style = `:root{color-scheme:light dark;supported-color-schemes:light dark}a{color:inherit}` +
	`@media (max-width:480px){.pad{padding-left:12px!important;padding-right:12px!important}.h1{font-size:21px!important}}` +
	`@media (prefers-color-scheme:dark){` + Dark + `}`

// Dark is the style of a letter in dark mode.
const Dark = `.bg{background:#0F1317!important}.card{background:#1A2027!important}.by{border-left-color:#39434D!important}` +
	`.ink,.cd{color:#EEF1F4!important}.mut{color:#AEB8C2!important}.line{border-color:#39434D!important}` +
	`.alt{background:#222A32!important}.ask{background:#26303A!important}.gain{color:#86DBB0!important}.bad{color:#FFB4A2!important}` +
	`.pri{background:#9CC3FF!important}.pri a,.pri span{color:#0B1626!important}.num{background:#303A45!important;color:#EEF1F4!important}` +
	`.hd{background:#0B1E31!important}.dim{filter:brightness(.8)}.u{color:#9CC3FF!important}.pill{border-color:#AEB8C2!important}`

// meta keeps phones from making links of figures and dates.
const meta = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
	`<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">` +
	`<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">`

const (
	grid  = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"`
	muted = ` class="mut" style="color:#54606C`
	rule  = ` class="line" style="border-top:1px solid #D5DBE1;padding:9px 0`

	outlook = `<!--[if mso]><style>h1,h2,h3,p,a,td,th,span,b{font-family:"Segoe UI",Arial,sans-serif!important}</style><![endif]-->`
	column  = `<body class="bg" style="margin:0;padding:0;background:#EEF1F4;word-wrap:break-word">` + "\n" +
		grid + ` class="bg" bgcolor="#EEF1F4" style="background:#EEF1F4"><tr><td align="center" class="ink" style="padding:8px 4px;` +
		`font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:21px;color:#16202A">` + "\n" +
		`<!--[if mso]><table role="presentation" width="640" cellpadding="0" cellspacing="0"><tr><td><![endif]-->` + "\n" +
		grid + ` style="max-width:640px;width:100%;table-layout:fixed;text-align:left">` + "\n"
	columnEnd = "</table>\n<!--[if mso]></td></tr></table><![endif]-->\n</td></tr></table>\n</body></html>\n"
	card      = `<tr><td class="card pad" bgcolor="#FFFFFF" style="background:#FFFFFF;padding:`
)

// htmlWriter writes a document as HTML.
type htmlWriter struct {
	b      strings.Builder
	of     *letter  // whose words and colours it uses
	lines  []string // complete lines, as a reader sees them
	line   strings.Builder
	mailto *mailto // nil: it has no links
	rows   bool    // blocks are rows of the frame; else they follow each other
	open   bool    // a row is open
	fine   bool    // small print
	tight  bool    // the table is so wide that its letters are smaller

	colours map[string]coloured // of words that were asked for
}

// writeHTML returns the document as a page that loads nothing from outside, with links that open answers; and the
// lines of the page.
func writeHTML(w *letter, title string, m *mailto) (page string, lines []string) {
	h := &htmlWriter{of: w, mailto: m, rows: true}
	h.b.Grow(8_000 + 300*len(w.parts))
	h.raw(`<!DOCTYPE html>` + "\n" + `<html lang="` + w.lang + `"><head>` + meta + `<title>`)
	h.text(title)
	h.raw("</title><style>" + style + "</style>" + outlook + "</head>\n" + column)
	h.lines = nil // the title is not on the page
	h.all(w.parts)
	h.close()
	h.raw(columnEnd)
	return h.b.String(), h.lines
}

// raw writes tags. Every block begins on a new line of the source, so a line break there ends a line of the
// page, as <br> does.
func (w *htmlWriter) raw(s string) {
	w.b.WriteString(s)
	switch {
	case strings.Contains(s, "<br>"), strings.HasSuffix(s, "\n"):
		w.newLine()
	case strings.HasSuffix(s, " "), strings.HasSuffix(s, "&nbsp;"), strings.Contains(s, "<td"), strings.Contains(s, "<th"):
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

func (w *htmlWriter) element(open, text, end string) { w.tag(open, w.said, text, end) }

// tag writes a text within tags, in one of the ways to write texts.
func (w *htmlWriter) tag(open string, write func(string), text, end string) {
	w.raw(open)
	write(text)
	w.raw(end)
}

// said writes a text in which a command between backticks is a link that sends it, or else bold.
func (w *htmlWriter) said(s string) {
	for i, piece := range strings.Split(s, "`") {
		switch link := ""; {
		case i%2 == 0:
			w.text(piece)
			continue
		case w.mailto != nil && w.of.sendable(piece):
			link = w.mailto.link(w.of.answering(piece))
			fallthrough
		default:
			open, end := bold(piece), "</b>"
			if link != "" {
				open, end = `<a href="`+html.EscapeString(link)+`" class="u" style="color:#0B57A4">`, "</a>"
			}
			w.tag(open, w.text, piece, end)
		}
	}
}

// bold opens bold type; a hash, which is wider than a phone, may be broken.
func bold(s string) string {
	if len(s) > 40 && !strings.Contains(strings.TrimSpace(s), " ") {
		return `<b style="word-break:break-all">`
	}
	return "<b>"
}

// sendable reports whether a command can be sent as it stands; others need a text or a number.
func (w *letter) sendable(command string) bool {
	return !kinds[w.Kind].unlinked && w.whole(command)
}

// whole reports whether a command needs no text or number.
func (w *letter) whole(command string) bool {
	if command == "" || strings.ContainsAny(command, "\"…,:[]") || strings.ToLower(command) != command {
		return false
	}
	switch engine.FirstFold(w.inLog(command)) {
	case "say", "log", "preview", "plan", "add", "next", "rules", "forget":
		return false
	}
	return true
}

// block begins a row of the frame.
func (w *htmlWriter) block() {
	if !w.rows || w.fine {
		return
	}
	w.close()
	w.raw(card + `12px 20px 4px">` + "\n")
	w.open = true
}

func (w *htmlWriter) close() {
	if w.open {
		w.raw("</td></tr>\n")
	}
	w.open = false
}

func (w *htmlWriter) part(p part) {
	switch p := p.(type) {
	case masthead:
		w.masthead(p)
	case strip:
		w.strip(p)
	case apart:
		w.all(p.html)
	case outcome:
		w.all(p.parts)
	case small:
		w.smallPrint()
	case heading:
		w.heading(p)
	case gap:
	default:
		w.within()
		w.content(p)
	}
}

func (w *htmlWriter) all(parts []part) {
	for _, p := range parts {
		w.part(p)
	}
}

// within begins a row of the frame if none is open.
func (w *htmlWriter) within() {
	if !w.open {
		w.block()
	}
}

func (w *htmlWriter) content(p part) {
	switch p := p.(type) {
	case prose:
		w.prose(p)
	case choices:
		w.choices(p)
	case entry:
		w.entry(p)
	case chronology:
		w.chronology(p)
	case table:
		w.table(p)
	case drawing:
		if !p.shown {
			w.fixed(p.lines)
		}
	case shell:
		w.fixed(p.lines)
	case link:
		w.element(`<p style="margin:3px 0"><a href="`+html.EscapeString(p.address)+`" class="u" style="color:#0B57A4">`, p.address, "</a></p>\n")
	case fault:
		w.fault(p)
	case tap:
		w.tap(p)
	case image:
		w.image(p)
	case podium:
		w.podium(p)
	}
}

func (w *htmlWriter) heading(h heading) {
	switch {
	case w.fine:
		w.element(`<h2`+muted+`;font-size:13px;line-height:18px;margin:0 0 5px">`, h.text, "</h2>\n")
	case h.level == 1:
		w.block()
		w.element(`<h2 style="font-size:17px;line-height:23px;margin:0 0 6px">`, h.text, "")
		if h.then != "" {
			w.element(`<span`+muted+`;font-size:14px;font-weight:normal">`, ": "+h.then, "</span>")
		}
		w.raw("</h2>\n")
	default:
		w.within()
		w.element(head3, h.text, "</h3>\n")
	}
}

const head3 = `<h3` + muted + `;font-size:14px;line-height:19px;margin:10px 0 2px;font-weight:bold">`

// margin is the space around a paragraph by its level.
var margin = [...]string{"0 0 6px", "0 0 4px", "0 0 4px 40px", "", "0 0 4px 40px"}

func (w *htmlWriter) prose(p prose) {
	open := `<p style="margin:` + margin[p.level] + `">`
	if w.fine {
		open = `<p` + muted + `;margin:0 0 5px;font-size:13px;line-height:18px">`
	}
	for _, l := range p.lines {
		if p.exact {
			w.tag(open, w.text, l, "</p>\n")
		} else {
			w.element(open, l, "</p>\n")
		}
	}
}

// fixed writes lines of fixed width.
func (w *htmlWriter) fixed(lines []string) {
	w.broken(`<p style="margin:6px 0;font-family:Consolas,Menlo,monospace;font-size:13px;line-height:18px;white-space:pre-wrap">`, lines)
}

// broken writes a paragraph of lines.
func (w *htmlWriter) broken(open string, lines []string) {
	w.raw(open)
	for i, l := range lines {
		if i > 0 {
			w.raw("<br>")
		}
		w.text(l)
	}
	w.raw("</p>\n")
}

// smallPrint begins the end of the letter, which explains how to answer.
func (w *htmlWriter) smallPrint() {
	w.close()
	if w.rows {
		w.raw(card + `8px 20px 16px;border-radius:0 0 10px 10px">` + "\n")
		w.open = true
	}
	w.fine = true
	w.raw(`<div class="line" style="border-top:1px solid #D5DBE1;height:1px;line-height:1px;font-size:1px;margin:0 0 8px">&nbsp;</div>` + "\n")
}

// masthead writes the header: game and round, what it is about, until when.
func (w *htmlWriter) masthead(m masthead) {
	w.raw(`<tr><td class="hd pad" bgcolor="#14283D" style="background:#14283D;padding:14px 20px 12px;border-bottom:4px solid ` +
		m.livery + `;border-radius:10px 10px 0 0">` + grid + `><tr><td style="font-size:14px;line-height:20px;color:#C9D6E3"><b style="color:#FFFFFF">`)
	w.text(m.title)
	w.raw(`</b>`)
	if m.game != "" {
		w.text(" · " + m.game)
	}
	w.element(`</td><td align="right" style="font-size:14px;line-height:20px;color:#FFFFFF"><b>`, upperFirst(m.round), "</b></td></tr></table>\n")
	w.element(`<h1 class="h1" style="font-size:24px;line-height:30px;margin:8px 0 2px;color:#FFFFFF;font-weight:bold">`, m.about, "</h1>\n")
	for _, l := range m.lines {
		w.element(`<p style="font-size:15px;line-height:21px;margin:0;color:#DCE6EF">`, l, "</p>\n")
	}
	w.raw("</td></tr>\n")
}

// strip writes the players, each with the number that counts.
func (w *htmlWriter) strip(s strip) {
	w.raw(`<tr><td style="padding:0">` + grid + ` style="table-layout:fixed">` + "\n")
	each := min(len(s.players), 3+len(s.players)%2)
	for i, p := range s.players {
		if i%each == 0 {
			w.raw("<tr>")
		}
		ground := ` class="card by" bgcolor="#FFFFFF" style="background:#FFFFFF;`
		if p.you {
			ground = ` class="ask by" bgcolor="#E3ECF5" style="background:#E3ECF5;`
		}
		if i%each > 0 {
			ground += "border-left:1px solid #D5DBE1;"
		}
		w.raw(`<td valign="top"` + ground + `border-top:5px solid ` + seatColour(p.seat) + `;padding:6px 8px 8px"><p style="margin:0;line-height:20px">`)
		w.chip(p.seat)
		w.element("<b>", p.name, "</b></p>\n")
		w.element(`<p style="margin:0;font-size:22px;line-height:28px"><b>`, p.number, "</b>")
		w.element(`<span`+muted+`;font-size:13px"> `, p.unit, "</span></p>\n")
		w.broken(`<p`+muted+`;margin:0;font-size:13px;line-height:17px">`, p.facts)
		if p.turn != "" {
			w.element(`<p style="margin:2px 0 0;font-size:13px;line-height:17px"><b>&#9654; `, p.turn, "</b></p>\n")
		}
		w.raw("</td>")
		if i%each == each-1 || i == len(s.players)-1 {
			w.raw("</tr>\n")
		}
	}
	w.raw("</table></td></tr>\n")
}
