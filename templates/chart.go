package templates

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"railpost/engine"
	"railpost/engine/board"
	"railpost/templates/key"
)

// chart is the course of numbers over the rounds of a game, as a letter draws or tells it and as a picture shows it.
type chart struct {
	board.Graph
	unit string // what a label that is a number counts
}

// line adds whose numbers it has, which follow.
func (c *chart) line(w *letter, name string) {
	c.Lines = append(c.Lines, board.GraphLine{Name: name, Style: len(c.Lines), Colour: w.colourOf(name)})
}

// chartColumns is the width of a drawing: with its labels it fits a narrow screen.
const chartColumns = 26

// chart adds the course of numbers below their table: drawn, or, for readers who listen, told.
// A single round, or what never changes, has none.
func (w *letter) chart(c chart) {
	low, high, _ := c.Bounds()
	switch {
	case len(c.Rounds) < 2 || low == high:
	case w.Spoken:
		w.toldChart(c)
	default:
		w.add(gap{})
		w.add(drawing{c.plot(low, high)})
	}
}

// marks returns what stands for each name: its first letter or, if two share one, A, B, ...;
// coded says that it is the latter.
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

// plot draws a line for each round, with each mark the farther to the right the more it
// stands for; where two would stand in one place, the second stands beside it.
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

// toldChart says of each name where it began, its highest number and where it ended.
func (w *letter) toldChart(c chart) {
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

// round returns how a round is called in a sentence: "round 2.1".
func (c chart) round(i int) string {
	if l := c.Rounds[i]; c.unit == "" || l == "" || l[0] < '0' || l[0] > '9' {
		return l
	}
	return c.unit + " " + c.Rounds[i]
}

// chartOf reads the chart of a table whose rows are rounds.
func (w *letter) chartOf(b engine.Block, t table) chart {
	c := chart{Graph: board.Graph{Kind: string(b.Chart), Head: upperFirst(w.msg(b.Head))}}
	if len(t.heads) > 1 {
		c.unit = t.heads[0]
		for _, name := range t.heads[1:] {
			c.line(w, name)
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
