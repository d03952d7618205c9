package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

func names(list ...string) []engine.Word[string] {
	return engine.Each(list, func(n string) engine.Word[string] { return engine.Word[string]{Text: n, Value: n} })
}

// show reads the beginning of a line and says what was read and what is left,
// or why it was refused.
func show(d engine.Domain, line string) string {
	t := engine.Tokenize(line)
	v, err := d.Read(t)
	if err != nil {
		r, _ := engine.AsRefusal(err)
		return fmt.Sprintf("%s at %d+%d, expected %s", r.Why.Key, r.Column, r.Length, strings.Join(r.Expected, " "))
	}
	var rest []string
	for !t.Done() {
		rest = append(rest, t.Next().Text)
	}
	return strings.TrimRight(fmt.Sprintf("%v | %s", v, strings.Join(rest, " ")), "| ")
}

func TestWordsRead(t *testing.T) {
	spaces := engine.Words("space", append(names("black-1", "black-2", "turn-1", "open", "hire", "t"),
		engine.Word[string]{Text: "Karlovy Vary", Value: "kv", Also: []string{"Karlsbad"}}), nil)
	cases := []struct{ line, want string }{
		{"black-1 x", "black-1 | x"},
		{"BLACK 1 x", "black-1 | x"},
		{"black1", "black-1"},
		{"o", "open"},
		{"t 2", "t | 2"},
		{"t2 k", "t | 2 k"},
		{"tu", "turn-1"},
		{"karlovy vary", "kv"},
		{"karlsbad", "kv"},
		{"bl", "engine.unknown-word at 1+2, expected black-1 black-2 t open hire turn-1 Karlovy Vary"},
		{"blakc-1", "engine.unknown-word at 1+7, expected black-1 black-2 turn-1 open hire t Karlovy Vary"},
		{"", "engine.missing at 1+0, expected black-1 black-2 turn-1 open hire t Karlovy Vary"},
		{", open", "engine.missing at 1+1, expected black-1 black-2 turn-1 open hire t Karlovy Vary"},
	}
	for _, c := range cases {
		expect.Same(t, c.line, show(spaces, c.line), c.want)
	}
}

// A refusal lists what the rule allows, or the whole vocabulary if it allows nothing.
func TestWordsExpectAllowed(t *testing.T) {
	odd := func(n int) error {
		if n%2 == 0 {
			return engine.Forbid("1", "test.even")
		}
		return nil
	}
	members := []engine.Word[int]{{Text: "one", Value: 1}, {Text: "two", Value: 2}, {Text: "three", Value: 3}}
	if got, want := show(engine.Words("n", members, odd), "tow"), "engine.unknown-word at 1+3, expected one three"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := show(engine.Words("n", members[1:2], odd), "x"), "engine.unknown-word at 1+1, expected two"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A beginning that two spellings of one value share is enough.
func TestWordsBeginningOfOneValue(t *testing.T) {
	d := engine.Words("cube", []engine.Word[string]{{Text: "red", Value: "red", Also: []string{"redish"}}, {Text: "blue", Value: "blue"}}, nil)
	expect.Same(t, "show", show(d, "re"), "red")
}

func TestNumbers(t *testing.T) {
	d := engine.Numbers("coins", 1, 3, true, nil)
	cases := []struct{ line, want string }{
		{"2 x", "2 | x"},
		{"007", "7"},
		{"x", "engine.unknown-word at 1+1, expected 1-3"},
		{"99999999999999999999", "engine.unknown-word at 1+20, expected 1-3"},
		{"", "engine.missing at 1+0, expected 1-3"},
	}
	for _, c := range cases {
		expect.Same(t, c.line, show(d, c.line), c.want)
	}
	expect.Same(t, "members", slices.Collect(d.Members()), []engine.Value{3, 2, 1})
	for n, key := range map[int]string{0: "engine.number-range", 1: "", 3: "", 4: "engine.number-range"} {
		r, _ := engine.AsRefusal(d.Rule(n))
		if r == nil && key != "" || r != nil && r.Why.Key != key {
			t.Errorf("rule over %d: %v, want %q", n, r, key)
		}
	}
	expect.Same(t, "a domain that does not list has members",
		engine.Numbers("price", 1, 1000, false, nil).Members(), nil)
	if got := show(engine.Numbers("n", 2, 2, true, nil), "x"); got != "engine.unknown-word at 1+1, expected 2" {
		t.Error(got)
	}
	if got := show(engine.Numbers("n", 1, 0, true, nil), "x"); got != "engine.unknown-word at 1+1, expected " {
		t.Error(got)
	}
}

// A rule of its own says why a number is too large, in the game's words.
func TestNumbersOwnRule(t *testing.T) {
	d := engine.Numbers("coins", 0, 5, true, func(n int) error {
		if n > 5 {
			return engine.Forbid("3.1", "test.too-dear")
		}
		return nil
	})
	if r, _ := engine.AsRefusal(d.Rule(6)); r == nil || r.Why.Key != "test.too-dear" {
		t.Errorf("rule over 6: %v", r)
	}
	if r, _ := engine.AsRefusal(d.Rule(-1)); r == nil || r.Why.Key != "engine.number-range" {
		t.Errorf("rule over -1: %v", r)
	}
}

func TestDistance(t *testing.T) {
	cases := []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "abc", 0}, {"abc", "acb", 1}, {"abc", "abd", 1},
		{"abc", "ab", 1}, {"pass", "psas", 1}, {"kitten", "sitting", 3}, {"ñu", "nu", 1},
		{strings.Repeat("a", 64), strings.Repeat("a", 63), 1},
		{strings.Repeat("a", 5000), strings.Repeat("a", 5001), 5001}, // no words: not compared
	}
	for _, c := range cases {
		expect.Same(t, fmt.Sprintf("Distance(%.20q, %.20q) =", c.a, c.b), engine.Distance(c.a, c.b), c.want)
		expect.Same(t, fmt.Sprintf("Distance(%.20q, %.20q) =", c.b, c.a), engine.Distance(c.b, c.a), c.want)
	}
}

// A domain's spelling of what it has read reads the same; a refusal takes nothing.
func TestWordsReadAgain(t *testing.T) {
	spaces := engine.Words("space", append(names("black-1", "black-2", "turn-1", "open", "t", "engineer", "engineers"),
		engine.Word[string]{Text: "Karlovy Vary", Value: "kv", Also: []string{"Karlsbad"}}), nil)
	for _, line := range []string{"black 1", "t2", "karl", "engineers", "-", ">", "é"} {
		words := engine.Tokenize(line)
		v, err := spaces.Read(words)
		if err != nil {
			if r, ok := engine.AsRefusal(err); !ok || words.At != 0 || len(r.Expected) == 0 {
				t.Fatalf("%q: %v, %d tokens taken", line, err, words.At)
			}
			continue
		}
		if words.At == 0 {
			t.Fatalf("%q is read as %v and nothing is taken", line, v)
		}
		expect.Must[any](t, []any{line, spaces.Text(v)}, show(spaces, spaces.Text(v)), v)
	}
}
