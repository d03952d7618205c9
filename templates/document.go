package templates

import (
	"slices"

	"railpost/engine"
)

// document is a letter laid out, ready to be written as text and as HTML.
type document struct {
	lang  string
	parts []part

	storyHeading string    // the heading under which it tells what happened; "": there is none yet
	met          []robotAt // robots that were called robots already
}

// part is a heading, some lines, a table or a drawing.
type part interface{}

// heading opens a section (level 1), a subsection (level 2) or a group of a list (level 3).
type heading struct {
	text   string
	level  int
	then   string // of a section: the heading of its first part, on the same line
	spoken bool
}

// gap is a blank line.
type gap struct{}

// prose is a list of paragraphs, which are wrapped.
type prose struct {
	lines []string
	level int  // 0: of the section; 1: of a subsection; 2: under an entry; 4: as choices there
	exact bool // the lines may be copied unchanged
}

// choices are lines that can be sent back as they are.
type choices struct {
	rows     []choice
	level    int  // 1, or 4 under an entry
	ragged   bool // remarks follow their orders closely, in no column
	together bool // they are copied together: for listeners all remarks come after them
	spoken   bool // remarks are below their orders, without a sign
}

type choice struct {
	line   string
	number string // "[3]"
	remark string
	answer []string // the lines of a mail that chooses it; nil: there is no link

	says, below string // for HTML: the order in prose, and what comes below it; "": as it is
	tile        *image // that it lays

	gain, of, rest string // what HTML shows at the right, with what it is a gain of, and below the order
	facts          string // rest and gain in words
}

// entry is something that happened or was written, "38  Ana: place black-2", with notes
// under it.
type entry struct {
	label string
	lead  string // "Ana:"
	code  string // an order or its usage, printed verbatim
	then  string // its result, on the same line
	notes []string
	typed string // the first note, if it is what was typed
	run   string // the others in one paragraph, for a brief text
	sign  string // of HTML: whether it was played
}

// outcome is the consequences of an order that was played; a brief text has them in a line.
type outcome struct {
	of    *letter
	said  []engine.Message
	parts []part
}

// Signs of lines of a mail.
const (
	playedSign  = "✓"
	refusedSign = "✗"
)

// chronology is what the players did, a row for each turn of one.
type chronology struct {
	heads []string // of HTML
	rows  []turnRow
}

// turnRow is what a player did in one turn, or the heading of a round.
type turnRow struct {
	label string // its steps, "7-9"
	who   string
	seat  engine.Seat
	did   string
	note  string // who did it in the player's place
	round bool
}

// masthead is the header of HTML.
type masthead struct {
	title, game, round string
	about              string   // what is asked or told
	lines              []string // more of that, and until when
	livery             string   // the colour of the title
}

// strip shows the players in HTML.
type strip struct{ players []stripped }

type stripped struct {
	seat               engine.Seat
	name, number, unit string
	facts              []string
	turn               string // if the game waits for the player
	you                bool
}

// apart is a part of a letter that its text and its HTML show in different ways.
type apart struct {
	text, html []part
	least      brevity // the text leaves it out if it is that brief
}

// brevity is what the text of a long letter leaves to words that bring it.
type brevity int

const (
	drawn   brevity = iota
	undrawn         // drawings and their signs
	shorter         // the words of the board, too
)

// small begins the small print of HTML: how to answer.
type small struct{}

// table is a table of figures; without heads it has no heading row.
type table struct {
	heads  []string
	rows   [][]string
	right  []bool // by column
	spoken bool   // in the text its rows are sentences
}

// drawing is fixed-width lines; words elsewhere have the same content.
type drawing struct {
	lines []string
	shown bool // HTML shows it otherwise
}

// link is the address of a page.
type link struct{ address string }

// fault points at the wrong part of a line: carets under columns from..to.
type fault struct {
	line     string
	from, to int // counted from 0, to excluded; from == to: no particular place
}

func (d *document) add(p ...part) { d.parts = append(d.parts, p...) }

func (d *document) head(text string) { d.add(heading{text: text, level: 1}) }

func (d *document) subhead(text string) { d.below(text, 2) }

// below adds a heading, on the line of its section if it is the first: "TABLE: Phase e".
func (d *document) below(text string, level int) {
	if n := len(d.parts) - 1; n >= 0 {
		if section, ok := d.parts[n].(heading); ok && section.level == 1 && section.then == "" {
			section.then = text
			d.parts[n] = section
			return
		}
	}
	d.add(heading{text: text, level: level})
}

// say adds paragraphs; empty ones are dropped.
func (d *document) say(lines ...string) { d.prose(0, lines) }

// indented adds paragraphs to a subsection.
func (d *document) indented(lines ...string) { d.prose(1, lines) }

// under adds paragraphs that belong to an entry.
func (d *document) under(lines ...string) { d.prose(2, lines) }

// exactly adds lines of a subsection that may be copied unchanged.
func (d *document) exactly(level int, lines ...string) {
	d.add(prose{lines: lines, level: level, exact: true})
}

func (d *document) prose(level int, lines []string) {
	if kept := slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return l == "" }); len(kept) > 0 {
		d.add(prose{lines: kept, level: level})
	}
}

// shell is a command that can be copied, with all its lines.
type shell struct{ lines []string }

// image is a picture with its alternative text.
type image struct {
	Picture
	alt string
}

// robotAt is a robot's seat; a letter may be about several games.
type robotAt struct {
	game string
	seat engine.Seat
}

// tap is a link of the HTML part that opens an answer, or words about such links; the text part omits it.
type tap struct {
	text, about string
	lines       []string // of the answer
	primary     bool     // it is what the letter suggests
}

// columns returns how wide an order is with its number.
func (c choice) columns() int { return columnsOf(c.lead() + c.line) }

// lead returns the mark before an order.
func (c choice) lead() string {
	if c.number == "" {
		return ""
	}
	return c.number + " "
}

const commentSign = "   # "

// resultSign separates an order from its result.
const resultSign = " - "

// first returns the text before an order, or the first note.
func (e entry) first() string {
	first := "  "
	if e.label != "" {
		first += e.label + "  "
	}
	if e.lead != "" {
		first += e.lead + " "
	}
	return first
}
