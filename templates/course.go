package templates

import (
	"fmt"

	"railpost/engine"
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
		if c.Head.Empty() {
			w.head(w.word(key.Course))
		} else {
			w.head(upperFirst(w.msg(c.Head)))
		}
		chart := w.courseChart(c)
		t := table{heads: append([]string{""}, chart.names...), right: []bool{false}}
		for range chart.names {
			t.right = append(t.right, true)
		}
		var before []int
		for i, s := range c.Of {
			row := []string{chart.rounds[i]}
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
	out := chart{zero: true}
	for seat := range c.Of[0].Points {
		out.names = append(out.names, w.name(engine.Seat(seat)))
	}
	for _, s := range c.Of {
		var values []*int
		for _, n := range s.Points {
			values = append(values, &n)
		}
		out.rounds, out.of = append(out.rounds, shortStatus(w, s.After)), append(out.of, values)
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
