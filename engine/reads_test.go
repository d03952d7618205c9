package engine_test

import (
	"testing"

	"railpost/engine"
)

// A line that is nearly an order is told from talk by its first word and what
// that verb would read behind it.
func TestReads(t *testing.T) {
	g := rich(t)
	reads := engine.Reads(g.Pos, 0)
	for line, want := range map[string]bool{
		"work mine-1":             true,
		"  Wrok mine-1":           true,
		"wo mine-1":               true,
		"wórk mine-1":             true,
		"wo-rk mine-1":            true,
		"- work mine-1":           true,
		"sell red":                true,
		"work is what I do today": false,
		"work":                    false,
		"work ...":                false,
		"walk mine-1":             false,
		"pass on what you love":   false, // a verb without parameters is no evidence
		"a long day":              false,
		"":                        false,
		"-":                       false,
		"mine-1":                  false,
	} {
		if got := reads(line); got != want {
			t.Errorf("%q reads as an order: %v, want %v", line, got, want)
		}
	}
}
