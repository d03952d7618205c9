package templates

import (
	"slices"
	"strconv"

	"railpost/engine/board"
)

// Graphs returns what a letter charts as facts to be drawn: its courses first, then its
// tables. Lines are told apart by their order.
func (s *Set) Graphs(l *Letter) []board.Graph {
	w := s.begin(l)
	var list []board.Graph
	for _, c := range l.Courses {
		if len(c.Of) > 0 {
			list = append(list, w.courseChart(c).Graph)
		}
	}
	for _, b := range slices.Concat(l.Blocks, l.Table) {
		t := w.figures(b)
		switch {
		case b.Chart.Course():
			list = append(list, w.chartOf(b, t).Graph)
		case b.Chart != "":
			list = append(list, board.Graph{Kind: string(b.Chart), Head: upperFirst(w.msg(b.Head)), Heads: t.heads[:3], Bars: bars(t, w.colourOf)})
		}
	}
	return slices.DeleteFunc(list, func(g board.Graph) bool { return len(g.Rounds) < 2 && len(g.Bars) == 0 })
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
