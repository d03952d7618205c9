package track_test

import (
	"testing"

	"railpost/engine/rail/track/tracktest"
)

func TestWorld18CZ(t *testing.T) {
	for players, hexes := range map[int]int{2: 73, 3: 107, 6: 107} {
		w := tracktest.World18CZ(players)
		if len(w.Map.Hexes) != hexes {
			t.Errorf("%d players: %d hexes, want %d", players, len(w.Map.Hexes), hexes)
		}
	}
}
