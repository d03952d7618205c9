package track_test

import (
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/hex"
	"railpost/engine/rail/track"
)

// network lists what an owner reaches: sides as "A4:145", stops as "A4.0".
func network(w *track.World, b *track.Board, owner track.Owner) (sides, stops string) {
	r := b.Reach(w, owner)
	var s, p []string
	for h, edges := range r.Edges {
		if edges == 0 {
			continue
		}
		text := w.Map.Hexes[h].Name + ":"
		for e := range hex.Edges {
			if edges&(1<<e) != 0 {
				text += string(rune('0' + e))
			}
		}
		s = append(s, text)
	}
	for _, at := range r.Places() {
		if !r.Meets(at) {
			p = append(p, "not met: ")
		}
		p = append(p, w.Map.Hexes[at.Hex].Name+"."+string(rune('0'+at.Stop)))
	}
	return strings.Join(s, " "), strings.Join(p, " ")
}

func TestReach(t *testing.T) {
	w := tinyWorld(t)
	cases := []struct {
		name, stations, lays string
		sides, stops         string
		runs                 bool
	}{
		{"no station", "", "57 A4 1", "", "", false},
		{"all sides of an empty home", "0 A4 0", "", "A4:0145", "A4.0", false},
		{"the end of track is seen from both hexes", "0 A4 0", "57 A4 1", "A2:4 A4:0145 A6:1", "A4.0", false},
		{"a red area ends it", "0 A4 0", "57 A4 1, 9 A6 1", "A2:4 A4:0145 A6:14 A8:1", "A4.0 A8.0", true},
		{"a mine does not", "0 C4 0", "5 C4 2, 8 B5 4", "A8:0 B3:5 B5:04 B7:135 C4:1234 C8:2", "A8.0 B7.0 C4.0", true},
		{"a blocked city does", "0 C4 0, 1 A4 0", "5 A4 0, 5 C4 2, 8 B3 3", "A4:0 B3:35 B5:0 C4:1234", "A4.0 C4.0", true},
		{"track alone leads nowhere", "0 A4 0", "15 A4 0", "A2:4 A4:0145 A6:1 B3:3 B5:2", "A4.0", false},
	}
	for _, c := range cases {
		b := placedAnyhow(t, w, c.lays, c.stations)
		if sides, stops := network(w, &b, 0); sides != c.sides || stops != c.stops || b.Reach(w, 0).Runs != c.runs {
			t.Errorf("%s: %s / %s, runs %t\nwant %s / %s, %t", c.name, sides, stops, b.Reach(w, 0).Runs, c.sides, c.stops, c.runs)
		}
	}
}

// TestReachLoop: a train does not come back along its own way. From the city B3 a
// stem leads east over two switches to a loop. A plain walk would come round the
// loop, back along the stem, and over the first switch to A4.
//
//	   A4      A8
//	     \     /  \
//	B3 - B5 - B7 - B9
func TestReachLoop(t *testing.T) {
	w := worldOf(t, "A4 city, A8 open, B3 city, B5 open, B7 open, B9 open")
	const lays = "57 B3 1, 26 B5 4, 27 B7 1, 7 B9 1, 7 A8 5"
	b := placedAnyhow(t, w, lays, "0 B3 0")
	const loop = "A8:05 B3:34 B5:14 B7:134 B9:12"
	if sides, stops := network(w, &b, 0); sides != loop || stops != "B3.0" || b.Reach(w, 0).Runs {
		t.Errorf("from B3: %s / %s, runs %t; want %s", sides, stops, b.Reach(w, 0).Runs, loop)
	}
	b = placedAnyhow(t, w, lays, "0 A4 0")
	if sides, stops := network(w, &b, 0); sides != "A4:05" || stops != "A4.0" {
		t.Errorf("A4 has no track yet, but reaches %s / %s", sides, stops)
	}
	b = placedAnyhow(t, w, lays+", 5 A4 5", "0 A4 0, 0 B3 0")
	if b.Reach(w, 0).Runs || len(b.Links(w, 0).Links) != 0 {
		t.Error("two stations that only a way back along a stem would join: a train could run")
	}
	b = placedAnyhow(t, w, "57 B3 1, 9 B5 1", "0 B3 0, 0 A4 0")
	expect.True(t, !b.Reach(w, 0).Runs, "A4 has no track")
	w = worldOf(t, "B3 city, B5 open, B7 city")
	b = placedAnyhow(t, w, "57 B3 1, 9 B5 1, 57 B7 1", "0 B3 0, 0 B7 0")
	if !b.Reach(w, 0).Runs || len(b.Links(w, 0).Links) != 1 {
		t.Error("two stations that track joins: no train could run")
	}
}

// TestNearest: the city at the end of the shortest trail, even if another is nearer as the crow flies; towns do
// not count, a blocked city is reached and not passed.
func TestNearest(t *testing.T) {
	w := tinyWorld(t)
	for _, c := range []struct {
		name, stations, lays, wanted string
		want                         string
		distance                     int
	}{
		{"along the track", "0 C4 0", "5 C4 2, 8 B3 3, 5 A4 0", "A4", "A4", 2},
		{"a blocked city is reached", "0 C4 0, 1 A4 0", "5 A4 0, 5 C4 2, 8 B3 3", "A4", "A4", 2},
		{"no track leads there", "0 A4 0", "57 A4 1", "C4", "", 0},
		{"a town is none", "0 C4 0", "5 C4 2, 8 B5 4", "B7", "", 0},
	} {
		b := placedAnyhow(t, w, c.lays, c.stations)
		list, distance := b.Nearest(w, 0, b.Stations[0].Place(), func(h track.HexID, e hex.Edge) bool {
			return w.Map.Hexes[h].Name == c.wanted && b.LeadsToCity(w, h, e)
		})
		var names []string
		for _, h := range list {
			names = append(names, w.Map.Hexes[h].Name)
		}
		if got := strings.Join(names, " "); got != c.want || distance != c.distance {
			t.Errorf("%s: %q at %d, want %q at %d", c.name, got, distance, c.want, c.distance)
		}
	}
}
