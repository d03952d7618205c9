package g18cz

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"railpost/engine/rail/hex"
	"railpost/engine/rail/track"
)

// readGrounds reads and checks the boards for three to six and for two players.
func readGrounds() (both [2]*ground, err error) {
	r := groundReader{}
	if r.board, err = readData[mapData]("map.json"); err != nil {
		return both, err
	}
	if r.tiles, err = readData[tilesData]("tiles.json"); err != nil {
		return both, err
	}
	if r.upgrades, err = readData[upgradesData]("upgrades.json"); err != nil {
		return both, err
	}
	for i := range both {
		if both[i], err = r.read(i == 1); err != nil {
			return both, fmt.Errorf("18cz: the board, for two players %t: %w", i == 1, err)
		}
	}
	return both, nil
}

type groundReader struct {
	board    mapData
	tiles    tilesData
	upgrades upgradesData
}

func (r *groundReader) read(two bool) (*ground, error) {
	g := &ground{}
	set, err := r.set(g)
	if err != nil {
		return nil, err
	}
	var hexes []track.Hex
	for i := range r.board.Hexes {
		d := &r.board.Hexes[i]
		if two && !d.Two {
			continue
		}
		h, err := r.hex(set, d, two)
		if err != nil {
			return nil, fmt.Errorf("hex %s: %w", d.ID, err)
		}
		hexes = append(hexes, h)
		g.note(d, two)
	}
	track.Join(hexes)
	g.World, err = track.NewWorld(track.NewMap(hexes), set)
	return g, err
}

// note keeps what is not track's business.
func (g *ground) note(d *hexData, two bool) {
	log, terrain := d.LogTile, ""
	if two {
		log = d.LogTileTwo
	}
	for _, t := range d.Terrain {
		terrain = strings.Join(t.Kinds, " ")
	}
	g.logTiles, g.terrain = append(g.logTiles, log), append(g.terrain, terrain)
}

// set reads the tiles; each is a stack of its own.
func (r *groundReader) set(g *ground) (*track.Set, error) {
	s := &track.Set{}
	for i, d := range r.tiles.Tiles {
		t, err := d.tile()
		if err != nil {
			return nil, fmt.Errorf("tile %s: %w", d.ID, err)
		}
		t.Number, t.Colour, t.Label, t.Group = d.ID, d.Colour, d.Label, i
		if d.Purple {
			t.Colour = purple + d.Colour
		}
		s.Tiles = append(s.Tiles, t)
		s.Stacks = append(s.Stacks, track.Stack{Faces: []track.TileID{track.TileID(i)}, Count: d.Count})
		if (d.Home != "") != (d.Colour == red) {
			return nil, fmt.Errorf("tile %s: only red tiles are homes", d.ID)
		}
		if d.Home == "" {
			continue
		}
		c := companyNamed(d.Home)
		if c == noCompany || d.Bonus == nil || d.Bonus.Company != d.Home || d.Bonus.Amount != homeBonus {
			return nil, fmt.Errorf("tile %s: the home of %s with a bonus of %v", d.ID, d.Home, d.Bonus)
		}
		g.reds[c] = track.TileID(i)
	}
	return s, r.addUpgrades(s)
}

func (r *groundReader) addUpgrades(s *track.Set) error {
	s.Upgrades = make([][]track.Upgrade, len(s.Tiles))
	for from, list := range r.upgrades.Upgrades {
		t, ok := s.Find(from)
		if !ok {
			return fmt.Errorf("upgrades of tile %s, which does not exist", from)
		}
		for _, d := range list {
			to, ok := s.Find(d.To)
			if !ok || strings.HasPrefix(s.Tiles[to].Colour, purple) != d.Purple {
				return fmt.Errorf("an upgrade of %s to %s, which does not exist so", from, d.To)
			}
			s.Upgrades[t] = append(s.Upgrades[t], track.Upgrade{To: to, Turns: d.Turns})
		}
	}
	return nil
}

