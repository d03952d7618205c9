package data18xx

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"railpost/engine/rail/hex"
	"railpost/engine/rail/track"
)

// mapFile is map.json.
type mapFile struct {
	Boards []struct {
		Edition  string         `json:"edition"`
		Of       string         `json:"of"`
		Without  []string       `json:"without"`
		Log      map[string]int `json:"log"`
		Barriers [][2]string    `json:"barriers"`
		Hexes    []hexData      `json:"hexes"`
	} `json:"boards"`
}

// hexData is a hex of map.json.
type hexData struct {
	Hex  string `json:"hex"`
	Kind string `json:"kind"`
	Name string `json:"name"`
	printed
	Terrain map[string]int `json:"terrain"`
	Stubs   []int          `json:"stubs"`
	Turns   []int          `json:"turns"`
	Sides   [][]int        `json:"sides"`
	Log     *int           `json:"log"`
}

// printed has the fields that tiles and hexes share.
type printed struct {
	Colour string     `json:"colour"`
	Label  string     `json:"label"`
	Stops  []stopData `json:"stops"`
	Track  string     `json:"track"`
}

type stopData struct {
	Kind   string         `json:"kind"`
	Slots  int            `json:"slots"`
	Value  int            `json:"value"`
	Values map[string]int `json:"values"`
	Group  int            `json:"group"`
}

// tilesFile is tiles.json.
type tilesFile struct {
	First  map[string][]string `json:"first"`
	Stacks []struct {
		Faces    []string `json:"faces"`
		Count    int      `json:"count"`
		Editions []string `json:"editions"`
	} `json:"stacks"`
	Tiles []struct {
		Tile  string `json:"tile"`
		Count int    `json:"count"`
		printed
		To []string            `json:"to"`
		On map[string][]string `json:"on"`
	} `json:"tiles"`
}

// worldReader reads the board of an edition.
type worldReader struct {
	tiles *tilesFile
	set   *track.Set
	hexes []track.Hex
}

func world(boards *mapFile, tiles *tilesFile, edition string) (*track.World, error) {
	r := worldReader{tiles: tiles}
	if err := r.readSet(edition); err != nil {
		return nil, err
	}
	if err := r.readBoard(boards, edition); err != nil {
		return nil, err
	}
	return track.NewWorld(track.NewMap(r.hexes), r.set)
}

// readSet reads the tiles, their pieces and their upgrades.
func (r *worldReader) readSet(edition string) (err error) {
	s := &track.Set{}
	r.set = s
	for i := range r.tiles.Tiles {
		d := &r.tiles.Tiles[i]
		t, err := d.tile()
		if err != nil {
			return fmt.Errorf("tile %s: %w", d.Tile, err)
		}
		t.Number, t.Group = d.Tile, i
		s.Tiles = append(s.Tiles, t)
		if r.tiles.Stacks == nil {
			s.Stacks = append(s.Stacks, track.Stack{Faces: []track.TileID{track.TileID(i)}, Count: d.Count})
		}
	}
	for i, d := range r.tiles.Stacks {
		stack := track.Stack{}
		if in(d.Editions, edition) {
			stack.Count = d.Count
		}
		for _, number := range d.Faces {
			t, ok := s.Find(number)
			if !ok {
				return fmt.Errorf("a stack has the tile %s, which does not exist", number)
			}
			s.Tiles[t].Group = i
			stack.Faces = append(stack.Faces, t)
		}
		s.Stacks = append(s.Stacks, stack)
	}
	s.Upgrades = make([][]track.Upgrade, len(s.Tiles))
	for i := range r.tiles.Tiles {
		if s.Upgrades[i], err = r.upgrades(&s.Tiles[i], r.tiles.Tiles[i].To); err != nil {
			return err
		}
	}
	return nil
}

// upgrades lists the given tiles as upgrades of old, in the rotations that keep its track.
func (r *worldReader) upgrades(old *track.Tile, to []string) (list []track.Upgrade, err error) {
	for _, number := range to {
		t, ok := r.set.Find(number)
		if !ok {
			return nil, fmt.Errorf("an upgrade to tile %s, which does not exist", number)
		}
		list = append(list, track.Upgrade{To: t, Turns: track.Keeping(old, &r.set.Tiles[t])})
	}
	return list, nil
}

// readBoard reads the hexes of an edition. A board that is part of another one
// lacks some of its hexes; public logs may number the others differently.
func (r *worldReader) readBoard(file *mapFile, edition string) error {
	for _, b := range file.Boards {
		if b.Edition != edition {
			continue
		}
		if b.Of != "" {
			if err := r.readBoard(file, b.Of); err != nil {
				return err
			}
			r.hexes = slices.DeleteFunc(r.hexes, func(h track.Hex) bool { return slices.Contains(b.Without, h.Name) })
			for i := range r.hexes {
				if n, ok := b.Log[r.hexes[i].Name]; ok {
					r.hexes[i].LogID = logID(r.hexes[i].Name, n)
				}
			}
		}
		for i := range b.Hexes {
			h, err := r.hex(&b.Hexes[i])
			if err != nil {
				return fmt.Errorf("hex %s: %w", b.Hexes[i].Hex, err)
			}
			r.hexes = append(r.hexes, h)
		}
		track.Join(r.hexes)
		if err := r.bar(b.Barriers); err != nil {
			return err
		}
		r.allow()
		return nil
	}
	return fmt.Errorf("map.json has no board for it")
}

// logID is the name of a printed hex in public logs.
func logID(hex string, n int) string { return fmt.Sprintf("%s-%d", hex, n) }

