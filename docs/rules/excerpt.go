package rules

import (
	"regexp"
	"strings"

	"railpost/engine"
)

// Name is how the section is asked for: its number, or else its heading.
func (s Section) Name() string {
	if n := strings.TrimSpace(numbered.FindString(s.Heading)); n != "" {
		return n
	}
	return s.Heading
}

// Excerpt returns the paragraphs and list items of a section from the given one on, as many as fit into this
// many rows: whole paragraphs, or whole sentences of the first. A section without text of its own uses that of
// its first subsection.
func (s Section) Excerpt(from, rows, columns int) (out []engine.Message) {
	list := s.paragraphs()
	for i, p := range list[min(from, len(list)):] {
		n := rowsOf(p, columns)
		if n > rows && i == 0 {
			p = begins(p, rows, columns)
			n = rows
		}
		if n > rows {
			break
		}
		if n == rows && i > 0 && strings.HasSuffix(p, ":") { // the list that it announces does not fit
			break
		}
		rows -= n
		out = append(out, text(p))
	}
	return out
}

// paragraphs are the paragraphs and items before the first table, drawing or heading.
func (s Section) paragraphs() (out []string) {
	for _, b := range append(s.blocks(), engine.Block{})[:1] {
		for _, m := range b.Lines {
			if a, ok := m.Arg("text"); ok {
				out = append(out, a.Text)
			}
		}
	}
	if len(out) == 0 && len(s.Sections) > 0 {
		return s.Sections[0].paragraphs()
	}
	return out
}

// rowsOf returns the number of rows of a text.
func rowsOf(text string, columns int) int {
	rows, used := 1, 0
	for _, word := range strings.Fields(text) {
		n := len([]rune(word))
		if used > 0 && used+1+n > columns {
			rows, used = rows+1, 0
		}
		if used > 0 {
			used++
		}
		used += n
	}
	return rows
}

var sentenceEnd = regexp.MustCompile(`[.:;] `)

// begins returns the first sentences of a text, as many as fit.
func begins(text string, rows, columns int) string {
	end := 0
	for _, at := range sentenceEnd.FindAllStringIndex(text, -1) {
		if rowsOf(text[:at[0]+1]+" ...", columns) > rows {
			break
		}
		end = at[0] + 1
	}
	return text[:end] + " ..."
}
