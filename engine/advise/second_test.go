package advise_test

import (
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/key"
)

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
