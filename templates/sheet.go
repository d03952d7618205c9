package templates

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"railpost/engine"
	"railpost/engine/board"
	"railpost/templates/key"
)

// sheet lays out pieces of a position: words, tables, drawings, charts and pictures.
type sheet struct{ *letter }

// chart adds the chart of a table below it: drawn, or, for listeners, in words. A single round, or constant
// numbers, have none.
func (w sheet) chart(c chart) {
	low, high, _ := c.Bounds()
	switch {
	case len(c.Rounds) < 2 || low == high:
	case w.Spoken:
		w.toldChart(c)
	default:
		w.add(gap{})
		w.add(drawing{lines: c.plot(low, high), shown: true})
	}
}

// toldChart says of each name where it began, its highest number and where it ended.
func (w sheet) toldChart(c chart) {
	for _, l := range c.Lines {
		last := l.Last()
		if last < 0 {
			continue
		}
		first := slices.IndexFunc(l.Of, func(n *int) bool { return n != nil })
		top := first
		for i, n := range l.Of {
			if n != nil && *n > *l.Of[top] {
				top = i
			}
		}
		w.say(w.word(key.ChartSaid, engine.Text("name", l.Name), engine.Text("first", c.round(first)), engine.Int("from", *l.Of[first]),
			engine.Int("high", *l.Of[top]), engine.Text("top", c.round(top)), engine.Int("to", *l.Of[last]), engine.Text("last", c.round(last))))
	}
}

// chartOf reads the chart of a table whose rows are rounds.
func (w sheet) chartOf(b engine.Block, t table) chart {
	c := chart{Graph: board.Graph{Kind: string(b.Chart), Head: upperFirst(w.msg(b.Head))}}
	if len(t.heads) > 1 {
		c.unit = t.heads[0]
		for _, name := range t.heads[1:] {
			c.line(w.letter, name)
		}
	}
	for _, row := range t.rows {
		c.Rounds = append(c.Rounds, row[0])
		for i := range c.Lines {
			c.Lines[i].Of = append(c.Lines[i].Of, nil)
			if n, err := strconv.Atoi(row[i+1]); err == nil {
				c.Lines[i].Of[len(c.Rounds)-1] = &n
			}
		}
	}
	return c
}

// courses adds figures after each round, as a table and as a chart; with most, figures of so many rounds alone, the
// last among them.
func courses(w *letter, list []Course, most int) {
	for _, c := range list {
		if len(c.Of) < 2 {
			continue
		}
		chart := sheet{w}.courseChart(c)
		w.head(chart.Head)
		sheet{w}.graphsOf(c.Kind)
		t := table{heads: []string{""}, right: []bool{false}}
		for _, l := range chart.Lines {
			t.heads, t.right = append(t.heads, l.Name), append(t.right, true)
		}
		rows := min(cmp.Or(most, len(c.Of)), len(c.Of))
		var before []int
		for k := range rows {
			i := k * (len(c.Of) - 1) / (rows - 1)
			row := []string{chart.Rounds[i]}
			for seat, n := range c.Of[i].Points {
				row = append(row, gained(w, n, before, seat))
			}
			t.rows = append(t.rows, row)
			if most == 0 {
				before = c.Of[i].Points
			}
		}
		w.add(t)
		if most == 0 || w.Spoken {
			sheet{w}.chart(chart)
		}
	}
}

// courseChart is the chart of a course.
func (w sheet) courseChart(c Course) chart {
	out := chart{Graph: board.Graph{Kind: string(c.Kind), Head: upperFirst(w.msg(c.Head)), Zero: true}}
	if c.Head.Empty() {
		out.Head = w.word(key.Course)
	}
	for seat := range c.Of[0].Points {
		out.line(w.letter, w.name(engine.Seat(seat)))
	}
	for _, s := range c.Of {
		out.Rounds = append(out.Rounds, shortStatus(w.letter, s.After))
		for seat := range s.Points {
			out.Lines[seat].Of = append(out.Lines[seat].Of, &s.Points[seat])
		}
	}
	return out
}

// shortStatus returns a status in the words of KEY.short, or whole.
func shortStatus(w *letter, m engine.Message) string {
	if short := w.variant(m, ".short"); short != "" {
		return short
	}
	return phrase(w.msg(m))
}

// gained returns points with their change: "47 +12".
func gained(w *letter, n int, before []int, seat int) string {
	if before == nil {
		return w.grammar.number(n)
	}
	return fmt.Sprintf("%s %+d", w.grammar.number(n), n-before[seat])
}

