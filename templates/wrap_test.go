package templates

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		in      string
		columns int
		want    []string
	}{
		{"", 10, nil},
		{"one two three", 9, []string{"one", "two three"}},
		{"one two three four", 9, []string{"one two", "three", "four"}},
		{"a bb ccc dddd eeeee moves", 19, []string{"a bb ccc dddd", "eeeee moves"}},
		{"abcdefghij", 4, []string{"abcd", "efgh", "ij"}},
		{"costs 12 $, or $3 and 4 $", 9, []string{"costs", "12 $, or", "$3", "and 4 $"}},
		{"see: one\u00a0two\u00a0three.", 10, []string{"see:", "one two three."}},
		{"安娜安娜 x", 6, []string{"安娜安", "娜 x"}},
	} {
		expect.Same(t, fmt.Sprintf("%q at %d", c.in, c.columns), wrap(c.in, c.columns), c.want)
	}
}

// TestWrapKeeps: wrapping loses no word and keeps within its columns.
func TestWrapKeeps(t *testing.T) {
	level.Check(t, func(t *rapid.T) {
		s := strings.ReplaceAll(clean(rapid.String().Draw(t, "text")), noBreak, " ")
		columns := rapid.IntRange(20, 76).Draw(t, "columns")
		lines := wrap(s, columns)
		for _, l := range lines {
			if columnsOf(l) > columns {
				t.Fatalf("%d columns: %q", columnsOf(l), l)
			}
		}
		expect.Must(t, s, bare(strings.Join(lines, "")), bare(s))
	})
}

// TestBreakOrder: the pieces of an order are that order again, each but the last continues by the notation, and
// none begins with a number.
func TestBreakOrder(t *testing.T) {
	word := rapid.SampledFrom([]string{"place", "black-1:", "black", "t", "2", "[?", "card", "(dbl,", "k]", "ind", "2)],", ">", "over", "grey", "p,"})
	level.Check(t, func(t *rapid.T) {
		line := strings.Join(rapid.SliceOfN(word, 1, 60).Draw(t, "words"), " ")
		columns := rapid.IntRange(20, 72).Draw(t, "columns")
		lines := breakOrder(line, columns)
		expect.Must(t, "became", strings.Join(lines, " "), line)
		for i, l := range lines[:len(lines)-1] {
			if !strings.HasSuffix(l, ":") && !strings.HasSuffix(l, ",") && !strings.HasSuffix(l, ">") && depth(0, strings.Join(lines[:i+1], " ")) == 0 {
				t.Fatalf("%q does not go on", l)
			}
			if next := lines[i+1][0]; next >= '0' && next <= '9' {
				t.Fatalf("%q begins with a number", lines[i+1])
			}
		}
	})
}

func TestMarked(t *testing.T) {
	for _, c := range []struct {
		f       fault
		columns int
		want    [][2]string
	}{
		{fault{"place blck-1", 6, 12}, 20, [][2]string{{"place blck-1", "      ^^^^^^"}}},
		{fault{"place", 5, 6}, 20, [][2]string{{"place", "     ^"}}},
		{fault{"安娜 x", 3, 4}, 20, [][2]string{{"安娜 x", "     ^"}}},
		{fault{"abcdefghijklm", 9, 11}, 10, [][2]string{{"abcdefghij", "         ^"}, {"klm", "^"}}},
		{fault{"pass", 0, 0}, 20, [][2]string{{"pass", ""}}},
	} {
		expect.Same(t, c.f, c.f.marked(c.columns), c.want)
	}
}

func BenchmarkTurnLetter(b *testing.B) {
	s := testSet(b)
	l := turnLetter()
	for len(l.Choices) < 48 {
		c := l.Choices[len(l.Choices)%6]
		c.N = len(l.Choices) + 1
		l.Choices = append(l.Choices, c)
	}
	b.ReportAllocs()
	for b.Loop() {
		expect.Get(s.Render(l))(b)
	}
}

// A section has a blank line before it, even after an empty heading; a close block has none.
func TestBlankLines(t *testing.T) {
	d := &document{}
	d.head("Table")
	d.below("Ana", 3)
	d.indented("12 points")
	d.below("Ben", 3)
	d.indented("13 points")
	d.below("Round 2", 2)
	d.head("Board")
	expect.Same(t, "written", d.text(), "TABLE: Ana\n  12 points\nBen\n  13 points\n\nRound 2\n\nBOARD\n")
}

// bare is a text without blanks and case.
func bare(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), "")) }
