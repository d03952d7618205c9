package view

import (
	"math/rand/v2"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/games/tycoon"
)

// TestToCities compares the ways to each city with those that eachCity keeps of all ways.
func TestToCities(t *testing.T) {
	growths(t, func(t *testing.T, s *tycoon.State, rng *rand.Rand) {
		seat := engine.Seat(rng.IntN(s.Seats))
		holdBoth(s, seat)
		u := anyUse(rng)
		for _, o := range origins(s, seat) {
			one, more := eachCity(explore(s, seat, []origin{o}, u, 2, 1))
			got := toCities(s, seat, o, u, 1, nil)
			if !slices.Equal(got, one) {
				t.Fatalf("from %+v in one action: %v, not %v", o, got, one)
			}
			if got := toCities(s, seat, o, u, 2, one); !slices.Equal(got, more) {
				t.Fatalf("from %+v in two actions: %v, not %v", o, got, more)
			}
		}
	})
}