// sheets adds the reader's own position and the table.
func (w sheet) sheets() {
	w.section(key.Own, w.Own)
	w.section(key.Table, w.Table)
}

// pictures adds the pictures of a letter. The text part has nothing in their place.
func (w sheet) pictures() { w.picturesOf(func(Picture) bool { return true }) }

func (w sheet) picturesOf(wanted func(Picture) bool) {
	for _, p := range w.Pictures {
		if wanted(p) {
			w.add(image{p, w.alt(p)})
		}
	}
}

// graphsOf adds the pictures of the charts of a kind.
func (w sheet) graphsOf(kind engine.ChartKind) {
	w.picturesOf(func(p Picture) bool { return p.Graph != nil && p.Graph.Kind == string(kind) })
}

// alt describes a picture, and says which section has the same facts.
func (w sheet) alt(p Picture) string {
	hexes := engine.Each(p.Around, func(h string) engine.Arg { return engine.Text("", h) })
	around := engine.Several("hexes", hexes...)
	own, table := engine.Text("own", w.word(key.Own)), engine.Text("table", w.word(key.Table))
	switch {
	case p.Graph != nil:
		return w.altGraph(p.Graph)
	case p.Shows == Suggestion:
		return w.word(key.PictureAfter, around)
	case p.Shows == OwnMat:
		return w.word(key.PictureMat, own, table)
	case p.Shows == Boxes:
		return w.word(key.PictureBoxes, engine.Text("board", w.word(key.Board)))
	case len(hexes) > 0 && w.storyHeading != "":
		return w.word(key.PicturePart, around, engine.Text("told", w.storyHeading))
	case len(hexes) > 0:
		return w.word(key.PicturePartBare, around)
	case w.Kind == Answer:
		return w.word(key.PictureAnswer)
	case kinds[w.Kind].Scores:
		return w.word(key.PictureEnd)
	}
	return w.word(key.PictureWhole, own, table)
}

// altGraph says what a chart shows last, or its longest bars.
func (w sheet) altGraph(g *board.Graph) string {
	var list []string
	for _, l := range g.Lines {
		if i := l.Last(); i >= 0 {
			list = append(list, l.Name+" "+w.grammar.number(*l.Of[i]))
		}
	}
	for _, b := range g.Bars[:min(len(g.Bars), 3)] {
		list = append(list, b.Of+" "+b.Name+" "+w.grammar.number(b.N))
	}
	return g.Head + ": " + strings.Join(list, w.word(key.ListComma))
}

// blocks lays out pieces of a position: words, then the table, then the drawing.
func (w sheet) blocks(blocks []engine.Block) {
	for _, b := range blocks {
		if in := b.Instead; in != nil && !w.Spoken {
			b.Instead = nil
			if len(in.Lines)+len(in.Rows) == 0 { // the signs of a drawing, which HTML has as a picture
				signs := apart{text: w.layOut(func() { w.blocks([]engine.Block{b}) }), least: undrawn}
				if w.Kind == Answer && len(w.Pictures) == 0 {
					signs.html = signs.text
				}
				w.add(signs)
				continue
			}
			text := b
			text.Head = engine.Message{}
			w.below(upperFirst(w.msg(b.Head)), 2+engine.Count([]bool{b.Close}, func(c bool) bool { return c }))
			w.add(apart{text: w.layOut(func() { w.blocks([]engine.Block{text}) }), html: w.layOut(func() { w.blocks([]engine.Block{*in}) })})
			continue
		}
		if !b.Head.Empty() {
			w.below(upperFirst(w.msg(b.Head)), engine.If(b.Close, 3, 2))
		}
		for _, m := range b.Lines {
			w.indented(w.msg(m))
		}
		if len(b.Rows) > 0 {
			t := w.figures(b)
			w.graphsOf(b.Chart)
			w.add(t)
			if b.Chart.Course() {
				w.chart(w.chartOf(b, t))
			}
		}
		if len(b.Drawing) > 0 {
			d := drawing{lines: engine.Each(b.Drawing, cleanLine), shown: len(w.Pictures) > 0 || w.Kind != Answer}
			if w.add(d); d.shown && len(w.Pictures) == 0 {
				w.add(apart{html: []part{prose{lines: []string{w.word(key.Undrawn)}}}})
			}
		}
	}
}

