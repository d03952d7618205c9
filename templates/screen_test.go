package templates

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// TestFirstChoiceIsNear: with any events and any number of choices, the suggested turn begins at line 8 of the
// text or earlier, and within 12 rows of a phone.
func TestFirstChoiceIsNear(t *testing.T) {
	s := testSet(t)
	for n := 1; n < 40; n += 6 {
		for _, usual := range []int{0, 1, 3} {
			l := position(happened(asked(base(Turn))))
			one := l.Choices[0]
			l.Choices = nil
			for i := range n {
				one.N, one.Best = i+1, i < 6
				l.Choices = append(l.Choices, one)
			}
			one.N = 0
			for range usual {
				l.Usual = append(l.Usual, one)
			}
			text := render(t, s, l).Text
			before, _, ok := strings.Cut(text, "\n  "+map[bool]string{true: "[1]", false: "place"}[usual < 2])
			rows := 1
			for line := range strings.SplitSeq(before, "\n") {
				rows += max(1, len(wrap(line, 40)))
			}
			if !ok || strings.Count(before, "\n") > 6 || rows > 12 {
				t.Errorf("%d choices: line %d, row %d\n%s", n, strings.Count(before, "\n")+2, rows, before)
			}
		}
	}
}

// TestColours: things with a colour show it next to their name, in choices and in tables.
func TestColours(t *testing.T) {
	s := testSet(t)
	r := render(t, s, turnLetter())
	for _, want := range []string{
		`background:#222;color:#FFFFFF;font-weight:bold;width:16px;text-align:center;font-size:12px;line-height:16px;border:1px solid #6B7680" aria-hidden="true">B</span> black t 2`,
		`aria-hidden="true">G</span> grey t`,
	} {
		expect.Has(t, "HTML", r.HTML, want)
	}
}

// saidSteps returns messages of a player to the others: n texts of this many bytes.
func saidSteps(n, each int, what string) []Step {
	var out []Step
	for i := range n {
		text := fmt.Sprintf("remark %d ", i) + strings.Repeat(what, (each-12)/len(what))
		out = append(out, Step{Seq: uint64(100 + i), Seat: 2, Reports: []engine.Message{engine.Msg("pbem.said", engine.Player("seat", 2), engine.Text("text", text))}})
	}
	return out
}

func orderSteps(n int) []Step {
	var out []Step
	for i := range n {
		out = append(out, Step{Seq: uint64(1 + i), Seat: engine.Seat(i % 4), Line: fmt.Sprintf("place black-1: black t %d", i%7), Reports: []engine.Message{track("t", "black", i%7)}})
	}
	return out
}

// No letter is so large that a mail program cuts it or a server refuses it, and talk never displaces an order.
func TestLettersHaveASize(t *testing.T) {
	s := newSet(t)
	for name, c := range map[string]struct {
		change func(l *Letter)
		kind   func() *Letter
		has    []string // in the text
		file   int      // lines of the log's file, at least
		plain  bool     // without HTML
	}{
		"talk of ten megabytes": {kind: turnLetter, change: func(l *Letter) { l.Happened = append(l.Happened, saidSteps(5000, 2000, "words ")...) },
			has: []string{"place loco-1: loco t over 1 > k", "remark 4999", "older messages", "HOW TO ANSWER"}},
		"talk that is longer in HTML": {kind: turnLetter, change: func(l *Letter) { l.Happened = append(l.Happened, saidSteps(100, 2000, "<&>")...) },
			has: []string{"remark 99", "older messages"}},
		"talk in an enclosed letter": {kind: staleLetter, change: func(l *Letter) {
			in := *l.Enclosed
			in.Happened = saidSteps(1000, 2000, "words ")
			l.Enclosed = &in
		}, has: []string{"remark 999", "older messages"}},
		"many orders": {kind: newsLetter, change: func(l *Letter) { l.Happened = orderSteps(5000) },
			has: []string{"5000", "4999", "older steps are left out"}},
		"a long log": {kind: answerLog, change: func(l *Letter) { l.Log = orderSteps(2500) },
			has: []string{"its 2500 steps are attached"}, file: 2500},
		"an endless log": {kind: answerLog, change: func(l *Letter) { l.Log = append(orderSteps(1000), saidSteps(9000, 2000, "words ")...) },
			has: []string{"older steps are left out"}, file: 1000},
		"a long mail to send again": {kind: refusalLetter, change: func(l *Letter) {
			for range 4000 {
				l.Again = append(l.Again, "place black-1: black t 1, black t 2, black t 3, black t 4")
			}
		}, has: []string{"This letter is too long"}, plain: true},
	} {
		t.Run(name, func(t *testing.T) {
			l := c.kind()
			c.change(l)
			steps := len(l.Happened) + len(l.Log)
			r := expect.Get(s.Render(l))(t)
			expect.Lacks(t, "a message is missing", r.Text, "[letter.")
			if len(r.Text) > 100_000 || len(r.HTML) > 90_000 || len(r.Log) > 250_000 {
				t.Errorf("%d bytes of text, %d of HTML, a log of %d", len(r.Text), len(r.HTML), len(r.Log))
			}
			expect.Same(t, "without HTML", r.HTML == "", c.plain)
			expect.Has(t, "the letter", r.Text, c.has...)
			if n := strings.Count(r.Log, "\n"); n < c.file || (n == 0) != (c.file == 0) {
				t.Errorf("the log has %d lines", n)
			}
			expect.Same(t, "the letter itself was changed", len(l.Happened)+len(l.Log), steps)
		})
	}
}
