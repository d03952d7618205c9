package board

import (
	"cmp"
	"fmt"
	"strings"
)

func (b *Board) turn() string {
	return fmt.Sprintf("round %d of %d, order %s", b.Turn.Round, b.Turn.Rounds, b.marks(b.Turn.Order))
}

func (b *Board) marks(owners []int) string {
	var list []string
	for _, o := range owners {
		list = append(list, b.Owners[o].Mark)
	}
	return strings.Join(list, " ")
}

// mat tells a mat in a line for the player and one for each row.
func (b *Board) mat(m *Mat) (lines []string) {
	parts := []string{fmt.Sprintf("mat of %s: place %d, %d points, gains %d", b.Owners[m.Owner].Mark, m.Place, m.Points, m.Gain)}
	if m.Acts {
		parts = append(parts, "acts")
	}
	if m.Passed {
		parts = append(parts, "passed")
	}
	add(&parts, "hand %s", b.pieces(m.Hand))
	for i := range m.Has {
		parts = append(parts, item(&m.Has[i]))
	}
	lines = append(lines, strings.Join(parts, ", "))
	for i := range m.Rows {
		lines = append(lines, row(&m.Rows[i]))
	}
	return lines
}

func row(r *Row) string {
	var spaces []string
	for _, s := range r.Spaces {
		text := s.Text
		if s.Open {
			text = "[" + text + "]"
		}
		if s.Prize != nil {
			text += "=" + chip(s.Prize)
		}
		spaces = append(spaces, text)
	}
	parts := []string{"  " + r.Name + ": " + strings.Join(spaces, " ")}
	for _, bar := range r.Bars {
		parts = append(parts, fmt.Sprintf("%s %s to %d", bar.Colour, bar.Letter, bar.To))
	}
	for _, m := range r.Markers {
		parts = append(parts, fmt.Sprintf("marker %s at %d", m.Letter, m.Space))
	}
	add(&parts, "engines %s", fmt.Sprint(r.Engines))
	if r.Doubles > 0 {
		parts = append(parts, fmt.Sprintf("doubled %d of %d", r.Doubled, r.Doubles))
	}
	if r.Reach >= 0 {
		parts = append(parts, fmt.Sprintf("reach %d", r.Reach))
	}
	return strings.Join(append(parts, fmt.Sprintf("worth %d", r.Worth)), ", ")
}

func chip(c *Chip) string {
	text := c.Text
	if len(c.Colours) > 1 {
		text += " of any"
	}
	if c.Sign != "" {
		text = c.Sign + text
	}
	if c.Spent {
		text += "*"
	}
	return text
}

func chips(list []Chip) string {
	var b strings.Builder
	for i := range list {
		switch {
		case list[i].Or:
			b.WriteString("/")
		case i > 0:
			b.WriteString("+")
		}
		b.WriteString(chip(&list[i]))
	}
	return b.String()
}

func item(i *Item) string {
	text := i.Name + " " + chips(i.Chips)
	if i.Spent {
		text += " (spent)"
	}
	return text
}

func (b *Board) box(x *Box) string {
	parts := []string{"box " + x.Name, "takes " + places(x.Takes)}
	add(&parts, "gives %s", chips(x.Gives))
	add(&parts, "on it %s", b.pieces(x.On))
	if x.Shared {
		parts = append(parts, "never taken")
	}
	if x.Later {
		parts = append(parts, "not in this round")
	}
	return strings.Join(parts, ", ")
}

// places lists what a box takes, a worker as o.
func places(takes []string) string {
	var words []string
	for _, letter := range takes {
		words = append(words, cmp.Or(letter, "o"))
	}
	return strings.Join(words, " ")
}

func (b *Board) pieces(list []Worker) string {
	var words []string
	for _, p := range list {
		words = append(words, fmt.Sprintf("%dx%s%s", p.N, b.Owners[p.Owner].Mark, p.Letter))
	}
	return strings.Join(words, " ")
}
