package templates

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"railpost/engine"
	"railpost/templates/key"
)

// speak turns the letter into one for readers who listen: sentences and lists, with nothing
// that only the eye reads, such as columns, indentation and signs that draw. The facts and
// their order stay.
func (w *letter) speak() {
	var parts []part
	for _, p := range w.parts {
		parts = append(parts, w.spoken(p)...)
	}
	w.parts = parts
}

// spoken returns a part of the letter as parts for readers who listen.
func (w *letter) spoken(p part) []part {
	switch p := p.(type) {
	case heading:
		p.spoken, p.text, p.then = true, capital(w.aloud(p.text)), capital(w.aloud(p.then))
		return []part{p}
	case prose:
		return []part{w.sentences(p)}
	case choices:
		p.level, p.spoken, p.rows = 0, true, slices.Clone(p.rows)
		var after []string
		for i := range p.rows {
			remark := w.aloudSentence(p.rows[i].remark)
			p.rows[i].remark = remark
			if p.together && remark != "" {
				p.rows[i].remark = ""
				after = append(after, w.aloudSentence(w.word(key.Line, engine.Int("n", i+1))+" "+remark))
			}
		}
		return []part{p, prose{lines: after}}
	case entry:
		return w.spokenEntry(p)
	case table:
		return []part{w.spokenTable(p)}
	case drawing:
		return []part{prose{lines: p.readable()}}
	case shell:
		out := prose{exact: true}
		for _, l := range p.lines {
			out.lines = append(out.lines, strings.TrimSpace(l))
		}
		return []part{out}
	case fault:
		return []part{prose{lines: []string{strings.TrimSpace(p.line)}, exact: true}}
	}
	return []part{p}
}

// sentences returns paragraphs that each end with a stop, where a voice pauses.
func (w *letter) sentences(p prose) prose {
	out := prose{exact: p.exact}
	for _, l := range p.lines {
		if !p.exact {
			l = w.aloudSentence(strings.TrimPrefix(l, "- "))
		}
		out.lines = append(out.lines, l)
	}
	return out
}

func (w *letter) aloudSentence(s string) string { return stopped(capital(w.aloud(s))) }

// aloud returns a text with the words that a voice cannot read written out, as "Ft", by the
// messages TITLE.aloud.WORD.
func (w *letter) aloud(s string) string {
	s = strings.ReplaceAll(s, "`", `"`)
	words := strings.Split(s, " ")
	for i, word := range words {
		bare := strings.Trim(word, ",:;()[].!?")
		if bare == "" { // "?" has a reading of its own
			bare = strings.Trim(word, ",:;()[].!")
		}
		if bare == "-" && !(isProper(words, i-1) && isProper(words, i+1)) {
			continue // not from one place to another
		}
		if full := w.known(w.Title + ".aloud." + bare); full != "" && bare != "" && !w.isName(bare) {
			words[i] = strings.Replace(word, bare, w.word(full), 1)
		}
	}
	return strings.ReplaceAll(strings.Join(words, " "), " - ", w.word(key.ListComma))
}

// isProper reports whether the word there begins with a capital, as places do.
func isProper(words []string, i int) bool {
	if i < 0 || i >= len(words) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(words[i])
	return unicode.IsUpper(r)
}

// isName reports whether a player is called so.
func (w *letter) isName(word string) bool {
	return slices.ContainsFunc(w.players, func(name string) bool { return slices.Contains(strings.Fields(name), word) })
}

// capital gives a sentence a capital; an order word, as black-1, and the name of an option
// keep their small letter.
func capital(s string) string {
	if first, _, _ := strings.Cut(s, " "); s == "" || strings.ContainsAny(first, "0123456789_") {
		return s
	}
	return upperFirst(s)
}

// spokenTable returns a table that the text has as sentences; one without headings is a list.
func (w *letter) spokenTable(t table) part {
	said := table{spoken: true, right: t.right, heads: each(t.heads, w.aloud)}
	said.rows = each(t.rows, func(r []string) []string { return each(r, w.aloud) })
	if said.hasHeads() {
		return said
	}
	return prose{lines: said.sentences()}
}

// hashLength is how many characters a word has that is certainly to be copied.
const hashLength = 30

// stopped gives a line a full stop unless it ends with a stop already.
func stopped(s string) string {
	s = strings.TrimRight(s, " ")
	switch r, _ := utf8.DecodeLastRuneInString(s); {
	case s == "", strings.Contains(s[strings.LastIndex(s, " ")+1:], "@"), !strings.Contains(s, " ") && len(s) > hashLength:
		return s
	case unicode.IsLetter(r), unicode.IsDigit(r), strings.ContainsRune(`%)]"'`, r):
		return s + "."
	}
	return s
}

// spokenEntry returns an entry as lines: what was ordered stands on a line of its own, so
// that it can be copied.
func (w *letter) spokenEntry(e entry) []part {
	notes := e.notes
	if e.then != "" {
		notes = append([]string{e.then}, notes...)
	}
	label := strings.Join(strings.Fields(e.label), " ")
	if label != "" && e.lead != "" && !strings.ContainsAny(label[len(label)-1:], ",:") {
		label += ","
	}
	first := strings.TrimSpace(label + " " + e.lead)
	if e.code != "" {
		order := prose{lines: []string{strings.TrimSpace(capital(first) + " " + e.code)}, exact: true}
		return []part{order, w.sentences(prose{lines: notes})}
	}
	if len(notes) > 0 {
		first, notes = strings.TrimSpace(first+" "+notes[0]), notes[1:]
	}
	return []part{w.sentences(prose{lines: append([]string{first}, notes...)})}
}

// sentences are the rows of a table: "Ana: points 12; rubles 3." A row that begins with a
// number says of what.
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

// remarks returns the lines of the text, and those of the page, that stand below choices.
func (d *document) remarks() (lines []string) {
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

// readable are the lines of a drawing that are words, as an example in a rule book. What views
// draw they also tell, see engine.Speaker.
func (d drawing) readable() (lines []string) {
	for _, l := range d.lines {
		l = strings.Join(strings.Fields(l), " ")
		if strings.ContainsFunc(l, unicode.IsLetter) && !strings.ContainsAny(l, `|#~^\`) && !strings.Contains(l, "--") {
			lines = append(lines, l)
		}
	}
	return lines
}
