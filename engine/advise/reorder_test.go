package advise_test

import (
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
)

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
