package g18mag

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/data18xx/data18xxtest"
	"railpost/engine/rail/hex"
	"railpost/engine/rail/track"
)

func TestData(t *testing.T) {
	game := data18xxtest.Check(t, files, "18mag")
	expect.Same(t, "companies", len(game.Companies), len(Companies))
	for i, c := range game.Companies {
		if kind := game.Kinds[c.Kind].Name; (kind == "minor") != Company(i).Minor() || kind == "minor" && c.ID != fmt.Sprint(i+1) {
			t.Errorf("%s is number %d", c.ID, i)
		}
	}
}

// TestGoods: every train and service has a seller, every service a price and every phase a
// bonus (VI.3.9, R-05).
func TestGoods(t *testing.T) {
	for _, e := range []*Edition{&Book.Large, &Book.Small} {
		g := &e.goods
		for _, p := range e.Phases {
			if prices := g.Prices[p.Colour()]; len(prices) != len(g.Services) || g.Bonus[p.Colour()] == 0 || p.Limit[0] != g.Limit {
				t.Errorf("%s, phase %s: %d services cost %v, the bonus is %d, the limit %v", e.name, p.Name, len(g.Services), prices, g.Bonus[p.Colour()], p.Limit)
			}
		}
		if len(e.Piles) != len(g.Trains)-1 || len(e.Moves) == 0 {
			t.Errorf("%s: trains %v, piles %v, moves %v", e.name, g.Trains, e.Piles, e.Moves)
		}
		for _, train := range g.Trains {
			expect.True(t, train.Seller != NoCompany, "%s: no major sells the %d-train", e.name, train.Size)
		}
		expect.True(t, !slices.Contains(g.Services, NoCompany), "%s: services of %v", e.name, g.Services)
	}
}

// TestDraft: minors left after the draft (II.4).
func TestDraft(t *testing.T) {
	left := [...][2]int{2: {1, 2}, 3: {1, 1}, 4: {1, 3}, 5: {3, 4}, 6: {1, 2}}
	for n := 2; n < len(Book.tables); n++ {
		e, table := (&State{Seats: n}).Edition(), &Book.tables[n]
		expect.Same(t, n, [2]int{len(e.Minors) - n*table.minors, len(e.Majors)*table.each - n*table.shares}, left[n])
	}
}

// TestSupply: 150 tiles (II.3); the game for two has no gray ones (X, R-36).
func TestSupply(t *testing.T) {
	for e, want := range map[*Edition]map[string]int{
		&Book.Large: {"yellow": 65, "green": 51, "brown": 28, "gray": 6},
		&Book.Small: {"yellow": 65, "green": 51, "brown": 28, "gray": 0},
	} {
		got := map[string]int{}
		for _, s := range e.world.Set.Stacks {
			got[e.world.Set.Tiles[s.Faces[0]].Colour] += s.Count
		}
		expect.Same(t, e.name, got, want)
	}
}

// TestRiverTiles: the tiles that cost something to replace (VI.3.3).
func TestRiverTiles(t *testing.T) {
	var list []string
	for i := range Book.Large.world.Set.Tiles {
		if tile := &Book.Large.world.Set.Tiles[i]; riverTile(tile) {
			list = append(list, tile.Number)
		}
	}
	expect.Same(t, `strings.Join(list, " ")`, strings.Join(list, " "), "L32 L33")
}

func spaceOf(t *testing.T, w *track.World, name string) track.HexID {
	t.Helper()
	h, ok := w.Map.Find(name)
	if !ok {
		t.Fatalf("there is no hex %s", name)
	}
	return h
}

// TestMaps: the number of hexes, and of sides that a barrier bars.
func TestMaps(t *testing.T) {
	for seats := 2; seats <= 6; seats++ {
		if s := newGame(t, seats); (s.World() == Book.Small.world) != (seats == 2) {
			t.Errorf("%d players have the map for %s", seats, s.Edition().name)
		}
	}
	for e, want := range map[*Edition][2]int{&Book.Large: {98, 6}, &Book.Small: {41, 0}} {
		barred := 0
		for i := range e.world.Map.Hexes {
			h := &e.world.Map.Hexes[i]
			barred += bits.OnesCount8(h.Barred)
			if h.Cost%10 != 0 || h.Cost > 30 {
				t.Errorf("%s: the first tile on %s costs %d", e.name, h.Name, h.Cost)
			}
		}
		expect.Same(t, e.name, [2]int{len(e.world.Map.Hexes), barred}, want)
	}
}

// TestMapExamples: figures of the rules text, values of red areas and mines.
func TestMapExamples(t *testing.T) {
	w := Book.Large.world
	for name, cost := range map[string]int{"C14": 20, "H11": 30, "D23": 30, "E12": 0} {
		expect.Same(t, fmt.Sprintf("the first tile on %s costs", name), w.Map.Hexes[spaceOf(t, w, name)].Cost, cost)
	}
	for name, values := range map[string]map[string]int{"B23": {"yellow": 30, "gray": 60}, "A10": {"green": 30, "brown": 50}} {
		h := &w.Map.Hexes[spaceOf(t, w, name)]
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
	for e, c := range map[*Edition]struct{ lake, budapest string }{&Book.Large: {"F9", "E12"}, &Book.Small: {"D5", "C8"}} {
		w := e.world
		b := track.NewBoard(w)
		lake, budapest := spaceOf(t, w, c.lake), spaceOf(t, w, c.budapest)
		expect.Same(t, e.name+": on the lake fit", fitting(w, &b, lake, "yellow"), "7/1 7/2 7/4 7/5 8/1 8/4")
		expect.Same(t, e.name+": in Budapest fit", fitting(w, &b, budapest, "yellow"), "L33/2")
		b.AddStation(0, track.Place{Hex: budapest, Stop: 1}, 0)
		b.AddStation(1, track.Place{Hex: budapest, Stop: 0}, 0)
		tile, _ := w.Set.Find("L33")
		b.Place(w, track.Lay{Hex: budapest, Tile: tile, Turn: 2})
		if b.Stations[0].Stop != 0 || b.Stations[1].Stop != 1 {
			t.Errorf("%s: Pest is city %d of L33, Buda %d", e.name, b.Stations[0].Stop, b.Stations[1].Stop)
		}
	}
	w := Book.Large.world
	b := track.NewBoard(w)
	fiume := spaceOf(t, w, "I2")
	tile, _ := w.Set.Find("57")
	b.Place(w, track.Lay{Hex: fiume, Tile: tile, Turn: 1})
	for _, name := range strings.Fields(fitting(w, &b, fiume, "green")) {
		number, _, _ := strings.Cut(name, "/")
		if id, ok := w.Set.Find(number); !ok || w.Set.Tiles[id].Label != "K" {
			t.Errorf("tile %s fits on a K hex", name)
		}
	}
	expect.Same(t, "tiles follow 57 on a K hex", len(b.Upgrades(w, fiume)), 2)
}

// fitting lists the tiles of a colour that fit on a hex, with their rotations.
func fitting(w *track.World, b *track.Board, h track.HexID, colour string) string {
	var list []string
	for id := range w.Set.Tiles {
		for turn := range hex.Edges {
			if b.Fits(w, []string{colour}, track.Lay{Hex: h, Tile: track.TileID(id), Turn: turn}).Why == track.Legal {
				list = append(list, fmt.Sprintf("%s/%d", w.Set.Tiles[id].Number, turn))
			}
		}
	}
	return strings.Join(list, " ")
}
