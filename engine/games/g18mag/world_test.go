package g18mag

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"railpost/engine/rail/hex"
	"railpost/engine/rail/track"
)

// boardsOf reads the boards with the data they come from.
func boardsOf(t *testing.T) (map[string]*ground, *groundReader) {
	t.Helper()
	both, err := readGrounds()
	if err != nil {
		t.Fatal(err)
	}
	r := &groundReader{}
	for _, read := range []error{into(&r.maps, "map.json"), into(&r.tiles, "tiles.json"), into(&r.upgrades, "upgrades.json")} {
		if read != nil {
			t.Fatal(read)
		}
	}
	return map[string]*ground{largeName: both[0], smallName: both[1]}, r
}

func into[T any](to *T, name string) (err error) {
	*to, err = readData[T](name)
	return err
}

// TestSupply: 150 tiles (II.3); the game for two has no gray ones (X, R-36).
func TestSupply(t *testing.T) {
	boards, _ := boardsOf(t)
	want := map[string]map[string]int{
		largeName: {"yellow": 65, "green": 51, "brown": 28, "gray": 6},
		smallName: {"yellow": 65, "green": 51, "brown": 28},
	}
	for name, g := range boards {
		got := map[string]int{}
		for _, s := range g.Set.Stacks {
			colour := g.Set.Tiles[s.Faces[0]].Colour
			got[colour] += s.Count
			for _, face := range s.Faces {
				if g.Set.Tiles[face].Colour != colour {
					t.Errorf("%s: tile %s is not %s as its other face", name, g.Set.Tiles[face].Number, colour)
				}
			}
		}
		for colour, n := range map[string]int{"yellow": 0, "green": 0, "brown": 0, "gray": 0} {
			if n = want[name][colour]; got[colour] != n {
				t.Errorf("%s: %d %s tiles, want %d", name, got[colour], colour, n)
			}
		}
	}
}

// TestTileData: what the data say twice agrees.
func TestTileData(t *testing.T) {
	boards, r := boardsOf(t)
	g := boards[largeName]
	for i, d := range r.tiles.Tiles {
		tile := &g.Set.Tiles[i]
		if tile.Exits != track.EdgeMask(d.Exits) {
			t.Errorf("tile %s: exits %06b, the data say %v", d.Number, tile.Exits, d.Exits)
		}
		cost := 0
		if riverTile(tile) {
			cost = rivers
		}
		if cost != d.Cost.Cost || cost != 10*(d.Cost.Symbols.River+d.Cost.Symbols.Mountain) {
			t.Errorf("tile %s costs %d to replace, the data say %+v", d.Number, cost, d.Cost)
		}
		faces := g.Set.Stacks[tile.Group].Faces
		if d.Back != "" && (len(faces) != 2 || !slices.ContainsFunc(faces, func(f track.TileID) bool { return g.Set.Tiles[f].Number == d.Back })) {
			t.Errorf("tile %s: its back is %s, its stack %v", d.Number, d.Back, faces)
		}
		for edition, n := range d.Count {
			if stack := boards[edition].Set.Stacks[tile.Group]; stack.Count != n {
				t.Errorf("tile %s: %d pieces in %s, want %d", d.Number, stack.Count, edition, n)
			}
		}
		if turn, fixed := r.upgrades.Fixed[d.Number]; fixed != (tile.Fixed != 0) || fixed && tile.Fixed != turn+1 {
			t.Errorf("tile %s: fixed rotation %d", d.Number, tile.Fixed-1)
		}
	}
}

// TestUpgrades: rotations keep the old track, labels stay with labels (VI.3.3).
func TestUpgrades(t *testing.T) {
	boards, _ := boardsOf(t)
	g := boards[largeName]
	for from := range g.Set.Tiles {
		for _, u := range g.Set.Upgrades[from] {
			checkUpgrade(t, g, track.TileID(from), u, false)
		}
	}
	k := g.Map.Hexes[spaceOf(t, g, "I2")].Upgrades
	if len(k) != 3 {
		t.Errorf("on K hexes %d tiles have upgrades of their own", len(k))
	}
	for from, list := range k {
		for _, u := range list {
			checkUpgrade(t, g, from, u, true)
		}
	}
}

