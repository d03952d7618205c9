package g18mag

import (
	"fmt"
	"slices"

	"railpost/engine/rail/hex"
	"railpost/engine/rail/track"
)

// readGrounds reads and checks the boards of both editions.
func readGrounds() (both [2]*ground, err error) {
	r := groundReader{}
	if r.maps, err = readData[mapData]("map.json"); err != nil {
		return both, err
	}
	if r.tiles, err = readData[tilesData]("tiles.json"); err != nil {
		return both, err
	}
	if r.upgrades, err = readData[upgradesData]("upgrades.json"); err != nil {
		return both, err
	}
	for i, name := range []string{largeName, smallName} {
		if both[i], err = r.read(name); err != nil {
			return both, fmt.Errorf("18mag: the board %s: %w", name, err)
		}
	}
	return both, nil
}

type groundReader struct {
	maps     mapData
	tiles    tilesData
	upgrades upgradesData
}

func (r *groundReader) read(edition string) (*ground, error) {
	set, err := r.set(edition)
	if err != nil {
		return nil, err
	}
	g := &ground{}
	var hexes []track.Hex
	for _, d := range r.maps.Maps[edition].Hexes {
		h, err := r.hex(set, &d)
		if err != nil {
			return nil, fmt.Errorf("hex %s: %w", d.ID, err)
		}
		hexes = append(hexes, h)
		g.logTiles = append(g.logTiles, d.LogTileID)
	}
	track.Join(hexes)
	g.World, err = track.NewWorld(track.NewMap(hexes), set)
	return g, err
}

// set reads the tiles; the supply of a stack is that of the edition.
func (r *groundReader) set(edition string) (*track.Set, error) {
	s := &track.Set{}
	for _, d := range r.tiles.Tiles {
		t, err := d.facesData.tile()
		if err != nil {
			return nil, fmt.Errorf("tile %s: %w", d.Number, err)
		}
		t.Number, t.Colour, t.Label, t.Group = d.Number, d.Colour, d.Label, -1
		if d.Fixed != nil {
			t.Fixed = *d.Fixed + 1
		}
		s.Tiles = append(s.Tiles, t)
	}
	for i, d := range r.tiles.Stacks {
		stack := track.Stack{}
		for _, number := range d.Faces {
			t, ok := s.Find(number)
			if !ok {
				return nil, fmt.Errorf("a stack of tiles %s, which do not exist", number)
			}
			s.Tiles[t].Group = i
			stack.Faces, stack.Count = append(stack.Faces, t), r.tiles.Tiles[t].Count[edition]
		}
		s.Stacks = append(s.Stacks, stack)
	}
	s.Upgrades = make([][]track.Upgrade, len(s.Tiles))
	for number, d := range r.upgrades.Tiles {
		t, ok := s.Find(number)
		if !ok {
			return nil, fmt.Errorf("upgrades of tile %s, which does not exist", number)
		}
		var err error
		if s.Upgrades[t], err = upgrades(s, d.To); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// upgrades reads a list of tiles and rotations, in the order of the tiles.
func upgrades(s *track.Set, to map[string][]int) (list []track.Upgrade, err error) {
	for number, turns := range to {
		t, ok := s.Find(number)
		if !ok {
			return nil, fmt.Errorf("an upgrade to tile %s, which does not exist", number)
		}
		list = append(list, track.Upgrade{To: t, Turns: turns})
	}
	slices.SortFunc(list, func(x, y track.Upgrade) int { return int(x.To - y.To) })
	return list, nil
}

// hex reads a space of the map.
func (r *groundReader) hex(s *track.Set, d *hexData) (track.Hex, error) {
	at, err := hex.Parse(d.ID)
	if err != nil {
		return track.Hex{}, err
	}
	printed, err := d.tile()
	if err != nil {
		return track.Hex{}, err
	}
	printed.Colour, printed.Label = d.Background, d.Label
	h := track.Hex{Name: d.ID, At: at, Kind: d.Kind, Place: d.Name, Printed: printed, Cost: d.Terrain.Cost,
		Allowed: track.EdgeMask(d.TrackEdges), Barred: track.EdgeMask(d.Barred)}
	if d.Partition != nil {
		h.Kind = d.Partition.Kind // "lake"
		h.Sides = []uint8{track.EdgeMask(d.Partition.A), track.EdgeMask(d.Partition.B)}
	}
	if h.First, err = r.first(s, d.Kind); err != nil {
		return h, err
	}
	h.Fixed = len(h.First) == 0
	if d.Label == "K" {
		h.Upgrades, err = r.onK(s)
	}
	return h, err
}

// first are the first tiles of a kind of hex (VI.3.2 item 1).
func (r *groundReader) first(s *track.Set, kind string) ([]track.Upgrade, error) {
	to := map[string][]int{}
	for _, number := range r.upgrades.First[kind] {
		to[number] = []int{0, 1, 2, 3, 4, 5}
		if turn, fixed := r.upgrades.Fixed[number]; fixed {
			to[number] = []int{turn}
		}
	}
	return upgrades(s, to)
}

// onK are the upgrades of ordinary city tiles on the hexes K (VI.3.3).
func (r *groundReader) onK(s *track.Set) (map[track.TileID][]track.Upgrade, error) {
	out := map[track.TileID][]track.Upgrade{}
	for number, d := range r.upgrades.Tiles {
		if len(d.OnK) == 0 {
			continue
		}
		list, err := upgrades(s, d.OnK)
		if err != nil {
			return nil, err
		}
		t, _ := s.Find(number)
		out[t] = list
	}
	return out, nil
}

// tile reads what is printed on a tile.
func (d facesData) tile() (track.Tile, error) {
	stops, err := d.stops()
	if err != nil {
		return track.Tile{}, err
	}
	t := track.Tile{Stops: stops}
	return t, d.addPaths(&t)
}

// tile reads what is printed on a hex: also red areas and mines.
func (d *hexData) tile() (track.Tile, error) {
	var t track.Tile
	var err error
	switch {
	case len(d.MineValue) > 0:
		t.Stops = []track.Stop{{Kind: track.Mine, Values: d.MineValue}}
	case len(d.Offboards) == 1:
		t.Stops = []track.Stop{{Kind: track.Area, Values: d.Offboards[0].Revenue}}
	default:
		if t.Stops, err = d.stops(); err != nil {
			return t, err
		}
	}
	return t, d.addPaths(&t)
}

// stops reads cities and towns, in this order. Their numbers in the data and in
// public logs are their places in it.
func (d facesData) stops() (list []track.Stop, err error) {
	for i, c := range d.Cities {
		if c.Index != i || c.Node != i {
			return nil, fmt.Errorf("city %d stands in place %d", c.Index, i)
		}
		list = append(list, track.Stop{Kind: track.City, Slots: c.Slots, Value: c.Revenue})
	}
	for i, c := range d.Towns {
		if c.Index != i || c.Node != len(list) {
			return nil, fmt.Errorf("town %d stands in place %d", c.Index, i)
		}
		list = append(list, track.Stop{Kind: track.Town, Value: c.Revenue})
	}
	return list, nil
}

func (d facesData) addPaths(t *track.Tile) (err error) {
	t.Paths, err = track.ReadPaths(d.Paths, map[string]int{"city": 0, "offboard": 0, "town": len(d.Cities)})
	return err
}
