package advise_test

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/key"
)

// solo is a game in which seat 1 has passed, so that seat 0 has several orders in a row.
func solo(t testing.TB) *engine.Game {
	g := begin(t)
	order(t, g, 0, "sell red")
	order(t, g, 1, "pass")
	player(g, 0).Left = 5
	return g
}

// verdicts tells the results of a mail's lines, a letter for each: a accepted, r refused, s stopped before
// something hidden, - not examined; then the groups and the records.
func verdicts(t *testing.T, g *engine.Game, m engine.Mode, lines ...string) (string, *advise.Outcome) {
	t.Helper()
	before := string(engine.Encode(g.Pos))
	out := expect.Get(advise.Play(g, 0, lines, m, advise.Words{}))(t)
	expect.Same(t, "Play has changed the game itself", string(engine.Encode(g.Pos)), before)
	var b strings.Builder
	for _, v := range out.Verdicts {
		switch {
		case v.State == engine.Unread:
			b.WriteByte('-')
		case v.Refusal != nil:
			b.WriteByte('r')
		case v.State == engine.Stopped:
			b.WriteByte('s')
		default:
			b.WriteByte('a')
		}
	}
	groups := ""
	for _, v := range out.Verdicts {
		groups += fmt.Sprint(v.Group)
	}
	return fmt.Sprintf("%s %s %d", b.String(), groups, len(out.Records)), out
}

func TestPlay(t *testing.T) {
	preview, partial := engine.Mode{Preview: true}, engine.Mode{Partial: true}
	cases := []struct {
		name  string
		mode  engine.Mode
		lines string
		want  string // verdicts, groups, records
	}{
		{"all good", engine.Mode{}, "work mine-1/work mine-2", "aa 00 2"},
		{"one bad line refuses the mail", engine.Mode{}, "work mine-1/work sehd: load 1/work mine-2", "ara 000 0"},
		{"a line that shows something ends its group", engine.Mode{}, "work mine-1/work dice/work mine-2", "aaa 001 3"},
		{"what stands before a reveal stays", engine.Mode{}, "work mine-1/work dice/work sehd: load 1/work mine-2", "aara 0011 2"},
		{"behind a fault nothing is shown", engine.Mode{}, "work sehd: load 1/work dice/work mine-2", "rs- 001 0"},
		{"behind a second fault all is checked", engine.Mode{}, "work sehd: load 1/work mine-1/work sehd: load 1", "rar 000 0"},
		{"preview", preview, "work mine-1/work mine-2", "aa 00 0"},
		{"preview ends before a reveal", preview, "work mine-1/work dice/work mine-2", "as- 001 0"},
		{"preview with a fault", preview, "work mine-1/work sehd: load 1/work mine-2", "ara 000 0"},
		{"partial", partial, "work mine-1/work sehd: load 1/work mine-2", "ara 000 2"},
		{"partial goes on behind a reveal", partial, "work sehd: load 1/work dice/work mine-2", "raa 001 2"},
		{"partial without a good line", partial, "work sehd: load 1/work sehd: load 1", "rr 00 0"},
		{"partial preview", engine.Mode{Preview: true, Partial: true}, "work sehd: load 1/work mine-1", "ra 00 0"},
		{"the second order rests on the first", engine.Mode{}, "work mine-1/work mine-1", "ar 00 0"},
		{"nothing", engine.Mode{}, "", "r 0 0"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			g := solo(t)
			got, out := verdicts(t, g, c.mode, strings.Split(c.lines, "/")...)
			expect.Same(t, "verdicts", got, c.want)
			if len(out.Records) == 0 && out.Game != g {
				t.Error("nothing stands, and the game is another")
			}
			if n := len(out.Records); n > 0 && (out.Game.Seq != g.Seq+uint64(n) || out.Records[n-1].Digest != out.Game.Digest()) {
				t.Errorf("%d records lead to record %d", n, out.Game.Seq)
			}
			expect.Same(t, "refused", out.Refused, strings.Contains(got, "r"))
			expect.Same(t, "reveals", out.Reveals, strings.Contains(got, "s"))
		})
	}
}

// The lines after a refused one are checked as if its nearest legal line had been given.
func TestPlayGuesses(t *testing.T) {
	_, out := verdicts(t, solo(t), engine.Mode{}, "work mien-1", "work mine-1")
	if v := out.Verdicts[0]; v.Guess != "work mine-1" || v.Refusal.Near[0] != "work mine-1" {
		t.Errorf("taken for %q, near are %q", v.Guess, v.Refusal.Near)
	}
	r := out.Verdicts[1].Refusal
	if r == nil || r.Why.Key != "toy.spot-taken" {
		t.Errorf("the line that meets the guessed one: %+v", r)
	}
}

