package templates

// document is a letter laid out, before it is written as text and as HTML.
type document struct {
	lang  string
	parts []part
}

// part is a heading, some lines, a table or a drawing.
type part interface{}

// heading opens a section (level 1) or a piece of it (level 2).
type heading struct {
	text  string
	level int
}

// gap is a blank line.
type gap struct{}

// prose is lines that are wrapped; each begins a line of its own.
type prose struct {
	lines []string
	level int // 0: of the section; 1: a piece of it; 2: under an entry; 4: as choices there
}

// choices are lines that can be sent back as they stand.
type choices struct {
	rows  []choice
	level int // 1, or 4 under an entry
}

type choice struct {
	line   string
	number string // "[3]"
	remark string
}

// entry is something that happened or was written: "38  Ana: place black-2"
// with notes under it.
type entry struct {
	label string
	lead  string // "Ana:"
	code  string // an order or how one is written, printed as it is
	notes []string
}

// table is a table of figures; an empty heads has no heading row.
type table struct {
	heads []string
	rows  [][]string
	right []bool // by column
}

// drawing is fixed-width lines that nobody needs who cannot see them.
type drawing struct{ lines []string }

// fault shows where a line is wrong: carets under columns from..to of line.
type fault struct {
	line     string
	from, to int // counted from 0, to excluded; from == to: nowhere in particular
}

func (d *document) add(p ...part) { d.parts = append(d.parts, p...) }

func (d *document) head(text string)    { d.add(heading{text, 1}) }
func (d *document) subhead(text string) { d.add(heading{text, 2}) }

// say adds lines of prose; empty ones are left out.
func (d *document) say(lines ...string) { d.prose(0, lines) }

// indented adds lines of prose that are pieces of a section.
func (d *document) indented(lines ...string) { d.prose(1, lines) }

// under adds lines of prose that belong to an entry.
func (d *document) under(lines ...string) { d.prose(2, lines) }

func (d *document) prose(level int, lines []string) {
	var kept []string
	for _, l := range lines {
		if l != "" {
			kept = append(kept, l)
		}
	}
	if len(kept) > 0 {
		d.add(prose{kept, level})
	}
}
