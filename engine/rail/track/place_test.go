package track_test

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/track"
	"railpost/engine/rail/track/tracktest"
)

// where lists the stations of a hex: "owner:stop.circle".
func where(b *track.Board, h track.HexID) string {
	var list []string
	for _, s := range b.Stations {
		if s.Hex == h {
			list = append(list, fmt.Sprintf("%d:%d.%d", s.Owner, s.Stop, s.Slot))
		}
	}
	return strings.Join(list, " ")
}

// TestStationsMove: 18Mag VI.3.3 "Station transfer", R-34.
func TestStationsMove(t *testing.T) {
	w := tinyWorld(t)
	cases := []struct {
		name, stations, lays, hex, want string
	}{
		{"a bare hex, one station on its second city", "7 B1 1", "32 B1 0", "B1", "7:0.0"},
		{"one on its first", "7 B1 0", "32 B1 0", "B1", "7:0.0"},
		{"one on each", "7 B1 1, 8 B1 0", "32 B1 0", "B1", "7:1.0 8:0.0"},
		{"the city with track keeps it, the bare one the free city", "7 B1 0, 8 B1 1", "32 B1 1, 60 B1 0", "B1", "7:1.0 8:0.0"},
		{"the bare one keeps its index", "7 B1 0, 8 B1 1", "32 B1 0, 60 B1 0", "B1", "7:0.0 8:1.0"},
		{"cities merge in their order", "7 B1 1, 8 B1 0", "32 B1 0, 60 B1 0, 17 B1 0", "B1", "7:0.1 8:0.0"},
		{"one city stays one", "7 A4 0", "57 A4 1, 15 A4 0", "A4", "7:0.0"},
		{"other hexes do not care", "7 A4 0, 8 B1 1", "57 A4 1", "B1", "8:1.0"},
	}
	for _, c := range cases {
		b := placedAnyhow(t, w, c.lays, c.stations)
		expect.Same(t, []any{c.name, c.stations, c.lays}, where(&b, at(t, w, c.hex)), c.want)
	}
}

// TestStationsMove18CZ: printed track there (Praha), or two cities without track (B9).
func TestStationsMove18CZ(t *testing.T) {
	w := tracktest.World18CZ(3)
	for _, c := range []struct{ stations, lays, hex, want string }{
		{"3 E12 1, 5 E12 0", "8889 E12 1", "E12", "3:0.0 5:2.0"},
		{"3 E12 1, 5 E12 0", "8889 E12 1, 8891 E12 1, 8892 E12 0", "E12", "3:0.0 5:0.1"},
		{"4 B9 1", "8885 B9 3", "B9", "4:1.0"},
	} {
		b := placedAnyhow(t, w, c.lays, c.stations)
		expect.Same(t, fmt.Sprintf("stations %q after %q", c.stations, c.lays), where(&b, at(t, w, c.hex)), c.want)
	}
}

// TestPlaceKept: kept circles stay free; if a station is removed or changes hands, the others stay.
func TestPlaceKept(t *testing.T) {
	w := tracktest.World18CZ(3)
	b := placedAnyhow(t, w, "8889 E12 1, 8891 E12 1", "3 E12 1, 5 E12 2")
	h := at(t, w, "E12")
	b.Place(w, track.Lay{Hex: h, Tile: find(t, w.Set, "8892")}, track.Station{Stop: 0, Slot: 1})
	expect.Same(t, "stations", where(&b, h), "3:0.0 5:0.2")
	b.GiveStation(1, 7, 1)
	b.TakeStation(0)
	expect.Same(t, "stations", where(&b, h), "7:0.1")
}

func TestPlaceSupply(t *testing.T) {
	w := tinyWorld(t)
	b := track.NewBoard(w)
	left := func(number string) int { return b.PiecesLeft(w, find(t, w.Set, number)) }
	steps := []struct {
		lay     string
		nines   int // left of 9, and of the piece 26/27
		doubles int
		old     string
	}{
		{"9 A6 1", 1, 1, ""},
		{"9 C6 0", 0, 1, ""},
		{"26 A6 1", 1, 0, "9/1"},
	}
	for _, s := range steps {
		l := b.Place(w, lay(t, w, s.lay))
		old := ""
		if id, ok := l.ID(); ok {
			old = fmt.Sprintf("%s/%d", w.Set.Tiles[id].Number, l.Turn)
		}
		if left("9") != s.nines || left("26") != s.doubles || left("27") != s.doubles || old != s.old {
			t.Errorf("after %s: %d of 9, %d of 26, %d of 27, old %q; want %+v", s.lay, left("9"), left("26"), left("27"), old, s)
		}
	}
}

func TestStations(t *testing.T) {
	w := tinyWorld(t)
	b := placedAnyhow(t, w, "57 A4 1, 15 A4 0", "")
	p := track.Place{Hex: at(t, w, "A4")}
	if b.Slots(w, p) != 2 || b.Free(w, p) != 0b11 {
		t.Errorf("an empty city: %d circles, free %b", b.Slots(w, p), b.Free(w, p))
	}
	b.AddStation(3, p, 1)
	b.AddStation(4, track.Place{Hex: at(t, w, "C4")}, 0)
	expect.Same(t, "circle 1 is taken: free", b.Free(w, p), 0b01)
	if i, ok := b.Own(4, at(t, w, "C4")); !ok || b.Stations[i].Owner != 4 {
		t.Errorf("station of 4 in C4: %d, %t", i, ok)
	}
	if _, ok := b.Own(3, at(t, w, "C4")); ok {
		t.Error("3 has no station in C4")
	}
	if in := b.In(p); len(in) != 1 || in[0].Owner != 3 || in[0].Slot != 1 {
		t.Errorf("stations in A4: %+v", in)
	}
	for _, none := range []track.Place{{Hex: p.Hex, Stop: 1}, {Hex: p.Hex, Stop: -1}, {Hex: at(t, w, "A6")}} {
		expect.Same(t, "slots", b.Slots(w, none), 0)
		expect.Same(t, "free", b.Free(w, none), 0)
	}
}

func TestSwap(t *testing.T) {
	w := tinyWorld(t)
	b := placed(t, w, "32 B1 1", "7 B1 0, 8 B1 1, 9 A4 0")
	b.Swap(at(t, w, "B1"), 0, 1)
	expect.Same(t, "stations", where(&b, at(t, w, "B1"))+" "+where(&b, at(t, w, "A4")), "7:1.0 8:0.0 9:0.0")
}

func TestWords(t *testing.T) {
	w := tinyWorld(t)
	var names []string
	for _, n := range w.Map.Neighbours(at(t, w, "A4"), 1<<4|1<<1|1<<2) {
		names = append(names, w.Map.Hexes[n].Name)
	}
	expect.Same(t, "the neighbours of A4 at edges 1, 2 (off the map) and 4", strings.Join(names, "-"), "A2-A6")
	area := w.Map.Hexes[at(t, w, "A8")].Printed.Stops[0]
	town := w.Set.Tiles[find(t, w.Set, "3")].Stops[0]
	if area.Worth("green") != 30 || area.Worth("gray") != 0 || town.Worth("green") != 10 {
		t.Errorf("worth %d, %d, %d", area.Worth("green"), area.Worth("gray"), town.Worth("green"))
	}
}
