package g18cz

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/track"
)

// TestAllowance: two yellow tiles or one upgrade in the first turn, one of either
// later (VIII.4).
func TestAllowance(t *testing.T) {
	first := turn(t, "EKJ", laid("57 D5 1"), treasury("EKJ", 500))
	for _, c := range []struct {
		name  string
		s     *State
		lines []string
		next  string // a line that is refused now
		key   string
	}{
		{"two yellow", first, []string{"lay 57 D3 D1-D5", "lay 9 D7 D5-D9"}, "lay 14 D5 E4-D3-C6-D7", "no-lay"},
		{"one upgrade", first, []string{"lay 14 D5 E4-D3-C6-D7"}, "lay 9 D7 D5-D9", "no-lay"},
		{"yellow, then no upgrade", first, []string{"lay 9 D7 D5-D9"}, "lay 14 D5 E4-D3-C6-D7", "yellow-only"},
		{"later: one yellow", changed(first, later), []string{"lay 9 D7 D5-D9"}, "lay 14 D5 E4-D3-C6-D7", "no-lay"},
		{"later: one upgrade", changed(first, later), []string{"lay 14 D5 E4-D3-C6-D7"}, "lay 9 D7 D5-D9", "no-lay"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := changed(c.s, given("EKJ", "S1")) // otherwise the step is over after the last tile
			s = after(t, s, c.lines...)
			refusalCase{c.name, s, c.next, "VIII.4", c.key}.check(t)
		})
	}
}

func TestLayRefusals(t *testing.T) {
	s := turn(t, "EKJ", laid("57 D5 1"), treasury("EKJ", 500))
	early := inRound(t, 3, 2, 1, inPhase("a"), noLocals, founded(0, "EKJ", 70, 50))
	for _, c := range []refusalCase{
		{"colour of the phase", early, "lay 14 D5 1", "VIII.5", "colour"},
		{"supply", changed(s, func(s *State) { s.Board.Left[0] = 0 }), "lay " + s.Tile(0).Number + " D3 0", "VIII.5", "piece"},
		{"town tile on a city", s, "lay 58 D3 0", "VIII.4", "wrong-first"},
		{"Y tile elsewhere", s, "lay 207 D5 0", "VIII.5", "wrong-upgrade"},
		{"old track", s, "lay 14 D5 2", "VIII.5", "loses-track"},
		{"brown", s, "lay 216 D5 0", "VIII.5", "colour"},
		{"off the map", s, "lay 6 D3 0", "VIII.5", "exit-off-map"},
		{"not reached", s, "lay 8 D13 0", "VIII.5", "not-connected"},
		{"behind a full city", turn(t, "KFN", laid("57 G20 1", "57 G22 1"), stations("VBW", "G22")), "lay 57 G24 1", "VIII.5", "not-connected-nowhere"},
		{"printed gray", s, "lay 58 D1 0", "II", "fixed"},
		{"purple without ability", s, "lay 14p D5 E4-D3-C6-D7", "IV.1", "purple"},
		{"after the step", changed(s, atStep(StepTrains)), "lay 8 D7 0", "VIII.3", "step-over"},
		{"too dear", turn(t, "BN", treasury("BN", 9)), "lay 8889 E12 1", "VIII.5", "lay-dear"},
		{"spared by M1", changed(turn(t, "BN", given("BN", "M1")), treasury("BN", 9)), "lay 8889 E12 1", "VIII.5", "lay-dear-local"},
	} {
		c.check(t)
	}
}

// TestTilesOfHexes: first tiles are of the kind that is printed on the hex, yellow ones and on double cities green ones;
// upgrades have the next colour, the label and the kind of stop (VIII.4, VIII.5).
func TestTilesOfHexes(t *testing.T) {
	set, m := Book.Worlds[0].Set, Book.Worlds[0].Map
	kinds := func(tile *track.Tile) (list []track.Kind) {
		for _, stop := range tile.Stops {
			list = append(list, stop.Kind)
		}
		return list
	}
	for _, h := range m.Hexes {
		if h.Fixed || slices.Contains([]string{"SX", "PR", "BY", "kk", "Ug"}, h.Printed.Label) {
			continue
		}
		for id := range set.Tiles {
			tile, colour := &set.Tiles[id], yellow
			if h.Printed.Label == "OO" {
				colour = "green"
			}
			want := tile.Colour == colour && tile.Label == h.Printed.Label && (tile.Label == "P" || slices.Equal(kinds(tile), kinds(&h.Printed)))
			expect.Same(t, []any{tile.Number, h.Name},
				slices.ContainsFunc(h.First, func(u track.Upgrade) bool { return u.To == track.TileID(id) }), want)
		}
	}
	order := []string{yellow, "green", "brown", "gray"}
	place := func(tile *track.Tile) int { return slices.Index(order, strings.TrimPrefix(tile.Colour, Purple)) }
	for id, list := range set.Upgrades {
		old := &set.Tiles[id]
		for _, u := range list {
			tile := &set.Tiles[u.To]
			was, is := kinds(old), kinds(tile)
			if place(tile) != place(old)+1 || tile.Label != old.Label || len(was) > 0 != (len(is) > 0) || len(was) > 0 && was[0] != is[0] {
				t.Errorf("tile %s follows %s", tile.Number, old.Number)
			}
		}
	}
}

