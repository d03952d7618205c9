package track_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/rail/hex"
	"railpost/engine/rail/track"
	"railpost/engine/rail/track/tracktest"
)

var allCZ = []string{"yellow", "green", "brown", "gray", "purple green", "purple brown", "purple gray"}

// game is random laying on the board of 18CZ.
type game struct {
	t      testing.TB
	w      *track.World
	rng    *rand.Rand
	board  track.Board
	owners int
}

func newGame(t testing.TB, seed uint64, owners int) *game {
	g := &game{t: t, w: tracktest.World18CZ(3), rng: rand.New(rand.NewPCG(seed, 18)), owners: owners}
	g.board = track.NewBoard(g.w)
	for owner := range owners {
		homes := g.free(func(track.HexID) bool { return true })
		g.board.AddStation(track.Owner(owner), homes[g.rng.IntN(len(homes))], 0)
	}
	return g
}

// free lists the cities with a free circle in some hexes.
func (g *game) free(in func(track.HexID) bool) (list []track.Place) {
	for h := range g.w.Map.Hexes {
		for i := range g.board.Stops(g.w, track.HexID(h)) {
			if p := (track.Place{Hex: track.HexID(h), Stop: i}); in(p.Hex) && g.board.Free(g.w, p) != 0 {
				list = append(list, p)
			}
		}
	}
	return list
}

// step lays a tile, and places a station now and then. It answers the lay.
func (g *game) step() (track.Lay, bool) {
	owner := track.Owner(g.rng.IntN(g.owners))
	lays := g.board.Lays(g.w, owner, allCZ)
	if len(lays) == 0 {
		return track.Lay{}, false
	}
	l := lays[g.rng.IntN(len(lays))]
	g.board.Place(g.w, l)
	if g.rng.IntN(4) == 0 {
		reach := g.board.Reach(g.w, owner)
		for _, p := range g.free(func(h track.HexID) bool { return reach.Stops[h] != 0 }) {
			if _, own := g.board.Own(owner, p.Hex); !own && reach.Meets(p) {
				g.board.AddStation(owner, p, bits.TrailingZeros(g.board.Free(g.w, p)))
				break
			}
		}
	}
	return l, true
}

// TestRandomLays: laws for any lays.
func TestRandomLays(t *testing.T) {
	level.Sequential(t)
	laid := 0
	for seed := range uint64(20) {
		g := newGame(t, seed, 4)
		for range 120 {
			before := g.board.Clone()
			l, ok := g.step()
			if !ok {
				continue
			}
			laid++
			name := fmt.Sprintf("seed %d: %s on %s turn %d", seed, g.w.Set.Tiles[l.Tile].Number, g.w.Map.Hexes[l.Hex].Name, l.Turn)
			expect.Same(t, fmt.Sprintf("%s loses", name), lost(before.Shape(g.w, l.Hex), g.board.Shape(g.w, l.Hex)), "")
			checkSupply(t, g, name)
			checkStations(t, g, &before, l, name)
			if t.Failed() {
				return
			}
		}
		checkLays(t, g)
	}
	if laid < 1500 {
		t.Errorf("only %d tiles were laid", laid)
	}
}

// checkSupply: pieces are on the board or in the supply.
func checkSupply(t *testing.T, g *game, name string) {
	on := slices.Clone(g.board.Left)
	for _, laid := range g.board.Laid {
		if id, ok := laid.ID(); ok {
			on[g.w.Set.Tiles[id].Group]++
		}
	}
	for i, stack := range g.w.Set.Stacks {
		if on[i] != stack.Count || g.board.Left[i] < 0 {
			t.Errorf("%s: %d pieces of stack %d, %d left; there are %d", name, on[i], i, g.board.Left[i], stack.Count)
		}
	}
}

// checkStations: every station stays in its hex, in a circle of its own, in the
// city that has the track of its old one.
func checkStations(t *testing.T, g *game, before *track.Board, l track.Lay, name string) {
	taken := map[track.Station]bool{}
	for i, now := range g.board.Stations {
		circle := track.Station{Hex: now.Hex, Stop: now.Stop, Slot: now.Slot}
		if taken[circle] || now.Slot < 0 || now.Slot >= g.board.Slots(g.w, now.Place()) {
			t.Errorf("%s: station %+v has no circle of its own", name, now)
		}
		taken[circle] = true
		if i >= len(before.Stations) {
			continue
		}
		old := before.Stations[i]
		if old.Owner != now.Owner || old.Hex != now.Hex || old.Hex != l.Hex && old != now {
			t.Errorf("%s: station %+v became %+v", name, old, now)
		}
		expect.Same(t, []any{name, old, now},
			before.Shape(g.w, old.Hex).Edges[old.Stop]&^g.board.Shape(g.w, now.Hex).Edges[now.Stop], 0)
	}
}

// checkLays: the list has exactly the lays that Check allows, once each.
func checkLays(t *testing.T, g *game) {
	for owner := range track.Owner(g.owners) {
		listed := map[track.Lay]bool{}
		for _, l := range g.board.Lays(g.w, owner, allCZ) {
			expect.True(t, !listed[l], "%+v is listed twice", l)
			listed[l] = true
		}
		for h := range g.w.Map.Hexes {
			for tile := range g.w.Set.Tiles {
				checkTile(t, g, owner, listed, track.HexID(h), track.TileID(tile))
			}
		}
		expect.Same(t, "lays are listed that Check refuses", listed, nil)
	}
}

func checkTile(t *testing.T, g *game, owner track.Owner, listed map[track.Lay]bool, h track.HexID, tile track.TileID) {
	var seen []track.Shape
	for turn := range hex.Edges {
		l := track.Lay{Hex: h, Tile: tile, Turn: turn}
		legal := g.board.Check(g.w, owner, allCZ, l).Why == track.Legal
		shape := *g.w.TileShape(tile, turn)
		want := legal && !slices.Contains(seen, shape)
		expect.Same(t, fmt.Sprintf("%+v is legal: %t; listed", l, legal), listed[l], want)
		if want {
			seen = append(seen, shape)
			delete(listed, l)
		}
	}
}

// TestUpgradesKeep: the rotations that the data of 18CZ allow are just those that
// keep the old track.
func TestUpgradesKeep(t *testing.T) {
	w := tracktest.World18CZ(3)
	for from, list := range w.Set.Upgrades {
		for _, u := range list {
			for turn := range hex.Edges {
				what := lost(w.TileShape(track.TileID(from), 0), w.TileShape(u.To, turn))
				expect.Same(t, []any{w.Set.Tiles[from].Number, w.Set.Tiles[u.To].Number, turn, what},
					slices.Contains(u.Turns, turn), what == "")
			}
		}
	}
}
