package view

import (
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/games/g18mag"
	"railpost/engine/rail/track"
)

// TestFaraway: tiles are of use up to the third hex from a station, and as far as the longest train goes.
func TestFaraway(t *testing.T) {
	s := traced(t, "18Mag-3p-314000", 75)
	find := func(name string) track.HexID {
		h, ok := s.World().Map.Find(name)
		if !ok {
			t.Fatalf("there is no hex %s", name)
		}
		return h
	}
	const minor = 0
	s.Board.Stations = []track.Station{{Hex: find("H27"), Owner: g18mag.Owner(minor)}}
	for _, c := range []struct {
		trains []int
		near   []string // in a row from the station
		far    string
	}{
		{nil, []string{"H27", "H25", "H23", "H21"}, "H19"},
		{[]int{2}, []string{"H21"}, "H19"},
		{[]int{4, 2}, []string{"H19"}, "H17"},
	} {
		s.Minors[minor].Trains = c.trains
		for _, name := range c.near {
			expect.True(t, !faraway(s, minor, track.Lay{Hex: find(name)}), "with trains %v %s is too far", c.trains, name)
		}
		expect.True(t, faraway(s, minor, track.Lay{Hex: find(c.far)}), "with trains %v %s is not too far", c.trains, c.far)
	}
}
