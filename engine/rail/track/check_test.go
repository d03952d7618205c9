package track_test

import (
	"fmt"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/track"
)

// placed is a board with some tiles, and stations "owner hex stop".
func placed(t testing.TB, w *track.World, lays, stations string) track.Board {
	t.Helper()
	b := track.NewBoard(w)
	for _, text := range split(stations) {
		var owner, stop int
		var name string
		if _, err := fmt.Sscan(text, &owner, &name, &stop); err != nil {
			t.Fatalf("station %q: %v", text, err)
		}
		b.AddStation(track.Owner(owner), track.Place{Hex: at(t, w, name), Stop: stop}, 0)
	}
	for _, text := range split(lays) {
		l := lay(t, w, text)
		if f := b.Fits(w, all, l); f.Why != track.Legal {
			t.Fatalf("%s: fault %+v", text, f)
		}
		b.Place(w, l)
	}
	return b
}

func split(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ", ")
}

func TestCheck(t *testing.T) {
	w := tinyWorld(t)
	cases := []struct {
		name  string
		laid  string
		lay   string
		why   track.Why
		edges uint8
	}{
		{"on an own station any way", "", "5 A4 0", track.Legal, 0},
		{"and any rotation", "", "57 A4 1", track.Legal, 0},
		{"a red area", "", "9 A8 0", track.FixedHex, 0},
		{"a mine", "", "3 B7 0", track.FixedHex, 0},
		{"gray is not there yet", "57 A4 1, 17 B1 0", "5 A4 0", track.WrongTile, 0},
		{"a city tile on open land", "", "5 A6 0", track.WrongTile, 0},
		{"green on an empty hex", "", "26 A6 0", track.WrongTile, 0},
		{"a tile on itself", "57 A4 1", "57 A4 1", track.WrongTile, 0},
		{"no such piece", "", "3x A6 1", track.NoPiece, 0},
		{"the other face was laid", "9 A6 1, 26 A6 1, 9 C6 0", "27 C6 0", track.NoPiece, 0},
		{"the piece came back", "9 A6 1, 9 C6 1, 26 A6 1", "9 B5 0", track.JoinsSides, 1<<0 | 1<<3},
		{"old track lost", "57 A4 1", "15 A4 1", track.LosesTrack, 1 << 4},
		{"old track kept", "57 A4 1", "15 A4 0", track.Legal, 0},
		{"off the map", "57 A4 1", "9 A2 2", track.OffEdge, 1 << 2},
		{"into a barrier", "57 A4 1", "9 C6 1", track.OffEdge, 1 << 1},
		{"over the lake", "57 A4 1", "9 B5 0", track.JoinsSides, 1<<0 | 1<<3},
		{"along the lake", "", "8 B5 4", track.NotConnected, 1<<4 | 1<<0},
		{"beside the network", "57 A4 1", "9 B3 1", track.NotConnected, 1<<1 | 1<<4},
		{"at its end", "57 A4 1", "9 A6 1", track.Legal, 0},
		{"with one exit of two", "57 A4 1", "7 A6 0", track.Legal, 0},
		{"against a side without track", "57 A4 1, 9 A6 1", "7 A2 4", track.Legal, 0},
		{"behind a red area", "57 A4 1, 9 A6 1", "3 C8 1", track.NotConnected, 1<<1 | 1<<2},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			b := placedAnyhow(t, w, c.laid, "0 A4 0, 1 C4 0")
			expect.Same(t, []any{c.lay, c.laid}, b.Check(w, 0, all, lay(t, w, c.lay)), track.Fault{Why: c.why, Edges: c.edges})
		})
	}
}

// placedAnyhow lays without asking.
func placedAnyhow(t testing.TB, w *track.World, lays, stations string) track.Board {
	t.Helper()
	b := placed(t, w, "", stations)
	for _, text := range split(lays) {
		b.Place(w, lay(t, w, text))
	}
	return b
}