// Lines after a refused one that resembles no legal line are checked without it; their refusals are uncertain,
// since it may be the cause.
func TestPlayLeavesOut(t *testing.T) {
	for _, c := range []struct {
		lines string
		want  string // for each line: its kind, then its verdict
	}{
		{"work nowhere/work mine-1/work mine-1", "left out, accepted, unsure"},
		{"work mien-1/work mine-1", "spelt right, refused"},
		{"work mine-1 then/work mine-2", "spelt right, accepted"},
		{"work mine-1 forthwith/work mine-2", "spelt right, accepted"},
		{"work mine-1 and 2/work mine-2", "taken for another, accepted"},
		{"work nowhere/slel red", "left out, spelt right"}, // words without meaning are wrong anywhere
	} {
		_, out := verdicts(t, solo(t), engine.Mode{}, strings.Split(c.lines, "/")...)
		var got []string
		for _, v := range out.Verdicts {
			switch {
			case v.Refusal == nil:
				got = append(got, "accepted")
			case v.As == advise.Unsure:
				got = append(got, "unsure")
			case v.Same():
				got = append(got, "spelt right")
			case v.As == advise.LeftOut && v.Refusal.Far && len(got) == 0:
				got = append(got, "left out")
			case v.Guess != "" && len(got) == 0:
				got = append(got, "taken for another")
			default:
				got = append(got, "refused")
			}
		}
		expect.Same(t, c.lines, strings.Join(got, ", "), c.want)
	}
}

// A line with an optional value that is not possible is offered without it, not with
// another value.
func TestWithoutOption(t *testing.T) {
	for line, want := range map[string]string{"work mine-1 with 9": "work mine-1", "work mine-1 with gold": "work mine-1"} {
		_, out := verdicts(t, solo(t), engine.Mode{}, line)
		r := out.Verdicts[0].Refusal
		if r == nil || len(r.Near) != 1 || r.Near[0] != want {
			t.Errorf("%s: %+v", line, r)
		}
	}
}

// A line that is illegal only because of a guessed line before it is not called wrong: the guess may be wrong,
// so the refusal is uncertain.
func TestPlayGuessInTheWay(t *testing.T) {
	for _, c := range []struct{ first, second, guess, want string }{
		{"sell rad green", "sell red", "", "accepted"},          // not the line below it
		{"sell rad green", "work mine-1", "sell red", "unsure"}, // the turn would be over
		{"sell rad green", "wokr mine-1", "sell red", string(engine.NotUnderstood)},
	} {
		g := begin(t)
		_, out := verdicts(t, g, engine.Mode{}, c.first, c.second)
		expect.Same(t, fmt.Sprintf("%q above %q is taken for", c.first, c.second), out.Verdicts[0].Guess, c.guess)
		v := out.Verdicts[1]
		got := "accepted"
		switch {
		case v.As == advise.Unsure:
			got = "unsure"
		case v.Refusal != nil:
			got = string(v.Refusal.Kind)
		}
		expect.Same(t, fmt.Sprintf("%q below %q", c.second, c.first), got, c.want)
	}
}

// TestSecondOrder: two orders in one line are refused as such, wherever the first of them stopped making sense.
func TestSecondOrder(t *testing.T) {
	words := advise.Words{Joins: map[string]bool{"and": true, "y": true}}
	for _, c := range []struct {
		line   string
		column int // where the second order begins; 0: there is none
		near   string
	}{
		{"lay 30 and run best", 8, "lay 30"},
		{"lay 30 y run best", 8, "lay 30"},
		{"lay 30, run best", 9, "lay 30"},
		{"lay 30; then run", 0, ""},
		{"lay 30 and rest", 0, ""},
		{"lay zz and run best", 0, ""}, // a fault of the first order comes first
	} {
		g := onTram(t)
		out := expect.Get(advise.Play(g, 0, []string{c.line}, engine.Mode{}, words))(t)
		r := out.Verdicts[0].Refusal
		if r == nil {
			t.Errorf("%s: accepted", c.line)
			continue
		}
		column := 0
		if r.Why.Key == key.OrderSecond {
			column = r.Column
		}
		near := ""
		if column > 0 && len(r.Near) > 0 {
			near = r.Near[0]
		}
		expect.Same(t, []any{c.line, r.Why.Key, r.Column, r.Near, r.Rule}, column, c.column)
		expect.Same(t, []any{c.line, r.Why.Key, r.Column, r.Near, r.Rule}, near, c.near)
	}
}

// Lines of a mail that are legal in another order are found in that order.
func TestInOrder(t *testing.T) {
	for _, c := range []struct{ lines, want string }{
		{"run best/lay 30", "lay 30/run best"},
		{"pass/run best/lay 30", ""}, // no line moves past a word that ends something
		{"run best/lay 30/pass", "lay 30/run best/pass"},
		{"buy 2 for 1/run best/lay 30/pass", "lay 30/run best/buy 2 for 1/pass"},
		{"lay 30/lay 31/run best", ""},
		{"run bst/lay 30", ""},
		{"run best", ""},
		{"run best/lay 30/lay 31/lay 32/lay 33/lay 34/lay 35", ""},
	} {
		g := onTram(t)
		before := string(engine.Encode(g.Pos))
		lines := strings.Split(c.lines, "/")
		got := engine.Each(advise.InOrder(g, 0, lines, engine.Answered{}), func(i int) string { return lines[i] })
		expect.Same(t, []any{c.lines, got}, strings.Join(got, "/"), c.want)
		expect.Same(t, "InOrder has changed the game", string(engine.Encode(g.Pos)), before)
	}
	// A line of the next turn is not moved into the present one.
	g := &engine.Game{Title: engine.Bare{}, Pos: &passing{turns: "aa", steps: 2}}
	expect.Same(t, "two turns", advise.InOrder(g, 0, []string{"buy", "pass"}, engine.Answered{}), []int{0, 1})
	expect.Same(t, "two turns without an end", advise.InOrder(g, 0, []string{"buy", "buy"}, engine.Answered{}), nil)
}