// hex reads a space of the map.
func (r *groundReader) hex(s *track.Set, d *hexData, two bool) (track.Hex, error) {
	printed, err := d.tile()
	if err != nil {
		return track.Hex{}, err
	}
	printed.Colour, printed.Label = d.Colour, d.Label
	h := track.Hex{Name: d.ID, At: hex.Coord{X: d.Column, Y: d.Row}, Kind: d.Kind, Place: d.Name, Printed: printed, Allowed: track.EdgeMask(d.Allowed)}
	if two {
		h.Allowed = track.EdgeMask(d.AllowedTwo)
	}
	if len(d.Terrain) > 1 {
		return h, fmt.Errorf("terrain of %d sorts", len(d.Terrain))
	}
	for _, t := range d.Terrain {
		h.Cost = t.Cost
	}
	if h.First, err = r.first(s, d); err != nil {
		return h, err
	}
	h.Fixed = len(h.First) == 0
	return h, nil
}

// first are the first tiles of a hex (7.4.2), in the rotations that meet what is
// printed at its edges (7.4.4) and, for red tiles, the map (7.3).
func (r *groundReader) first(s *track.Set, d *hexData) (list []track.Upgrade, err error) {
	for _, f := range r.upgrades.First {
		if !slices.Contains(f.Hexes, d.ID) {
			continue
		}
		for _, number := range f.Tiles {
			t, ok := s.Find(number)
			if !ok {
				return nil, fmt.Errorf("the first tile %s, which does not exist", number)
			}
			list = append(list, track.Upgrade{To: t, Turns: turns(&s.Tiles[t], f.Turns[number], d)})
		}
	}
	slices.SortFunc(list, func(x, y track.Upgrade) int { return int(x.To - y.To) })
	return list, nil
}

// turns are the rotations of a first tile; only: those that the chart of upgrades
// gives, if it gives any.
func turns(t *track.Tile, only []int, d *hexData) (list []int) {
	for turn := range hex.Edges {
		wrong := only != nil && !slices.Contains(only, turn) || d.RedTurns != nil && !slices.Contains(d.RedTurns, turn)
		if !wrong && meets(t, turn, d.Stubs) {
			list = append(list, turn)
		}
	}
	return list
}

// meets says whether a tile in a rotation has track at some edges.
func meets(t *track.Tile, turn int, edges []int) bool {
	for _, edge := range edges {
		at := func(e track.End) bool { return e < hex.Edges && (int(e)+turn)%hex.Edges == edge }
		if !slices.ContainsFunc(t.Paths, func(p track.Path) bool { return at(p.A) || at(p.B) }) {
			return false
		}
	}
	return true
}

// tile reads what is printed on a tile or a hex.
func (d *facesData) tile() (track.Tile, error) {
	t := track.Tile{}
	for i, c := range d.Cities {
		stop, err := c.stop(track.City, i)
		if err != nil {
			return t, err
		}
		t.Stops = append(t.Stops, stop)
	}
	for i, c := range d.Towns {
		stop, err := c.stop(track.Town, i)
		if err != nil {
			return t, err
		}
		t.Stops = append(t.Stops, stop)
	}
	var err error
	t.Paths, err = track.ReadPaths(d.Paths, map[string]int{"city": 0, "town": len(d.Cities)})
	return t, err
}

// stop reads a city or a town. One whose value depends on the phase is a red
// tile: a route ends there (7.7).
func (d stopData) stop(kind track.Kind, at int) (track.Stop, error) {
	s := track.Stop{Kind: kind, Slots: d.Slots}
	if d.Index != at || kind == track.City && d.Part != at {
		return s, fmt.Errorf("stop %d stands in place %d", d.Index, at)
	}
	if d.Group != "" {
		s.Group = 1
	}
	if strings.HasPrefix(string(d.Revenue), "{") {
		s.Kind = track.Area
		return s, json.Unmarshal(d.Revenue, &s.Values)
	}
	return s, json.Unmarshal(d.Revenue, &s.Value)
}