func TestCheckColours(t *testing.T) {
	w := tinyWorld(t)
	b := placed(t, w, "57 A4 1", "0 A4 0")
	if f := b.Check(w, 0, []string{"yellow"}, lay(t, w, "15 A4 0")); f.Why != track.WrongColour {
		t.Errorf("green in the yellow phase: %+v", f)
	}
	for _, l := range b.Lays(w, 0, []string{"yellow"}) {
		expect.Same(t, "colour", w.Set.Tiles[l.Tile].Colour, "yellow")
	}
	// Invalid numbers are refused, not a reason to panic.
	for _, l := range []track.Lay{{Hex: -1}, {Hex: 99}, {Tile: -1}, {Tile: 99}, {Turn: -1}, {Turn: 6}} {
		if f := b.Check(w, 0, all, l); f.Why == track.Legal {
			t.Errorf("%+v is legal", l)
		}
	}
}

// TestLaysTwins: of rotations that look the same the list names one.
func TestLaysTwins(t *testing.T) {
	w := tinyWorld(t)
	b := placed(t, w, "", "0 A4 0")
	var got []string
	for _, l := range b.Lays(w, 0, all) {
		got = append(got, fmt.Sprint(w.Set.Tiles[l.Tile].Number, " ", w.Map.Hexes[l.Hex].Name, " ", l.Turn))
	}
	// A4 has no neighbours at its edges 2 and 3, so tile 5 fits at 0-1, 4-5 and
	// 5-0, and tile 57 only from side to side.
	want := []string{"5 A4 0", "5 A4 4", "5 A4 5", "57 A4 1"}
	expect.Same(t, "lays", got, want)
}

func TestNewWorldRefuses(t *testing.T) {
	path := func(a, b int) []track.Path { return []track.Path{{A: track.End(a), B: track.End(b)}} }
	tile := func(paths []track.Path) *track.Set {
		return &track.Set{Tiles: []track.Tile{{Number: "1", Paths: paths}}, Stacks: []track.Stack{{Faces: []track.TileID{0}}},
			Upgrades: make([][]track.Upgrade, 1)}
	}
	lone := func(h track.Hex) *track.Map {
		hexes := []track.Hex{h}
		track.Join(hexes)
		return track.NewMap(hexes)
	}
	empty := &track.Set{}
	stackless := tile(nil)
	stackless.Stacks[0].Faces = nil
	upgrade := tile(nil)
	upgrade.Upgrades[0] = []track.Upgrade{{To: 7}}
	turn := tile(nil)
	turn.Upgrades[0] = []track.Upgrade{{Turns: []int{6}}}
	stranger := track.NewMap([]track.Hex{{Name: "A2", Neighbour: [6]track.HexID{5, -1, -1, -1, -1, -1}}})
	cases := map[string]struct {
		m *track.Map
		s *track.Set
	}{
		"from edge to edge":           {track.NewMap(nil), tile(path(2, 2))},
		"from stop to stop":           {track.NewMap(nil), tile([]track.Path{{A: track.StopEnd(0), B: track.StopEnd(1)}})},
		"to a stop it has not":        {track.NewMap(nil), tile([]track.Path{{A: 1, B: track.StopEnd(0)}})},
		"in no stack":                 {track.NewMap(nil), stackless},
		"an upgrade to nothing":       {track.NewMap(nil), upgrade},
		"an upgrade turned too far":   {track.NewMap(nil), turn},
		"a neighbour that is not one": {stranger, empty},
		"track off the map":           {lone(track.Hex{Name: "A2", Allowed: 1}), empty},
		"printed track off the map":   {lone(track.Hex{Name: "A2", Printed: track.Tile{Paths: path(0, 3)}}), empty},
		"a first tile that is none":   {lone(track.Hex{Name: "A2", First: []track.Upgrade{{To: 1}}}), empty},
		"an own upgrade to nothing":   {lone(track.Hex{Name: "A2", Upgrades: map[track.TileID][]track.Upgrade{0: {{To: 1}}}}), empty},
	}
	for name, c := range cases {
		expect.Fails(t, name, expect.Err(track.NewWorld(c.m, c.s)), "")
	}
}