func checkUpgrade(t *testing.T, g *ground, from track.TileID, u track.Upgrade, onK bool) {
	old, fresh := &g.Set.Tiles[from], &g.Set.Tiles[u.To]
	name := fmt.Sprintf("%s to %s", old.Number, fresh.Number)
	if label := old.Label; label != fresh.Label && (!onK || fresh.Label != "K") {
		t.Errorf("%s: the label %q becomes %q", name, label, fresh.Label)
	}
	if !onK && fresh.Label == "K" && old.Label != "K" {
		t.Errorf("%s: a K tile on an ordinary hex", name)
	}
	for turn := range hex.Edges {
		keeps := keepsTrack(g.TileShape(from, 0), g.TileShape(u.To, turn))
		if slices.Contains(u.Turns, turn) != keeps {
			t.Errorf("%s turned %d keeps the track: %t", name, turn, keeps)
		}
	}
}

func keepsTrack(old, fresh *track.Shape) bool {
	for e := range old.Plain {
		if old.Plain[e]&^fresh.Plain[e] != 0 {
			return false
		}
	}
	for _, edges := range old.Edges {
		if !slices.ContainsFunc(fresh.Edges[:], func(now uint8) bool { return edges&^now == 0 }) {
			return false
		}
	}
	return true
}

func spaceOf(t *testing.T, g *ground, name string) track.HexID {
	t.Helper()
	h, ok := g.Map.Find(name)
	if !ok {
		t.Fatalf("there is no hex %s", name)
	}
	return h
}

// TestMapData: neighbours, edges that take track, barriers, costs and homes agree
// with each other.
func TestMapData(t *testing.T) {
	boards, r := boardsOf(t)
	for edition, size := range map[string]int{largeName: 98, smallName: 41} {
		g, d := boards[edition], r.maps.Maps[edition]
		if len(g.Map.Hexes) != size {
			t.Errorf("%s: %d hexes, want %d", edition, len(g.Map.Hexes), size)
		}
		barred := 0
		for i := range d.Hexes {
			checkHexData(t, g, track.HexID(i), &d.Hexes[i])
			barred += len(d.Hexes[i].Barred)
		}
		for _, pair := range d.Barriers {
			one, other := &g.Map.Hexes[spaceOf(t, g, pair[0])], &g.Map.Hexes[spaceOf(t, g, pair[1])]
			e, ok := one.At.Toward(other.At)
			if !ok || one.Barred != 1<<e || other.Barred != 1<<e.Opposite() {
				t.Errorf("%s: the barrier %v is not on both hexes", edition, pair)
			}
		}
		if barred != 2*len(d.Barriers) {
			t.Errorf("%s: %d sides are barred by %d barriers", edition, barred, len(d.Barriers))
		}
	}
}

func checkHexData(t *testing.T, g *ground, id track.HexID, d *hexData) {
	h := &g.Map.Hexes[id]
	if h.At != (hex.Coord{X: d.X, Y: d.Y}) || h.Name != h.At.String() {
		t.Errorf("hex %s lies at %v", d.ID, h.At)
	}
	var allowed uint8
	for e := range hex.Edge(hex.Edges) {
		n := h.Neighbour[e]
		listed := d.Neighbours[fmt.Sprint(int(e))]
		if n == track.NoHex {
			if listed != "" {
				t.Errorf("hex %s: %s at edge %d is not on the map", d.ID, listed, e)
			}
			continue
		}
		// Towards barriers and blank sides the data name a neighbour or not.
		next := &g.Map.Hexes[n]
		if listed != "" && listed != next.Name {
			t.Errorf("hex %s: %s at edge %d, the data say %s", d.ID, next.Name, e, listed)
		}
		open := !next.Fixed || next.Printed.Exits&(1<<e.Opposite()) != 0
		if own := !h.Fixed || h.Printed.Exits&(1<<e) != 0; open && own && h.Barred&(1<<e) == 0 {
			allowed |= 1 << e
		}
	}
	if h.Allowed != allowed {
		t.Errorf("hex %s takes track at %06b, want %06b", d.ID, h.Allowed, allowed)
	}
	if signs := d.Terrain.Symbols; h.Cost != 10*(signs.River+signs.Mountain) {
		t.Errorf("hex %s costs %d with %+v", d.ID, h.Cost, signs)
	}
	city := len(d.Cities) > 0 && len(d.MineValue) == 0
	if city != (g.logTiles[id] != "") || city && !strings.HasPrefix(g.logTiles[id], d.ID+"-") {
		t.Errorf("hex %s: logs name it %q", d.ID, g.logTiles[id])
	}
}

