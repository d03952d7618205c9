package extract

import "strings"

// state is the cutter's decision about a line.
type state uint8

const (
	own    state = iota
	blank        // nothing on it, or nothing but a divider of the mail's structure
	quoted       // part of a quotation
	head         // introduces a quotation
	signed       // signature
)

// cell is one line on its way through the cutter.
type cell struct {
	line
	folded string
	key    string // the form in which it is compared with lines of the letter
	state  state
	joined bool // text of a wrapped choice was moved to the cell before
}

// cutter decides line by line what the person typed.
type cutter struct {
	cells   []cell
	openers []opener
	letter  *orderLines // which the mail answers
}

// Typed returns the person's own lines, folded, without empty ones; of one that is TooLong
// only the beginning. answered is the letter the mail answers, nil if it is not available.
func (m *Mail) Typed(answered *Letter) []string {
	typed, other := m.Versions(answered)
	if len(typed) == 0 { // a text that only quotes
		return other
	}
	return typed
}

// Versions returns what Typed does, and what the other version of a mail in text and HTML says if that is something
// else.
func (m *Mail) Versions(answered *Letter) (typed, other []string) {
	if m.Garbled != "" {
		return nil, nil // half a text may be half a turn
	}
	letter := newOrderLines(answered)
	typed = cutLines(m.lines, letter, answered)
	if len(m.other) > 0 {
		other = cutLines(m.other, letter, answered)
	}
	if Key(strings.Join(other, "")) == Key(strings.Join(typed, "")) {
		other = nil
	}
	return typed, other
}

func cutLines(lines []line, letter *orderLines, answered *Letter) []string {
	c := newCutter(lines)
	c.letter = letter
	c.findSigns()
	c.findOpeners()
	c.unmark()
	c.compare(answered)
	c.cutQuotations()
	c.unfold()
	c.cutSignatures()
	return c.typed()
}

func newCutter(lines []line) *cutter {
	c := &cutter{cells: make([]cell, len(lines))}
	for i, l := range lines {
		x := cell{line: l, folded: Fold(l.text)}
		x.key = foldedKey(x.folded)
		switch {
		case l.depth > 0:
			x.state = quoted
		case l.role == attribution:
			x.state = head
		case l.role == signature:
			x.state = signed
		case x.folded == "":
			x.state = blank
		}
		c.cells[i] = x
	}
	return c
}

func (c *cutter) typed() []string {
	var out []string
	for _, x := range c.cells {
		if x.state == own && !x.joined {
			out = append(out, x.folded)
		}
	}
	// A rule below the text is not text; a lone "?" asks for help.
	for len(out) > 0 && wordless(out[len(out)-1]) && !strings.Contains(out[len(out)-1], "?") {
		out = out[:len(out)-1]
	}
	return out
}
