package templates

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"railpost/engine"
	"railpost/templates/key"
)

// listener says a document of a title to a reader who listens.
type listener struct {
	*voice
	of string // the title
}

// speak turns a document into one for listeners: sentences and lists, without visual parts such as columns,
// indentation and signs that draw. The facts and their order stay.
func (l listener) speak(d *document) {
	d.parts = l.spokenAll(d.parts)
}

func (l listener) spokenAll(list []part) (parts []part) {
	for _, p := range list {
		parts = append(parts, l.spoken(p)...)
	}
	return parts
}

// spoken returns a part of the letter as parts for readers who listen.
func (l listener) spoken(p part) []part {
	switch p := p.(type) {
	case heading:
		p.spoken, p.text, p.then = true, capital(l.aloud(p.text)), capital(l.aloud(p.then))
		return []part{p}
	case prose:
		return []part{l.sentences(p)}
	case choices:
		p.level, p.spoken, p.rows = 0, true, slices.Clone(p.rows)
		var after []string
		for i := range p.rows {
			remark := l.aloudSentence(p.rows[i].remark)
			p.rows[i].remark = remark
			if p.together && remark != "" {
				p.rows[i].remark = ""
				after = append(after, l.aloudSentence(l.word(key.Line, engine.Int("n", i+1))+" "+remark))
			}
		}
		return []part{p, prose{lines: after}}
	case entry:
		return l.spokenEntry(p)
	case apart:
		return l.spokenAll(p.text)
	case chronology:
		var parts []part
		for _, r := range p.rows {
			if r.round {
				parts = append(parts, l.spoken(heading{text: r.did, level: 2})...)
				continue
			}
			e := entry{label: r.label, notes: []string{r.did}}
			if r.who != "" {
				e.lead = l.word(key.StepWho, engine.Text("who", r.who))
			}
			parts = append(parts, l.spokenEntry(e)...)
		}
		return parts
	case table:
		return []part{l.spokenTable(p)}
	case drawing:
		return []part{prose{lines: p.readable()}}
	case shell:
		return []part{prose{lines: engine.Each(p.lines, strings.TrimSpace), exact: true}}
	case fault:
		return []part{prose{lines: []string{strings.TrimSpace(p.line)}, exact: true}}
	}
	return []part{p}
}

// sentences returns paragraphs that each end with a stop, where a voice pauses.
func (l listener) sentences(p prose) prose {
	out := prose{exact: p.exact}
	for _, line := range p.lines {
		if !p.exact {
			line = l.aloudSentence(strings.TrimPrefix(line, "- "))
		}
		out.lines = append(out.lines, line)
	}
	return out
}

func (l listener) aloudSentence(s string) string { return stopped(capital(l.aloud(s))) }

// aloud returns a text with the words that a voice cannot read written out, as "Ft", by the
// messages TITLE.aloud.WORD.
func (l listener) aloud(s string) string {
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
		if full := l.known(l.of + ".aloud." + bare); full != "" && bare != "" && !l.isName(bare) {
			words[i] = strings.Replace(word, bare, l.word(full), 1)
		}
	}
	return strings.ReplaceAll(strings.Join(words, " "), " - ", l.word(key.ListComma))
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
func (l listener) isName(word string) bool {
	return slices.ContainsFunc(l.players, func(name string) bool { return slices.Contains(strings.Fields(name), word) })
}

// spokenTable returns a table that the text has as sentences; one without headings is a list.
func (l listener) spokenTable(t table) part {
	said := table{spoken: true, right: t.right, heads: engine.Each(t.heads, l.aloud)}
	said.rows = engine.Each(t.rows, func(r []string) []string { return engine.Each(r, l.aloud) })
	if said.hasHeads() {
		return said
	}
	return prose{lines: said.sentences()}
}

// spokenEntry returns an entry as lines: what was ordered stands on a line of its own, so
// that it can be copied.
func (l listener) spokenEntry(e entry) []part {
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
		return []part{order, l.sentences(prose{lines: notes})}
	}
	if len(notes) > 0 {
		first, notes = strings.TrimSpace(first+" "+notes[0]), notes[1:]
	}
	return []part{l.sentences(prose{lines: append([]string{first}, notes...)})}
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

// spokenRemarks returns the lines of the text, and those of the page, below choices and lists of them.
func spokenRemarks(d *document) (lines []string) {
	for i, p := range d.parts {
		list, ok := p.(choices)
		if !ok || !list.spoken {
			continue
		}
		for _, row := range list.rows {
			lines = append(append(lines, row.remark), wrap(row.remark, textColumns)...)
		}
		for _, after := range d.parts[i+1:] { // which other choices there are
			more, ok := after.(prose)
			if !ok {
				break
			}
			for _, l := range more.lines {
				lines = append(append(lines, l), wrap(l, textColumns)...)
			}
		}
	}
	return lines
}
