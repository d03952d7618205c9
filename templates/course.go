package templates

import (
	"fmt"

	"railpost/engine"
	"railpost/templates/key"
)

// Standing is what the seats had when a round had ended.
type Standing struct {
	After  engine.Message // the status before the end of the round
	Points []int          // by seat
}

// course adds the points after each round: as a table, and as a chart.
func course(w *letter) {
	if len(w.Course) < 2 {
		return
	}
	w.head(w.word(key.Course))
	t := table{heads: []string{""}, right: []bool{false}}
	for seat := range w.Course[0].Points {
		t.heads, t.right = append(t.heads, w.name(engine.Seat(seat))), append(t.right, true)
	}
	c := chart{names: t.heads[1:], zero: true}
	var before []int
	for _, s := range w.Course {
		row, values := []string{shortStatus(w, s.After)}, []*int(nil)
		for seat, n := range s.Points {
			row, values = append(row, gained(n, before, seat)), append(values, &n)
		}
		t.rows, before = append(t.rows, row), s.Points
		c.rounds, c.of = append(c.rounds, row[0]), append(c.of, values)
	}
	w.add(t)
	w.chart(c)
}

// shortStatus returns a status in the words of KEY.short, or whole.
func shortStatus(w *letter, m engine.Message) string {
	if short := w.variant(m, ".short"); short != "" {
		return short
	}
	return phrase(w.msg(m))
}

// gained returns points with what they have changed by: "47 +12".
func gained(n int, before []int, seat int) string {
	if before == nil {
		return itoa(n)
	}
	return fmt.Sprintf("%d %+d", n, n-before[seat])
}