// TestHomes: the map and the cards of the minors name the same homes.
func TestHomes(t *testing.T) {
	_, r := boardsOf(t)
	for i, edition := range []string{largeName, smallName} {
		homes := 0
		for _, d := range r.maps.Maps[edition].Hexes {
			for _, c := range d.Cities {
				if c.Home == 0 {
					continue
				}
				homes++
				if got, want := companies[c.Home-1].homes[i], (home{d.ID, c.Index, d.Name}); got != want {
					t.Errorf("%s: minor %d lives in %+v, on the map in %+v", edition, c.Home, got, want)
				}
			}
		}
		if want := map[string]int{largeName: 13, smallName: 7}[edition]; homes != want {
			t.Errorf("%s: %d homes, want %d", edition, homes, want)
		}
	}
}

// TestMapExamples: figures of the rules text, values of red areas and mines.
func TestMapExamples(t *testing.T) {
	boards, _ := boardsOf(t)
	g := boards[largeName]
	for name, cost := range map[string]int{"C14": 20, "H11": 30, "D23": 30, "E12": 0} {
		if got := g.Map.Hexes[spaceOf(t, g, name)].Cost; got != cost {
			t.Errorf("the first tile on %s costs %d, want %d", name, got, cost)
		}
	}
	for name, values := range map[string]map[string]int{"B23": {"yellow": 30, "gray": 60}, "A10": {"green": 30, "brown": 50}} {
		h := &g.Map.Hexes[spaceOf(t, g, name)]
		for colour, want := range values {
			if got := h.Printed.Stops[0].Worth(colour); got != want || !h.Fixed {
				t.Errorf("%s is worth %d in the %s phase, want %d; fixed %t", name, got, colour, want, h.Fixed)
			}
		}
	}
}

// TestSpecialHexes: the lake takes only tracks along it (VI.3.2 item 4), Budapest
// only L33 in one rotation, whose cities change places (VI.3.3), K hexes only K
// tiles from green on.
func TestSpecialHexes(t *testing.T) {
	boards, _ := boardsOf(t)
	for edition, c := range map[string]struct{ lake, budapest string }{largeName: {"F9", "E12"}, smallName: {"D5", "C8"}} {
		g := boards[edition]
		b := track.NewBoard(g.World)
		lake, budapest := spaceOf(t, g, c.lake), spaceOf(t, g, c.budapest)
		if got := fitting(g, &b, lake, "yellow"); got != "7/1 7/2 7/4 7/5 8/1 8/4" {
			t.Errorf("%s: on the lake fit %s", edition, got)
		}
		if got := fitting(g, &b, budapest, "yellow"); got != "L33/2" {
			t.Errorf("%s: in Budapest fit %s", edition, got)
		}
		b.AddStation(0, track.Place{Hex: budapest, Stop: 1}, 0)
		b.AddStation(1, track.Place{Hex: budapest, Stop: 0}, 0)
		tile, _ := g.Set.Find("L33")
		b.Place(g.World, track.Lay{Hex: budapest, Tile: tile, Turn: 2})
		if b.Stations[0].Stop != 0 || b.Stations[1].Stop != 1 {
			t.Errorf("%s: Pest is city %d of L33, Buda %d", edition, b.Stations[0].Stop, b.Stations[1].Stop)
		}
	}
	g := boards[largeName]
	b := track.NewBoard(g.World)
	fiume := spaceOf(t, g, "I2")
	tile, _ := g.Set.Find("57")
	b.Place(g.World, track.Lay{Hex: fiume, Tile: tile, Turn: 1})
	for _, name := range strings.Fields(fitting(g, &b, fiume, "green")) {
		number, _, _ := strings.Cut(name, "/")
		if id, ok := g.Set.Find(number); !ok || g.Set.Tiles[id].Label != "K" {
			t.Errorf("tile %s fits on a K hex", name)
		}
	}
	if len(b.Upgrades(g.World, fiume)) != 2 {
		t.Errorf("%d tiles follow 57 on a K hex", len(b.Upgrades(g.World, fiume)))
	}
}

// fitting lists the tiles of a colour that fit on a hex, with their rotations.
func fitting(g *ground, b *track.Board, h track.HexID, colour string) string {
	var list []string
	for id := range g.Set.Tiles {
		for turn := range hex.Edges {
			if b.Fits(g.World, []string{colour}, track.Lay{Hex: h, Tile: track.TileID(id), Turn: turn}).Why == track.Legal {
				list = append(list, fmt.Sprintf("%s/%d", g.Set.Tiles[id].Number, turn))
			}
		}
	}
	return strings.Join(list, " ")
}
