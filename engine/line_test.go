package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// A seat with three cubes and four coins.
func rich(t testing.TB) *engine.Game {
	g, _ := begin(t)
	pl := player(g, 0)
	pl.Red, pl.Blue, pl.Coins, pl.Stored = 2, 1, 4, 1
	return g
}

// Every spelling a player may choose leads to one canonical line.
func TestCanonicalLines(t *testing.T) {
	cases := []struct{ given, canonical string }{
		{"pass", "pass"},
		{"PASS.", "pass"},
		{"pa", "pass"},
		{" - work  MINE 1 with 2", "work mine-1 with 2"},
		{"work mine1", "work mine-1"},
		{"w m-2", ""},
		{"work yard: put red, skip", "work yard: put red, skip"},
		{"work yard put red skip", "work yard: put red, skip"},
		{"work yard: put red2[take coin]", "work yard: put red 2 [take coin]"},
		{"work yard (put red 2; take coin)", "work yard: put red 2 [take coin]"},
		{"work yard: put roig [], put blau {take store [put blue]}", ""},
		{"work yard: put red, put blue [take store [put red]]", "work yard: put red, put blue [take store [put red]]"},
		{"work yard: put red, put blue, take store, put red", "work yard: put red, put blue [take store [put red]]"},
		{"sell red red blue", "sell red red blue"},
	}
	for _, c := range cases {
		r, err := rich(t).Try(0, c.given, false)
		switch {
		case err != nil && c.canonical != "":
			t.Errorf("%q: %v", c.given, err)
		case err == nil && r.Line != c.canonical:
			t.Errorf("%q is spelt %q, want %q", c.given, r.Line, c.canonical)
		}
	}
}

// A refusal points at the first wrong character and lists what is expected there.
func TestRefusals(t *testing.T) {
	cases := []struct{ line, want string }{
		{"", "not-understood 1+0 engine.empty-line"},
		{" , ", "not-understood 1+0 engine.empty-line"},
		{"wrok mine-1", "not-understood 1+4 engine.unknown-word (rule 2) expected work play sell pass"},
		{"work", "not-understood 5+0 engine.missing expected mine-1 mine-2 yard dice deck"},
		{"work  ", "not-understood 5+0 engine.missing expected mine-1 mine-2 yard dice deck"},
		{"work: mine-1", "not-understood 5+1 engine.missing expected mine-1 mine-2 yard dice deck"},
		{"work mine", "not-understood 6+4 engine.unknown-word expected mine-1 mine-2 dice yard deck"},
		{"ñandú mine-1", "not-understood 1+5 engine.unknown-word (rule 2) expected pass work play sell"},
		{"work mine-1 with 9", "forbidden 18+1 engine.number-range"},
		{"work mine-1 with", "not-understood 17+0 engine.missing expected 1-4"},
		{"work mine-1 wiht 2", "forbidden 13+4 engine.order-ends-before"},
		{"work mine-1 with 2 2", "forbidden 20+1 engine.order-ends-before"},
		{"pass pass", "forbidden 6+4 engine.order-ends-before"},
		{"work yard", "unanswered 10+0 toy.open.store (rule 3) expected put skip"},
		{"work yard.", "unanswered 10+0 toy.open.store (rule 3) expected put skip"},
		{"work yard: put red", "unanswered 19+0 toy.open.store (rule 3) expected put skip"},
		{"work yard: put red 2", "unanswered 21+0 toy.open.reward (rule 3) expected take skip"},
		{"work yard: put red x", "not-understood 20+1 engine.unknown-within (rule 3) expected 1-2 put skip"},
		{"work yard: put red 3", "forbidden 20+1 engine.number-range"},
		{"work yard: put red 2 [take gold]", "not-understood 28+4 engine.unknown-word expected coin store points"},
		{"work yard: put red 2 [take coin", "not-understood 22+1 engine.bracket-open"},
		{"work yard: put red 2 take coin]", "not-understood 31+1 engine.bracket-closes"},
		{"work yard: put red 2 [take coin)", "not-understood 32+1 engine.bracket-closes"},
		{"work yard: put blue, put blue", "forbidden 26+4 toy.no-cube (rule 2.5)"},
		{"sell blue blue", "forbidden 1+14 toy.no-cube (rule 2.5)"},
		{"sell", "forbidden 1+4 toy.sell-nothing (rule 2.5)"},
		{"knock", "not-understood 1+5 engine.unknown-word (rule 2) expected work play sell pass"},
		{"work dice, pass", "forbidden 12+4 engine.shown-before (rule 2)"},
		{"work dice]", "not-understood 10+1 engine.bracket-closes"},
		{"work deck 5", "forbidden 11+1 engine.shown-before (rule 2)"},
	}
	for _, c := range cases {
		for _, dry := range []bool{false, true} {
			_, err := rich(t).Try(0, c.line, dry)
			r, ok := engine.AsRefusal(err)
			if !ok {
				t.Errorf("%q is not refused: %v", c.line, err)
				continue
			}
			expect.Same(t, fmt.Sprintf("%q (dry %v)", c.line, dry), refusal(r), c.want)
			expect.Same(t, "the line that is refused", r.Line, c.line)
		}
	}
}

func refusal(r *engine.Refusal) string {
	text := fmt.Sprintf("%s %d+%d %s", r.Kind, r.Column, r.Length, r.Why.Key)
	if r.Rule != "" {
		text += " (rule " + r.Rule + ")"
	}
	if len(r.Expected) > 0 {
		text += " expected " + strings.Join(r.Expected, " ")
	}
	return text
}

func TestNotAsked(t *testing.T) {
	g, _ := begin(t)
	order(t, g, 1, "knock")
	_, err := g.Try(1, "pass", false)
	if r, _ := engine.AsRefusal(err); r == nil || refusal(r) != "forbidden 0+0 engine.not-asked" {
		t.Errorf("an order of a seat that is not asked: %v", err)
	}
}

// An accepted line is never refused in its canonical spelling, and any input is answered, never with a panic.
func FuzzLine(f *testing.F) {
	for _, line := range []string{"", "pass", "work yard: put red 2 [take coin]", "sell red, ]", "((", "work dice"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		g := rich(t)
		before := string(engine.Encode(g.Pos))
		r, err := g.Try(0, line, false)
		expect.Must(t, line, string(engine.Encode(g.Pos)), before)
		if err != nil {
			if _, ok := engine.AsRefusal(err); !ok {
				t.Fatalf("%q: %v", line, err)
			}
			return
		}
		again, err := g.Try(0, r.Line, false)
		if err != nil || again.Line != r.Line {
			t.Fatalf("%q is spelt %q, and that is read as %v: %v", line, r.Line, again, err)
		}
	})
}