// figures returns a block's table.
func (w sheet) figures(b engine.Block) table {
	var t table
	for _, m := range b.Columns {
		if b.Bare && !w.Spoken {
			break
		}
		t.heads = append(t.heads, w.msg(m))
	}
	for _, r := range b.Rows {
		var row []string
		for i, c := range r {
			row = append(row, w.msg(c.Say))
			for len(t.right) <= i {
				t.right = append(t.right, false)
			}
			t.right[i] = t.right[i] || c.Right
		}
		t.rows = append(t.rows, row)
	}
	return t
}

// section adds a part of the position.
func (w sheet) section(say string, blocks []engine.Block) {
	if len(blocks) > 0 {
		w.head(w.word(say))
		w.blocks(blocks)
	}
}

// Graphs returns the charts of a letter as facts to be drawn: its courses first, then its tables. Lines are
// identified by their order.
func (s *Set) Graphs(l *Letter) []board.Graph {
	w := s.begin(l)
	var list []board.Graph
	for _, c := range l.Courses {
		if len(c.Of) > 0 {
			list = append(list, sheet{w}.courseChart(c).Graph)
		}
	}
	for _, b := range slices.Concat(l.Blocks, l.Table) {
		t := sheet{w}.figures(b)
		switch {
		case b.Chart.Course():
			list = append(list, sheet{w}.chartOf(b, t).Graph)
		case b.Chart == engine.ChartRuns:
			list = append(list, board.Graph{Kind: string(b.Chart), Head: upperFirst(w.msg(b.Head)), Heads: t.heads[:3], Bars: bars(t, w)})
		}
	}
	return slices.DeleteFunc(list, func(g board.Graph) bool { return len(g.Rounds) < 2 && len(g.Bars) == 0 })
}

// bars reads a table whose rows have a round, an owner, and a number.
func bars(t table, w *letter) (list []board.GraphBar) {
	for _, row := range t.rows {
		if n, err := strconv.Atoi(row[2]); err == nil {
			list = append(list, board.GraphBar{Of: row[0], Name: row[1], Colour: w.colourOf(row[1]).colour, N: n})
		}
	}
	return list
}

// chart is a set of numbers by round of a game, as a letter draws or lists it and as a picture shows it.
type chart struct {
	board.Graph
	unit string // the unit of numeric labels
}

// line adds a line with the name of its owner; the numbers follow.
func (c *chart) line(w *letter, name string) {
	colour := w.colourOf(name).colour
	c.Lines = append(c.Lines, board.GraphLine{Name: name, Style: len(c.Lines), Colour: colour})
}

// chartColumns is the width of a drawing: with its labels it fits a narrow screen.
const chartColumns = 26

// marks returns the mark of each name: its first letter or, if two share one, A, B, ...; coded is set for the latter.
func (c chart) marks() (marks []string, coded bool) {
	for _, l := range c.Lines {
		r, _ := utf8.DecodeRuneInString(l.Name)
		marks = append(marks, strings.ToUpper(string(r)))
	}
	sorted := slices.Sorted(slices.Values(marks))
	if len(slices.Compact(sorted)) == len(marks) {
		return marks, false
	}
	for i := range marks {
		marks[i] = string(rune('A' + i%26))
	}
	return marks, true
}

// plot draws a line for each round, with each mark's column proportional to its number; of two marks in the
// same column, the second moves right.
func (c chart) plot(low, high int) []string {
	marks, coded := c.marks()
	label := 0
	for _, l := range c.Rounds {
		label = max(label, utf8.RuneCountInString(l))
	}
	lines := []string{fmt.Sprintf("%-*s  %-*d%d", label, "", chartColumns-len(itoa(high)), low, high)}
	for i, round := range c.Rounds {
		row := slices.Repeat([]string{" "}, chartColumns+len(marks))
		for k, l := range c.Lines {
			if l.Of[i] == nil {
				continue
			}
			at := (*l.Of[i] - low) * (chartColumns - 1) / (high - low)
			for row[at] != " " {
				at++
			}
			row[at] = marks[k]
		}
		lines = append(lines, fmt.Sprintf("%-*s |%s", label, round, strings.TrimRight(strings.Join(row, ""), " ")))
	}
	if !coded {
		return lines
	}
	var legend []string
	for k, l := range c.Lines {
		legend = append(legend, marks[k]+" "+l.Name)
	}
	return append(lines, wrap(strings.Join(legend, ", "), textColumns)...)
}

// round returns the name of a round in a sentence: "round 2.1".
func (c chart) round(i int) string {
	if l := c.Rounds[i]; c.unit == "" || l == "" || l[0] < '0' || l[0] > '9' {
		return l
	}
	return c.unit + " " + c.Rounds[i]
}
