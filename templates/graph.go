package templates

import (
	"slices"
	"strconv"

	"railpost/engine"
	"railpost/engine/board"
	"railpost/templates/key"
)

// Graphs returns what a letter charts as facts to be drawn: its courses first, then its
// tables. Lines are told apart by their order.
func (s *Set) Graphs(l *Letter) []board.Graph {
	w := s.begin(l)
	var list []board.Graph
	for _, c := range l.Courses {
		if len(c.Of) == 0 {
			continue
		}
		head := upperFirst(w.msg(c.Head))
		if c.Head.Empty() {
			head = w.word(key.Course)
		}
		list = append(list, w.courseChart(c).graph(c.Kind, head, w.colourOf))
	}
	for _, b := range slices.Concat(l.Blocks, l.Table) {
		head := upperFirst(w.msg(b.Head))
		switch {
		case b.Chart.Course():
			list = append(list, chartOf(w.figures(b)).graph(b.Chart, head, w.colourOf))
		case b.Chart != "":
			t := w.figures(b)
			list = append(list, board.Graph{Kind: string(b.Chart), Head: head, Heads: t.heads[:3], Bars: bars(t, w.colourOf)})
		}
	}
	return slices.DeleteFunc(list, func(g board.Graph) bool { return len(g.Rounds) < 2 && len(g.Bars) == 0 })
}

// graph is a chart as facts.
func (c chart) graph(kind engine.ChartKind, head string, colour func(string) string) board.Graph {
	g := board.Graph{Kind: string(kind), Head: head, Rounds: c.rounds, Zero: c.zero}
	for i, name := range c.names {
		line := board.GraphLine{Name: name, Style: i, Colour: colour(name)}
		for _, values := range c.of {
			line.Of = append(line.Of, values[i])
		}
		g.Lines = append(g.Lines, line)
	}
	return g
}

// bars reads a table whose rows have a round, whose they are, and a number.
func bars(t table, colour func(string) string) (list []board.GraphBar) {
	for _, row := range t.rows {
		if n, err := strconv.Atoi(row[2]); err == nil {
			list = append(list, board.GraphBar{Of: row[0], Name: row[1], Colour: colour(row[1]), N: n})
		}
	}
	return list
}
