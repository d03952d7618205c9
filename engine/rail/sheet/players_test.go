package sheet

import (
	"testing"

	"railpost/engine"
)

// TestPlayers: the named seat, or else the reader's own; onlookers see all.
func TestPlayers(t *testing.T) {
	of := func(seat engine.Seat) []engine.Block {
		return []engine.Block{{Head: engine.Msg("x", engine.Int("seat", int(seat)))}}
	}
	for _, c := range []struct {
		asks engine.Seat
		arg  string
		want []int
	}{
		{1, "", []int{1}}, {1, "3", []int{2}}, {engine.Nobody, "1", []int{0}}, {engine.Nobody, "", []int{2, 0, 1}}, {1, "4", nil}, {1, "0", nil},
	} {
		blocks, err := Players(engine.Request{Seat: c.asks, Arg: c.arg}, []engine.Seat{2, 0, 1}, of)
		if len(blocks) != len(c.want) || (err != nil) != (c.want == nil) {
			t.Errorf("%d asks for %q: %d blocks, %v", c.asks, c.arg, len(blocks), err)
			continue
		}
		for i, b := range blocks {
			if got := b.Head.Of("seat").Int; got != c.want[i] {
				t.Errorf("%d asks for %q: block %d is of seat %d", c.asks, c.arg, i, got)
			}
		}
	}
}
