package track_test

import (
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/track/tracktest"
)

func TestWorld18CZ(t *testing.T) {
	for players, hexes := range map[int]int{2: 73, 3: 107, 6: 107} {
		w := tracktest.World18CZ(players)
		expect.Same(t, players, len(w.Map.Hexes), hexes)
	}
}
