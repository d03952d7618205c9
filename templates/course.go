package templates

import (
	"fmt"

	"railpost/engine"
	"railpost/engine/board"
	"railpost/templates/key"
)

// Course is a figure of the seats, as their points, after each round.
type Course struct {
	Kind engine.ChartKind
	Head engine.Message // zero: the points
	Of   []Standing
}

// Standing is what the seats had when a round had ended.
type Standing struct {
	After  engine.Message // the status before the end of the round
	Points []int          // by seat
}

// courses adds figures after each round: as a table, and as a chart.
func courses(w *letter) {
	for _, c := range w.Courses {
		if len(c.Of) < 2 {
			continue
		}
		chart := w.courseChart(c)
		w.head(chart.Head)
		t := table{heads: []string{""}, right: []bool{false}}
		for _, l := range chart.Lines {
			t.heads, t.right = append(t.heads, l.Name), append(t.right, true)
		}
		var before []int
		for i, s := range c.Of {
			row := []string{chart.Rounds[i]}
			for seat, n := range s.Points {
				row = append(row, gained(w, n, before, seat))
			}
			t.rows, before = append(t.rows, row), s.Points
		}
		w.add(t)
		w.chart(chart)
	}
}

// courseChart is the chart of a course.
func (w *letter) courseChart(c Course) chart {
	out := chart{Graph: board.Graph{Kind: string(c.Kind), Head: upperFirst(w.msg(c.Head)), Zero: true}}
	if c.Head.Empty() {
		out.Head = w.word(key.Course)
	}
	for seat := range c.Of[0].Points {
		out.line(w, w.name(engine.Seat(seat)))
	}
	for _, s := range c.Of {
		out.Rounds = append(out.Rounds, shortStatus(w, s.After))
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

// gained returns points with what they have changed by: "47 +12".
func gained(w *letter, n int, before []int, seat int) string {
	if before == nil {
		return w.grammar.number(n)
	}
	return fmt.Sprintf("%s %+d", w.grammar.number(n), n-before[seat])
}
