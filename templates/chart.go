package templates

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"railpost/engine/board"
)

// chart is a set of numbers by round of a game, as a letter draws or lists it and as a picture shows it.
type chart struct {
	board.Graph
	unit string // the unit of numeric labels
}

// line adds a line with the name of its owner; the numbers follow.
func (c *chart) line(w *letter, name string) {
	c.Lines = append(c.Lines, board.GraphLine{Name: name, Style: len(c.Lines), Colour: w.colourOf(name)})
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