// TestStubs: the first tile of D13 and F13 meets the printed stub (VIII.4).
func TestStubs(t *testing.T) {
	s := turn(t, "BN")
	for _, line := range lines(s, "lay") {
		words := strings.Fields(line)
		if words[2] == "D13" && !strings.Contains(words[3], "E12") {
			t.Errorf("%q does not lead to E12", line)
		}
	}
	refusalCase{"D13", s, "lay 9 D13 1", "VIII.4", "fixed-turn"}.check(t)
}

// TestFees: the first tile of a hex costs its printed price, B9 with its first green tile; upgrades are free
// (VIII.4, R18).
func TestFees(t *testing.T) {
	s := turn(t, "BN")
	at := func(number, hex string) track.Lay {
		tile, _ := s.World().Set.Find(number)
		return track.Lay{Tile: tile, Hex: hexOf(s, hex)}
	}
	for _, c := range []struct {
		tile, hex string
		fee       int
	}{{"8889", "E12", 10}, {"8885", "B9", 10}, {"8885", "C8", 0}, {"57", "D5", 0}, {"57", "E16", 10}, {"7", "A14", 20}, {"7", "A16", 40}, {"58", "C6", 40}} {
		expect.Same(t, fmt.Sprintf("%s on %s costs", c.tile, c.hex), terrainCost(s, at(c.tile, c.hex)), c.fee)
	}
	s = changed(s, laid("8889 E12 1"))
	expect.Same(t, "an upgrade costs", terrainCost(s, at("8891", "E12")), 0)
	s = after(t, turn(t, "BN"), "lay 8889 E12 1")
	expect.Same(t, "K of BN", s.Treasury(mustCompany("BN")), 490)
}

// TestTerrainAbility: a local railway spares a fee of its sort, once (IV.1).
func TestTerrainAbility(t *testing.T) {
	s := changed(turn(t, "BN", given("BN", "S1 M1")), treasury("BN", 500))
	c := mustCompany("BN")
	s = after(t, s, "lay 8889 E12 1 with S1")
	if s.Treasury(c) != 500 || !s.Locals[LocalNamed("S1")].Used || s.Turn.Yellow != 1 {
		t.Errorf("%d K, %+v, %+v", s.Treasury(c), s.Locals[LocalNamed("S1")], s.Turn)
	}
	ekj := turn(t, "EKJ", given("EKJ", "S1 M1"))
	for _, r := range []refusalCase{
		{"used", s, "lay 8 D13 E12-C12 with S1", "IV.1", "ability-used"},
		{"not its own", s, "lay 8 D13 E12-C12 with M2", "IV.1", "local-out"},
		{"no fee", ekj, "lay 57 D5 D3-D7 with M1", "IV.1", "no-fee"},
		{"a hill", changed(ekj, laid("57 D5 2")), "lay 9 E6 2 with S1", "IV.1", "terrain-size"},
	} {
		r.check(t)
	}
}

// TestPurple: purple tiles need a local railway that has them, and are laid at any point of the turn, free, in
// addition to the allowance (IV.1, R45).
func TestPurple(t *testing.T) {
	s := turn(t, "EKJ", laid("57 D5 1"), given("EKJ", "S1 M1"))
	for _, c := range []refusalCase{
		{"which", s, "lay 14p D5 E4-D3-C6-D7", "IV.1", ""},
		{"colour of the phase", s, "lay 611p D5 1 with M1", "VIII.5", "colour"},
		{"used", changed(s, func(s *State) { s.Locals[LocalNamed("S1")].Used = true }), "lay 14p D5 E4-D3-C6-D7 with S1", "IV.1", "ability-used"},
		{"another size's", changed(s, laid("14 D5 2"), inPhase("g")), "lay 611p D5 E4-C4-C6-D7-E6 with S1", "IV.1", "purple-size"},
	} {
		if c.key == "" {
			if _, r, err := try(c.s, c.line); err != nil || r == nil || r.Why.Key != "18cz.ask.which-local" || !slices.Equal(r.Expected, []string{"with S1", "with M1"}) {
				t.Errorf("%q: %v %v", c.line, r, err)
			}
			continue
		}
		c.check(t)
	}
	if got := after(t, s, "lay 14p D5 E4-D3-C6-D7 with S1"); got.Turn.Yellow > 0 || got.Turn.Upgraded {
		t.Errorf("it uses up the allowance: %+v", got.Turn)
	}
	ordinary := changed(s, laid("14p D5 1"), inPhase("g"))
	expect.True(t, len(lines(ordinary, "lay 611 D5")) != 0, "an ordinary tile does not replace a purple one")
	for _, step := range TurnSteps[1:] {
		at := changed(s, atStep(step), treasury("EKJ", 0), owns("EKJ", "2b"))
		at.Turn.Yellow, at.Turn.Upgraded = 1, true
		at = after(t, at, "lay 14p D5 E4-D3-C6-D7 with S1")
		if !at.Locals[LocalNamed("S1")].Used || at.Treasury(mustCompany("EKJ")) != 0 {
			t.Errorf("%s: %+v", step, at.Locals[LocalNamed("S1")])
		}
	}
}
