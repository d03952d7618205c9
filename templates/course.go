package templates

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"railpost/engine"
	"railpost/templates/key"
)

// Standing is what the seats had when a round had ended.
type Standing struct {
	After  engine.Message // the status before the end of the round
	Points []int          // by seat
}

// course adds the points after each round: as a table, and as a drawing.
func course(w *letter) {
	if len(w.Course) < 2 {
		return
	}
	w.head(w.word(key.Course))
	t := table{heads: []string{""}, right: []bool{false}}
	for seat := range w.Course[0].Points {
		t.heads, t.right = append(t.heads, w.name(engine.Seat(seat))), append(t.right, true)
	}
	var before []int
	for _, s := range w.Course {
		row := []string{shortStatus(w, s.After)}
		for seat, n := range s.Points {
			row = append(row, gained(n, before, seat))
		}
		t.rows, before = append(t.rows, row), s.Points
	}
	w.add(t)
	if marks := marksOf(w); marks != nil {
		w.add(gap{})
		w.add(drawing{plot(w, marks)})
	}
}

// shortStatus returns a status in the words of KEY.short, or whole.
func shortStatus(w *letter, m engine.Message) string {
	if short := w.variant(m, ".short"); short != "" {
		return short
	}
	return phrase(w.msg(m))
}

// marksOf returns the letters that stand for the seats: the first of their names, or, if two
// share one, A, B, ...
func marksOf(w *letter) []string {
	var marks []string
	for seat := range w.Course[0].Points {
		r, _ := utf8.DecodeRuneInString(w.name(engine.Seat(seat)))
		marks = append(marks, strings.ToUpper(string(r)))
	}
	sorted := slices.Sorted(slices.Values(marks))
	if len(slices.Compact(sorted)) == len(marks) {
		return marks
	}
	for seat := range marks {
		marks[seat] = string(rune('A' + seat))
	}
	return marks
}

// plotColumns is the width of the drawing: with its labels it fits a narrow screen.
const plotColumns = 26

// plot draws a line for each round, with each seat the farther to the right the more it
// has; where two would stand in one place, the second stands beside it.
func plot(w *letter, marks []string) []string {
	low, high, label := 0, 1, 0
	for _, s := range w.Course {
		low, high = min(low, slices.Min(s.Points)), max(high, slices.Max(s.Points))
		label = max(label, utf8.RuneCountInString(shortStatus(w, s.After)))
	}
	lines := []string{fmt.Sprintf("%-*s  %-*d%d", label, "", plotColumns-utf8.RuneCountInString(itoa(high)), low, high)}
	for _, s := range w.Course {
		row := slices.Repeat([]string{" "}, plotColumns+len(marks))
		for seat, n := range s.Points {
			at := (n - low) * (plotColumns - 1) / (high - low)
			for row[at] != " " {
				at++
			}
			row[at] = marks[seat]
		}
		lines = append(lines, fmt.Sprintf("%-*s |%s", label, shortStatus(w, s.After), strings.TrimRight(strings.Join(row, ""), " ")))
	}
	return lines
}

// gained returns points with what they have changed by: "47 +12".
func gained(n int, before []int, seat int) string {
	if before == nil {
		return itoa(n)
	}
	return fmt.Sprintf("%d %+d", n, n-before[seat])
}
