package templates

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"railpost/engine"
	"railpost/templates/key"
)

// chart is the course of numbers over the rounds of a game.
type chart struct {
	rounds []string // labels
	unit   string   // what a label that is a number counts
	names  []string // of those that have the numbers
	of     [][]*int // by round and name; nil: there is none yet
	zero   bool     // the scale begins at 0
}

// chartColumns is the width of a drawing: with its labels it fits a narrow screen.
const chartColumns = 26

// chart adds the course of numbers below their table: drawn, or, for readers who listen, told.
// A single round, or what never changes, has none.
func (w *letter) chart(c chart) {
	low, high := c.bounds()
	switch {
	case len(c.rounds) < 2 || low == high:
	case w.Spoken:
		w.toldChart(c)
	default:
		w.add(gap{})
		w.add(drawing{c.plot(low, high)})
	}
}

// bounds returns the lowest and the highest number; the lowest is at most 0 if the chart
// begins there.
func (c chart) bounds() (low, high int) {
	first := !c.zero
	for _, row := range c.of {
		for _, n := range row {
			switch {
			case n == nil:
			case first:
				low, high, first = *n, *n, false
			default:
				low, high = min(low, *n), max(high, *n)
			}
		}
	}
	return low, high
}

// marks returns what stands for each name: its first letter or, if two share one, A, B, ...;
// coded says that it is the latter.
func (c chart) marks() (marks []string, coded bool) {
	for _, name := range c.names {
		r, _ := utf8.DecodeRuneInString(name)
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

// plot draws a line for each round, with each mark the farther to the right the more it
// stands for; where two would stand in one place, the second stands beside it.
func (c chart) plot(low, high int) []string {
	marks, coded := c.marks()
	label := 0
	for _, l := range c.rounds {
		label = max(label, utf8.RuneCountInString(l))
	}
	lines := []string{fmt.Sprintf("%-*s  %-*d%d", label, "", chartColumns-len(itoa(high)), low, high)}
	for i, values := range c.of {
		row := slices.Repeat([]string{" "}, chartColumns+len(marks))
		for k, n := range values {
			if n == nil {
				continue
			}
			at := (*n - low) * (chartColumns - 1) / (high - low)
			for row[at] != " " {
				at++
			}
			row[at] = marks[k]
		}
		lines = append(lines, fmt.Sprintf("%-*s |%s", label, c.rounds[i], strings.TrimRight(strings.Join(row, ""), " ")))
	}
	if !coded {
		return lines
	}
	var legend []string
	for k, name := range c.names {
		legend = append(legend, marks[k]+" "+name)
	}
	return append(lines, wrap(strings.Join(legend, ", "), textColumns)...)
}

// toldChart says of each name where it began, its highest number and where it ended.
func (w *letter) toldChart(c chart) {
	for k, name := range c.names {
		first, top, last := -1, -1, -1
		for i, row := range c.of {
			if row[k] == nil {
				continue
			}
			if first < 0 {
				first = i
			}
			if top < 0 || *row[k] > *c.of[top][k] {
				top = i
			}
			last = i
		}
		if first < 0 {
			continue
		}
		w.say(w.word(key.ChartSaid, engine.Text("name", name), engine.Text("first", c.round(first)), engine.Int("from", *c.of[first][k]),
			engine.Int("high", *c.of[top][k]), engine.Text("top", c.round(top)), engine.Int("to", *c.of[last][k]), engine.Text("last", c.round(last))))
	}
}

// round returns how a round is called in a sentence: "round 2.1".
func (c chart) round(i int) string {
	if l := c.rounds[i]; c.unit == "" || l == "" || l[0] < '0' || l[0] > '9' {
		return l
	}
	return c.unit + " " + c.rounds[i]
}

// chartOf reads the chart of a table whose rows are rounds.
func chartOf(t table) chart {
	var c chart
	if len(t.heads) > 1 {
		c.unit, c.names = t.heads[0], t.heads[1:]
	}
	for _, row := range t.rows {
		values := make([]*int, len(c.names))
		for i, cell := range row[1:] {
			if n, err := strconv.Atoi(cell); err == nil {
				values[i] = &n
			}
		}
		c.rounds, c.of = append(c.rounds, row[0]), append(c.of, values)
	}
	return c
}
