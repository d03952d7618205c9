package rules

import (
	"regexp"
	"strings"

	"railpost/engine"
)

// wholeMost limits the lines of a section, with its subsections, that is shown whole; a longer one is shown
// with a list of its subsections.
const wholeMost = 80

// Look returns the blocks for a person who looks words up: the section they name, or the list of possible ones.
// The words may be several citations, as "Build track, R4". Without words it is the table of contents. found is
// false if some words fit no section; they are followed by the table of contents.
func (r *Reference) Look(words string) (out []engine.Block, found bool) {
	if strings.TrimSpace(words) == "" {
		return []engine.Block{list(engine.Msg("rules.contents"), r.Sections)}, true
	}
	found = true
	for part := range strings.SplitSeq(r.withoutName(words), ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		word := engine.Text("word", part)
		switch fits := r.Find(part); len(fits) {
		case 0:
			found = false
			out = append(out, list(engine.Msg("rules.none", word), r.Sections))
		case 1:
			out = append(out, fits[0].blocks()...)
		default:
			out = append(out, list(engine.Msg("rules.several", word), fits))
		}
	}
	return out, found
}

// withoutName takes the title's name off a citation as letters write it.
func (r *Reference) withoutName(words string) string {
	words = strings.TrimSpace(words)
	if n := len(r.Name); len(words) >= n && strings.EqualFold(words[:n], r.Name) {
		return words[n:]
	}
	return words
}

// list is a block that names sections.
func list(head engine.Message, sections []Section) engine.Block {
	b := engine.Block{Head: head}
	for _, s := range sections {
		b.Lines = append(b.Lines, text(s.Heading))
	}
	return b
}

// blocks shows a section with those within it.
func (s Section) blocks() []engine.Block {
	out := laid(s.Heading, s.Lines)
	lines := len(s.Lines)
	for _, sub := range s.Sections {
		lines += len(sub.Lines)
	}
	if lines > wholeMost && len(s.Sections) > 0 {
		return append(out, list(engine.Msg("rules.within"), s.Sections))
	}
	for _, sub := range s.Sections {
		out = append(out, sub.blocks()...)
	}
	return out
}

// Blocks shows a section with all those within it, however long it is.
func (s Section) Blocks() []engine.Block {
	out := laid(s.Heading, s.Lines)
	for _, sub := range s.Sections {
		out = append(out, sub.Blocks()...)
	}
	return out
}

// text is a message with the text s, without its marks of Markdown.
func text(s string) engine.Message {
	return engine.Msg("rules.text", engine.Text("text", plain.Replace(s)))
}

var plain = strings.NewReplacer("**", "", "`", "\"", "\\|", "|")

// item is the mark of a list.
var item = regexp.MustCompile(`^(?:[-*]|\d+\.) `)

// laid turns the lines under a heading into blocks: a block holds paragraphs, then
// a table, then a drawing, so what comes in another order begins a new one.
func laid(heading string, lines []string) []engine.Block {
	l := layout{blocks: []engine.Block{{Head: text(heading)}}}
	for _, line := range lines {
		l.line(line)
	}
	l.endParagraph()
	return l.blocks
}

// layout is a section being laid out.
type layout struct {
	blocks    []engine.Block
	paragraph []string
	fenced    bool
}

func (l *layout) line(line string) {
	level, words := headingOf(line)
	switch {
	case strings.HasPrefix(line, "```"):
		l.endParagraph()
		l.fenced = !l.fenced
	case l.fenced:
		l.draw(line)
	case line == "":
		l.endParagraph()
	case strings.HasPrefix(line, "    ") && len(l.paragraph) == 0:
		l.draw(line[4:])
	case strings.HasPrefix(line, "|"):
		l.endParagraph()
		l.row(line)
	case level > 0:
		l.endParagraph()
		l.blocks = append(l.blocks, engine.Block{Head: text(words)})
	case item.MatchString(line):
		l.endParagraph()
		l.paragraph = []string{line}
	default:
		l.paragraph = append(l.paragraph, strings.TrimSpace(line))
	}
}

// free returns a block to which something can be added; begun says of the last
// block that it must not be.
func (l *layout) free(begun func(b *engine.Block) bool) *engine.Block {
	if begun(&l.blocks[len(l.blocks)-1]) {
		l.blocks = append(l.blocks, engine.Block{})
	}
	return &l.blocks[len(l.blocks)-1]
}

func (l *layout) endParagraph() {
	if len(l.paragraph) == 0 {
		return
	}
	b := l.free(func(b *engine.Block) bool { return len(b.Rows)+len(b.Columns)+len(b.Drawing) > 0 })
	b.Lines = append(b.Lines, text(strings.Join(l.paragraph, " ")))
	l.paragraph = nil
}

// row adds a row of a table; its first row is the heading.
func (l *layout) row(line string) {
	line = strings.ReplaceAll(line, `\|`, "\x00")
	cells := strings.Split(strings.Trim(line, "|"), "|")
	if strings.Trim(line, "|-: ") == "" {
		return
	}
	b := l.free(func(b *engine.Block) bool { return len(b.Drawing) > 0 })
	var says []engine.Message
	for _, c := range cells {
		c = strings.ReplaceAll(strings.TrimSpace(c), "\x00", "|")
		if c == "" {
			says = append(says, engine.Message{})
		} else {
			says = append(says, text(c))
		}
	}
	if b.Columns == nil {
		b.Columns = says
		return
	}
	row := engine.Each(says, func(m engine.Message) engine.Cell { return engine.Cell{Say: m} })
	b.Rows = append(b.Rows, row)
}

func (l *layout) draw(line string) {
	b := &l.blocks[len(l.blocks)-1]
	b.Drawing = append(b.Drawing, line)
}
