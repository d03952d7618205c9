package track_test

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/hex"
	"railpost/engine/rail/track"
)

// A small board of all kinds of hexes.
//
//	  A2 A4 A6 A8       A8 a red area, open to A6 and B7
//	B1 B3 B5 B7         B1 two cities, B5 a lake, B7 a mine, open to B5, A8, C8
//	  C2 C4 C6 C8       a barrier between C4 and C6
const (
	tinyHexes = `A2 open, A4 city, A6 open, A8 area 1 0, B1 oo, B3 open, B5 open, B7 mine 1 3 5, C2 open, C4 city, C6 open, C8 town`
	// number, colour, circles of the cities (t for a town), paths "edge-edge" and "edge.stop", number of pieces.
	tinyTiles = `
		7    yellow -    0-1                     2
		8    yellow -    0-2                     2
		9    yellow -    0-3                     2
		26   green  -    0-3,0-4                 1
		27   green  -    0-3,0-2                 26
		5    yellow 1    0.0,1.0                 2
		57   yellow 1    0.0,3.0                 1
		15   green  2    0.0,1.0,4.0,5.0         1
		3    yellow t    0.0,1.0                 1
		32   yellow 1,1  2.0                     1
		60   green  1,1  0.0,2.0,3.1,5.1         1
		17   brown  2    0.0,1.0,2.0,3.0,5.0     1
		3x   yellow -    0-3                     0`
	tinyFirst    = `open 7 8 9 3x, city 5 57, town 3, oo 32`
	tinyUpgrades = `9 26 27, 7 26 27, 5 15, 57 15, 32 60, 60 17`
)

// all are the colours of the tiles of the small board.
var all = []string{"yellow", "green", "brown"}

func tinyWorld(t testing.TB) *track.World { return worldOf(t, tinyHexes) }

// worldOf is a board of the small tiles and of hexes "name kind edges", the edges
// being those of printed track.
func worldOf(t testing.TB, text string) *track.World {
	t.Helper()
	s := tinySet(t)
	var hexes []track.Hex
	for _, text := range strings.Split(text, ", ") {
		hexes = append(hexes, tinyHex(t, s, strings.Fields(text)))
	}
	track.Join(hexes)
	m := track.NewMap(hexes)
	for i := range hexes {
		h := &m.Hexes[i]
		for e := range hex.Edge(hex.Edges) {
			if n := h.Neighbour[e]; n != track.NoHex && !shut(&m.Hexes[n], e.Opposite()) && !shut(h, e) {
				h.Allowed |= 1 << e
			}
		}
	}
	w := expect.Get(track.NewWorld(m, s))(t)
	return w
}

// shut reports whether an edge of a hex may have no track.
func shut(h *track.Hex, e hex.Edge) bool {
	if h.Barred&(1<<e) != 0 {
		return true
	}
	for _, p := range h.Printed.Paths {
		if p.A == track.End(e) {
			return false
		}
	}
	return h.Fixed
}

func tinyHex(t testing.TB, s *track.Set, words []string) track.Hex {
	at := expect.Get(hex.Parse(words[0]))(t)
	h := track.Hex{Name: words[0], At: at, Kind: words[1]}
	for _, kind := range strings.Split(tinyFirst, ", ") {
		if numbers := strings.Fields(kind); numbers[0] == h.Kind {
			for _, number := range numbers[1:] {
				h.First = append(h.First, track.Upgrade{To: find(t, s, number), Turns: []int{0, 1, 2, 3, 4, 5}})
			}
		}
	}
	switch city := (track.Stop{Kind: track.City, Slots: 1}); h.Kind {
	case "city":
		h.Printed.Stops = []track.Stop{city}
	case "oo":
		h.Printed.Stops = []track.Stop{city, city}
	case "town":
		h.Printed.Stops = []track.Stop{{Kind: track.Town}}
	case "area":
		h.Printed.Stops = []track.Stop{{Kind: track.Area, Values: map[string]int{"yellow": 20, "green": 30}}}
	case "mine":
		h.Printed.Stops = []track.Stop{{Kind: track.Mine}}
	}
	for _, edge := range words[2:] {
		h.Fixed = true
		h.Printed.Paths = append(h.Printed.Paths, track.Path{A: track.End(edge[0] - '0'), B: track.StopEnd(0)})
	}
	switch h.Name {
	case "B5":
		h.Sides = []uint8{1<<1 | 1<<2 | 1<<3, 1<<0 | 1<<4 | 1<<5}
	case "C4":
		h.Barred = 1 << 4
	case "C6":
		h.Barred = 1 << 1
	}
	return h
}

