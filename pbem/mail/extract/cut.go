package extract

import (
	"slices"
	"strings"
)

// state is the cutter's decision about a line.
type state uint8

const (
	own    state = iota
	blank        // empty, or only a divider of the mail's structure
	quoted       // part of a quotation
	head         // introduces a quotation
	signed       // signature
)

// cell is one line on its way through the cutter.
type cell struct {
	line
	key    string // the form in which it is compared with lines of the letter
	state  state
	joined bool // text of a wrapped choice was moved to the cell before
	same   bool // the letter has it, too
	proof  bool // and too unlike an order to be typed by chance
}

// cutter finds the person's own lines.
type cutter struct {
	cells   []cell
	openers []opener
	letter  *orderLines // which the mail answers
	found   []match     // see letterIndex.matches
}

// Typed returns the person's own lines, folded, without empty ones; of a line that is TooLong only the
// beginning. answered is the letter the mail answers, nil if it is not available.
func (m *Mail) Typed(answered *Letter) []string { return m.Written(answered).Lines }

// Written returns the version of a mail whose lines Typed returns.
func (m *Mail) Written(answered *Letter) Version {
	typed, other := m.Versions(answered)
	if len(typed.Lines) == 0 && len(other.Lines) > 0 { // a text that only quotes
		return other
	}
	return typed
}

// Version is a person's own text in one version of a mail.
type Version struct {
	Lines []string // see Typed
	// Lines above the quotation that are not in Lines: those that the letter also has, and those of a signature
	// or an introduction of the quotation.
	Same, Ends []string
}

// Versions returns the own lines of a mail, and those of the other version of a mail in text and HTML if they differ.
func (m *Mail) Versions(answered *Letter) (typed, other Version) {
	if m.Garbled != "" {
		return typed, other // half a text may be half a turn
	}
	letter := newOrderLines(answered)
	typed = cutLines(m.lines, letter, answered)
	if len(m.other) > 0 {
		other = cutLines(m.other, letter, answered)
	}
	if Key(strings.Join(other.Lines, "")) == Key(strings.Join(typed.Lines, "")) {
		other = Version{}
	}
	return typed, other
}

func cutLines(lines []line, letter *orderLines, answered *Letter) Version {
	c := newCutter(lines)
	c.letter = letter
	c.findSigns()
	c.findOpeners()
	c.unmark()
	c.compare(answered)
	c.cutQuotations()
	c.unfold()
	c.cutSignatures()
	same, ends := c.above()
	return Version{Lines: c.typed(), Same: same, Ends: ends}
}

// Above returns the lines above the quotation that were cut though they may be orders; of a signature, or an
// introduction of the quotation, only orders.
func (v Version) Above(order func(line string) bool) []string {
	above := slices.Clone(v.Same)
	for _, l := range v.Ends {
		if order(l) {
			above = append(above, l)
		}
	}
	return above
}

// QuotedLeast is how many lines that only the letter has show that a message quotes it.
const QuotedLeast = 3

// quotation returns the first line of the quotation: a mark, or a part of the letter below what
// introduces it. Without these it is QuotedLeast lines of the letter in a row.
func (c *cutter) quotation() int {
	run, begun, proofs := len(c.cells), 0, 0
	for i, x := range c.cells {
		switch introduced := len(c.openers) > 0 && i >= c.openers[0].end; {
		case x.depth > 0, introduced && x.same:
			return i
		case x.state == own && !wordless(x.folded):
			proofs = 0
		case x.proof:
			if proofs == 0 {
				begun = i
			}
			if proofs++; proofs == QuotedLeast {
				run = min(run, begun)
			}
		}
	}
	if len(c.openers) > 0 { // of an unavailable letter
		return c.openers[0].start
	}
	return run
}

// above returns the lines above the quotation that were cut.
func (c *cutter) above() (same, ends []string) {
	for _, x := range c.cells[:c.quotation()] {
		switch {
		case wordless(x.folded):
		case x.state == quoted && x.same:
			same = append(same, x.folded)
		case x.state == quoted, x.state == signed, x.state == head:
			ends = append(ends, x.folded)
		}
	}
	return same, ends
}

func newCutter(lines []line) *cutter {
	c := &cutter{cells: make([]cell, len(lines))}
	var keys keyer
	for i, l := range lines {
		if l.folded == "" {
			l.folded = Fold(l.text)
		}
		x := cell{line: l, key: keys.key(l.folded)}
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
