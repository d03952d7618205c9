package templates

import (
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
)

// screen returns the first lines of a text as a phone wraps them.
func screen(text string) (lines []string) {
	for line := range strings.SplitSeq(text, "\n") {
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		for i, l := range append(wrap(line, screenColumns-len(indent)), "")[:max(1, len(wrap(line, screenColumns-len(indent))))] {
			if len(lines) == screenRows {
				return lines
			}
			if i == 0 {
				l = indent + l
			}
			lines = append(lines, l)
		}
	}
	return lines
}

// TestFirstScreenIsEnough: with any events and any number of choices, the first screen has the question, the
// best choices, the usual turn, and the news or a note that it is below.
func TestFirstScreenIsEnough(t *testing.T) {
	s := testSet(t)
	for steps := range 12 {
		for n := 1; n < 40; n += 6 {
			l := asked(base(Turn))
			l.Happened = nil
			for i := range steps {
				l.Happened = append(l.Happened, Step{Seq: uint64(i + 2), Seat: 2, Public: true, Line: "place black-1: black t", Reports: []engine.Message{track("t", "black", i)}})
			}
			one := l.Choices[0]
			l.Choices = nil
			for i := range n {
				one.N, one.Best = i+1, i < 6
				l.Choices = append(l.Choices, one)
			}
			one.N = 0
			l.Usual = []advise.Choice{one, one, {Line: "pass"}}
			l = position(l)
			text := render(t, s, l).Text
			first, _, ok := strings.Cut(text, "\nYOUR POSITION")
			if at := strings.Index(first, "\nSINCE"); at > strings.Index(first, "\nBEST CHOICES") {
				first = first[:at]
			}
			if got := len(screenAll(first)); !ok || got > screenRows {
				t.Errorf("%d steps, %d choices: %d rows\n%s", steps, n, got, first)
			}
		}
	}
}

func screenAll(text string) (lines []string) {
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		lines = append(lines, line)
		if extra := len(wrap(line, screenColumns)) - 1; extra > 0 {
			lines = append(lines, make([]string, extra)...)
		}
	}
	return lines
}
