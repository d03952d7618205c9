package extract

import (
	"slices"
	"strings"
)

// Header blocks: the header fields of the quoted mail as Outlook and others write them above it,
// three or more of them, in any language.

// field is the meaning of a label in a header block.
type field uint8

const (
	noField field = iota
	fromField
	sentField
	toField
	ccField
	subjectField
	unknownField
)

const (
	labelBytes       = 40
	headerBlockLines = 16
)

var labels = labelTable()

func labelTable() map[string]field {
	t := map[string]field{}
	for _, l := range languages {
		for kind, words := range map[field][]string{fromField: l.From, sentField: l.Sent, toField: l.To, ccField: l.CC, subjectField: l.Subject} {
			for _, w := range words {
				if _, taken := t[w]; !taken || kind < t[w] {
					t[w] = kind
				}
			}
		}
	}
	return t
}

// label parses a line as a header field.
func label(folded string) (kind field, value string) {
	s := strings.TrimLeft(folded, "*_ ")
	name, value, ok := strings.Cut(s, ":")
	name = strings.ToLower(strings.Trim(name, "*_ "))
	if !ok || name == "" || len(name) > labelBytes {
		return noField, ""
	}
	value = strings.Trim(value, "*_ ")
	if kind, ok := labels[name]; ok {
		return kind, value
	}
	return unknownField, value
}

// headerBlock looks for a header block that begins in line i; end is the line after it.
func (c *cutter) headerBlock(i int) (end int, ok bool) {
	kind, value := c.label(i)
	if kind == noField || kind == unknownField && !mailPattern.MatchString(value) && !datePattern.MatchString(value) {
		return 0, false // an order such as "place rail-1 : black t 2" begins no block
	}
	b := block{known: map[field]bool{}}
	for j := i; j < len(c.cells) && j < i+headerBlockLines; j++ {
		kind, value := c.label(j)
		switch {
		case c.cells[j].state == blank:
			if next, _ := c.label(j + 1); next == noField || next == unknownField {
				return b.found()
			}
		case kind != noField:
			b.add(kind, value, j+1)
		case c.cells[j].state == own && mailPattern.MatchString(c.cells[j].folded):
			b.end, b.endKnown = j+1, j+1 // a list of addresses, wrapped
		default:
			return b.found()
		}
	}
	return b.found()
}

// block is the part of a header block read so far.
type block struct {
	known         map[field]bool
	fields        int // including those with unknown labels
	date, mail    bool
	end, endKnown int // after the last field; after the last known one
}

func (b *block) add(kind field, value string, end int) {
	b.fields++
	b.end = end
	if kind != unknownField {
		b.known[kind], b.endKnown = true, end
	}
	b.date = b.date || datePattern.MatchString(value)
	b.mail = b.mail || mailPattern.MatchString(value)
}

// found reports whether there is a block: fields of the table are enough; in an unknown language, three lines
// in the form of fields, with an address and a date among them.
func (b *block) found() (end int, ok bool) {
	switch {
	case len(b.known) >= 3 || len(b.known) == 2 && b.known[fromField] && (b.mail || b.date):
		return b.endKnown, true
	case b.fields >= 3 && b.mail && b.date:
		return b.end, true
	}
	return 0, false
}

func (c *cutter) label(i int) (field, string) {
	if i >= len(c.cells) || c.cells[i].state != own {
		return noField, ""
	}
	return label(c.cells[i].folded)
}

// originalRule reports whether line i is like "-----Original Message-----": words between
// dashes, which are known or followed by header fields.
func (c *cutter) originalRule(i int) bool {
	s := c.cells[i].folded
	if !strings.HasPrefix(s, "--") || !strings.HasSuffix(s, "--") {
		return false
	}
	words := strings.ToLower(strings.Trim(s, "- "))
	if words == "" || len(words) > 80 || wordless(words) {
		return false
	}
	return slices.ContainsFunc(languages, func(l language) bool { return hasAny(words, l.Original) }) ||
		c.withHeaderBlock(i).end > i+1
}