// bar puts barriers on both hexes of each pair.
func (r *worldReader) bar(barriers [][2]string) error {
	for _, pair := range barriers {
		barred := 0
		for i := range r.hexes {
			h := &r.hexes[i]
			for e, n := range h.Neighbour {
				if n != track.NoHex && slices.Contains(pair[:], h.Name) && slices.Contains(pair[:], r.hexes[n].Name) {
					h.Barred |= 1 << e
					barred++
				}
			}
		}
		if barred != 2 {
			return fmt.Errorf("a barrier between %s and %s, which are not neighbours", pair[0], pair[1])
		}
	}
	return nil
}

// allow finds the sides that may take track: those without a barrier towards a neighbour, unless one of the
// hexes takes no tile and has no printed track there.
func (r *worldReader) allow() {
	takes := func(h *track.Hex, e hex.Edge) bool { return !h.Fixed || meets(&h.Printed, 0, int(e)) }
	for i := range r.hexes {
		h := &r.hexes[i]
		h.Allowed = 0
		for e := range hex.Edge(hex.Edges) {
			n := h.Neighbour[e]
			if n != track.NoHex && h.Barred&(1<<e) == 0 && takes(h, e) && takes(&r.hexes[n], e.Opposite()) {
				h.Allowed |= 1 << e
			}
		}
	}
}

// hex reads a space of the map.
func (r *worldReader) hex(d *hexData) (track.Hex, error) {
	h := track.Hex{Name: d.Hex, Kind: d.Kind, Place: d.Name}
	var err error
	if h.At, err = hex.Parse(d.Hex); err != nil {
		return h, err
	}
	if h.Printed, err = d.tile(); err != nil {
		return h, err
	}
	h.Printed.Colour = cmp.Or(h.Printed.Colour, "white")
	for _, fee := range d.Terrain {
		h.Cost += fee
	}
	h.Terrain = strings.Join(slices.Sorted(maps.Keys(d.Terrain)), " ")
	for _, edges := range d.Sides {
		h.Sides = append(h.Sides, mask(edges))
	}
	if d.Log != nil {
		h.LogID = logID(d.Hex, *d.Log)
	}
	if h.First, err = r.first(d, &h.Printed); err != nil {
		return h, err
	}
	h.Fixed = len(h.First) == 0
	h.Upgrades, err = r.upgradesOn(d.Label)
	return h, err
}

func mask(edges []int) (mask uint8) {
	for _, e := range edges {
		mask |= 1 << e
	}
	return mask
}

// first lists the first tiles of a hex, in the rotations that have track at the
// stubs that are printed there.
func (r *worldReader) first(d *hexData, printed *track.Tile) ([]track.Upgrade, error) {
	to, ok := r.tiles.First[d.Kind+" "+d.Label]
	if !ok {
		to = r.tiles.First[d.Kind]
	}
	list, err := r.upgrades(printed, to)
	for i, u := range list {
		list[i].Turns = slices.DeleteFunc(u.Turns, func(turn int) bool {
			return d.Turns != nil && !slices.Contains(d.Turns, turn) || !meets(&r.set.Tiles[u.To], turn, d.Stubs...)
		})
	}
	return list, err
}

// meets reports whether a tile in a rotation has track at some edges.
func meets(t *track.Tile, turn int, edges ...int) bool {
	for _, edge := range edges {
		at := func(e track.End) bool { return e < hex.Edges && (int(e)+turn)%hex.Edges == edge }
		if !slices.ContainsFunc(t.Paths, func(p track.Path) bool { return at(p.A) || at(p.B) }) {
			return false
		}
	}
	return true
}

// upgradesOn are the upgrades of tiles on a hex with a label, where they differ from the usual ones.
func (r *worldReader) upgradesOn(label string) (map[track.TileID][]track.Upgrade, error) {
	var on map[track.TileID][]track.Upgrade
	for i := range r.tiles.Tiles {
		to := r.tiles.Tiles[i].On[label]
		if to == nil {
			continue
		}
		list, err := r.upgrades(&r.set.Tiles[i], to)
		if err != nil {
			return nil, err
		}
		if on == nil {
			on = map[track.TileID][]track.Upgrade{}
		}
		on[track.TileID(i)] = list
	}
	return on, nil
}

var stopKinds = map[string]track.Kind{"city": track.City, "town": track.Town, "area": track.Area, "mine": track.Mine}

// tile reads the print of a tile or a hex.
func (d *printed) tile() (track.Tile, error) {
	t := track.Tile{Colour: d.Colour, Label: d.Label}
	for _, s := range d.Stops {
		kind, ok := stopKinds[s.Kind]
		if !ok {
			return t, fmt.Errorf("unknown kind of stop %q", s.Kind)
		}
		if kind == track.City && s.Slots == 0 {
			s.Slots = 1
		}
		t.Stops = append(t.Stops, track.Stop{Kind: kind, Slots: s.Slots, Value: s.Value, Values: s.Values, Group: s.Group})
	}
	for _, word := range strings.Fields(d.Track) {
		path, ok := readPath(word, len(t.Stops))
		if !ok {
			return t, fmt.Errorf("unknown track %q", word)
		}
		t.Paths = append(t.Paths, path)
	}
	return t, nil
}

// readPath reads two ends, each a side or one of this many stops: "0-3", "4-a".
func readPath(word string, stops int) (p track.Path, ok bool) {
	if len(word) != 3 || word[1] != '-' {
		return p, false
	}
	var a, b bool
	p.A, a = readEnd(word[0], stops)
	p.B, b = readEnd(word[2], stops)
	return p, a && b
}

func readEnd(c byte, stops int) (track.End, bool) {
	if '0' <= c && c < '0'+hex.Edges {
		return track.End(c - '0'), true
	}
	stop := int(c) - 'a'
	return track.StopEnd(stop), stop >= 0 && stop < stops
}