func tinySet(t testing.TB) *track.Set {
	s := &track.Set{}
	for _, line := range strings.Split(strings.TrimSpace(tinyTiles), "\n") {
		w := strings.Fields(line)
		tile := track.Tile{Number: w[0], Colour: w[1], Group: len(s.Stacks)}
		for _, slots := range strings.Split(strings.Trim(w[2], "-"), ",") {
			switch slots {
			case "":
			case "t":
				tile.Stops = append(tile.Stops, track.Stop{Kind: track.Town, Value: 10})
			default:
				tile.Stops = append(tile.Stops, track.Stop{Kind: track.City, Slots: int(slots[0] - '0'), Value: 20})
			}
		}
		for _, p := range strings.Split(w[3], ",") {
			path := track.Path{A: track.End(p[0] - '0'), B: track.End(p[2] - '0')}
			if p[1] == '.' {
				path.B = track.StopEnd(int(p[2] - '0'))
			}
			tile.Paths = append(tile.Paths, path)
		}
		if back, ok := s.Find(w[4]); ok { // the back of another tile
			tile.Group = s.Tiles[back].Group
			s.Stacks[tile.Group].Faces = append(s.Stacks[tile.Group].Faces, track.TileID(len(s.Tiles)))
		} else {
			s.Stacks = append(s.Stacks, track.Stack{Faces: []track.TileID{track.TileID(len(s.Tiles))}, Count: int(w[4][0] - '0')})
		}
		s.Tiles = append(s.Tiles, tile)
	}
	tinyUpgradesOf(t, s)
	return s
}

// tinyUpgradesOf finds the rotations that keep the old track by their geometry.
func tinyUpgradesOf(t testing.TB, s *track.Set) {
	// A world of tiles alone, for their shapes.
	bare := &track.Set{Tiles: s.Tiles, Stacks: s.Stacks, Upgrades: make([][]track.Upgrade, len(s.Tiles))}
	w := expect.Get(track.NewWorld(track.NewMap(nil), bare))(t)
	s.Upgrades = make([][]track.Upgrade, len(s.Tiles))
	for _, text := range strings.Split(tinyUpgrades, ", ") {
		numbers := strings.Fields(text)
		from := find(t, s, numbers[0])
		for _, number := range numbers[1:] {
			u := track.Upgrade{To: find(t, s, number)}
			for turn := range hex.Edges {
				if lost(w.TileShape(from, 0), w.TileShape(u.To, turn)) == "" {
					u.Turns = append(u.Turns, turn)
				}
			}
			s.Upgrades[from] = append(s.Upgrades[from], u)
		}
	}
}

// lost names the parts of an old tile that a new one does not keep.
func lost(old, fresh *track.Shape) string {
	if exits := old.Exits &^ fresh.Exits; exits != 0 {
		return fmt.Sprintf("exits %06b", exits)
	}
	for e, joined := range old.Plain {
		if joined&^fresh.Plain[e] != 0 {
			return fmt.Sprintf("plain track at edge %d", e)
		}
	}
	for i, edges := range old.Edges {
		kept := false
		for _, now := range fresh.Edges {
			kept = kept || edges&^now == 0
		}
		if !kept {
			return fmt.Sprintf("the connections of stop %d", i)
		}
	}
	return ""
}

func find(t testing.TB, s *track.Set, number string) track.TileID {
	t.Helper()
	id, ok := s.Find(number)
	if !ok {
		t.Fatalf("there is no tile %s", number)
	}
	return id
}

// at finds a hex by name.
func at(t testing.TB, w *track.World, name string) track.HexID {
	t.Helper()
	id, ok := w.Map.Find(name)
	if !ok {
		t.Fatalf("there is no hex %s", name)
	}
	return id
}

// lay reads "9 A2 4": tile, hex, rotation.
func lay(t testing.TB, w *track.World, text string) track.Lay {
	t.Helper()
	var l track.Lay
	var number, name string
	if _, err := fmt.Sscan(text, &number, &name, &l.Turn); err != nil {
		t.Fatalf("lay %q: %v", text, err)
	}
	l.Tile, l.Hex = find(t, w.Set, number), at(t, w, name)
	return l
}
