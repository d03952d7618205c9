// Package tracktest gives tests of shared packages a board of a second title. It
// reads the map, tiles and upgrades of 18CZ where the title keeps them, and works
// in tests only: the files are found from the folder in which a test runs.
package tracktest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"railpost/engine/rail/hex"
	"railpost/engine/rail/track"
)

// World18CZ is the board of 18CZ: for two players the smaller map. A purple tile
// has the colour "purple green", "purple brown" or "purple gray", a red home tile
// the colour "red".
func World18CZ(players int) *track.World {
	d := data{two: players == 2}
	read("map.json", &d.board)
	read("tiles.json", &d.tiles)
	read("upgrades.json", &d.upgrades)
	set := d.set()
	w, err := track.NewWorld(d.theMap(set), set)
	must(err)
	return w
}

func must(err error) {
	if err != nil {
		panic(fmt.Errorf("tracktest: the data of 18CZ: %w", err))
	}
}

func read(name string, into any) {
	b, err := os.ReadFile(filepath.Join(root(), "engine", "games", "g18cz", "data", name))
	must(err)
	must(json.Unmarshal(b, into))
}

// root is the folder of the module, above that of the test.
func root() string {
	dir, err := os.Getwd()
	must(err)
	for above := filepath.Dir(dir); above != dir; dir, above = above, filepath.Dir(above) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
	}
	must(fmt.Errorf("no module above the working folder"))
	return ""
}

// stop is a city or a town of the data.
type stop struct {
	Slots   int
	Revenue json.RawMessage // a number; of red tiles numbers by colour
	Group   string
}

func (s stop) track(kind track.Kind) track.Stop {
	out := track.Stop{Kind: kind, Slots: s.Slots}
	switch {
	case strings.HasPrefix(string(s.Revenue), "{"):
		must(json.Unmarshal(s.Revenue, &out.Values))
		out.Kind = track.Area
	default:
		must(json.Unmarshal(s.Revenue, &out.Value))
	}
	if s.Group != "" {
		out.Group = 1
	}
	return out
}

// face is what tiles and printed hexes have in common.
type face struct {
	ID     string
	Color  string
	Label  string
	Cities []stop
	Towns  []stop
	Paths  [][]any
}

func (f face) tile() track.Tile {
	t := track.Tile{Number: f.ID, Colour: f.Color, Label: f.Label}
	for _, c := range f.Cities {
		t.Stops = append(t.Stops, c.track(track.City))
	}
	for _, c := range f.Towns {
		t.Stops = append(t.Stops, c.track(track.Town))
	}
	for _, p := range f.Paths {
		t.Paths = append(t.Paths, track.Path{A: f.end(p[0]), B: f.end(p[1])})
	}
	return t
}

// end reads 3, "city0" or "town1".
func (f face) end(v any) track.End {
	if n, ok := v.(float64); ok {
		return track.End(n)
	}
	name, n := v.(string), 0
	_, err := fmt.Sscanf(name[4:], "%d", &n)
	must(err)
	if strings.HasPrefix(name, "town") {
		n += len(f.Cities)
	}
	return track.StopEnd(n)
}

type data struct {
	two   bool
	board struct {
		Hexes []space
	}
	tiles struct {
		Tiles []struct {
			face
			Count  int
			Purple bool `json:"special_purple"`
		}
	}
	upgrades struct {
		First map[string]struct {
			Hexes, Tiles []string
			Rotations    map[string][]int
		} `json:"first_lays"`
		Upgrades map[string][]struct {
			To    string
			Turns []int `json:"relative_rotations"`
		}
	}
}

// space is a hex of the data.
type space struct {
	face
	Row, Col int
	Kind     string
	Name     string
	Terrain  []struct{ Cost int }
	Stubs    []int
	Exits    []int `json:"exits_allowed"`
	Exits2   []int `json:"exits_allowed_two_player"`
	RedTurns []int `json:"red_tile_rotations"`
	InTwo    bool  `json:"in_two_player_map"`
}

func (d *data) set() *track.Set {
	s := &track.Set{}
	for i, t := range d.tiles.Tiles {
		tile := t.tile()
		tile.Group = i
		if t.Purple {
			tile.Colour = "purple " + tile.Colour
		}
		s.Tiles = append(s.Tiles, tile)
		s.Stacks = append(s.Stacks, track.Stack{Faces: []track.TileID{track.TileID(i)}, Count: t.Count})
	}
	s.Upgrades = make([][]track.Upgrade, len(s.Tiles))
	for from, list := range d.upgrades.Upgrades {
		for _, u := range list {
			t := find(s, from)
			s.Upgrades[t] = append(s.Upgrades[t], track.Upgrade{To: find(s, u.To), Turns: u.Turns})
		}
	}
	return s
}

func find(s *track.Set, number string) track.TileID {
	t, ok := s.Find(number)
	if !ok {
		must(fmt.Errorf("there is no tile %s", number))
	}
	return t
}

func (d *data) theMap(s *track.Set) *track.Map {
	var hexes []track.Hex
	for _, h := range d.board.Hexes {
		if h.InTwo || !d.two {
			hexes = append(hexes, d.hex(s, &h))
		}
	}
	track.Join(hexes)
	return track.NewMap(hexes)
}

func (d *data) hex(s *track.Set, h *space) track.Hex {
	out := track.Hex{Name: h.ID, At: hex.Coord{X: h.Col, Y: h.Row}, Kind: h.Kind, Place: h.Name, Printed: h.tile()}
	out.Printed.Number = ""
	exits := h.Exits
	if d.two {
		exits = h.Exits2
	}
	for _, e := range exits {
		out.Allowed |= 1 << e
	}
	for _, t := range h.Terrain {
		out.Cost += t.Cost
	}
	out.First = d.first(s, h)
	out.Fixed = len(out.First) == 0
	return out
}

// first are the first tiles of a hex, with an exit at each stub that is printed.
func (d *data) first(s *track.Set, h *space) (list []track.Upgrade) {
	for _, f := range d.upgrades.First {
		if !slices.Contains(f.Hexes, h.ID) {
			continue
		}
		for _, number := range f.Tiles {
			u := track.Upgrade{To: find(s, number)}
			for turn := range hex.Edges {
				turns, fixed := f.Rotations[number]
				wrong := fixed && !slices.Contains(turns, turn) || h.RedTurns != nil && !slices.Contains(h.RedTurns, turn)
				if !wrong && meets(s.Tiles[u.To], turn, h.Stubs) {
					u.Turns = append(u.Turns, turn)
				}
			}
			list = append(list, u)
		}
	}
	return list
}

// meets says whether a tile in a rotation has track at some edges.
func meets(t track.Tile, turn int, edges []int) bool {
	for _, e := range edges {
		at := func(end track.End) bool { return end < hex.Edges && (int(end)+turn)%hex.Edges == e }
		if !slices.ContainsFunc(t.Paths, func(p track.Path) bool { return at(p.A) || at(p.B) }) {
			return false
		}
	}
	return true
}
