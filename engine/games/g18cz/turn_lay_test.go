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

// TestHomes: the home station is placed at the start of the first turn, free of
// charge, in the circle that is kept for it (VIII.6).
func TestHomes(t *testing.T) {
	for _, c := range []struct {
		name, id string
		changes  []func(*State)
		want     string
	}{
		{"bare hex", "EKJ", nil, "D5.0.0"},
		{"R5: BCB", "BCB", nil, "E16.0.0"},
		{"R5: option", "BCB", []func(*State){under(func(r *Rulings) { r.HomeD17 = true })}, "D17.0.0"},
		{"Praha: BN has exit 3", "BN", nil, "E12.1.0"},
		{"Praha: NWB has exit 5", "NWB", nil, "E12.0.0"},
		{"Praha, yellow tile", "BN", []func(*State){laid("8889 E12 1")}, "E12.0.0"},
		{"Praha, yellow tile", "NWB", []func(*State){laid("8889 E12 1")}, "E12.2.0"},
		{"Praha, one city", "BN", []func(*State){laid("8889 E12 1", "8891 E12 1", "8892 E12 0")}, "E12.0.0"},
		{"Praha, one city", "NWB", []func(*State){laid("8889 E12 1", "8891 E12 1", "8892 E12 0")}, "E12.0.1"},
		{"beside another station", "EKJ", []func(*State){laid("57 D5 1", "14 D5 1"), stations("VBW", "D5")}, "D5.0.0"},
	} {
		s := turn(t, c.id, c.changes...)
		it := s.Companies[mustCompany(c.id)]
		if got := where(s, c.id); got != c.want || !it.Home || !slices.Equal(it.TokenCosts, []int{40, 100}) {
			t.Errorf("%s, %s: it stands at %s, not %s; left %v", c.name, c.id, got, c.want, it.TokenCosts)
		}
		if capital := it.Start * Book.Sizes[mustCompany(c.id).Size()].Capital; s.Treasury(mustCompany(c.id)) != capital {
			t.Errorf("%s, %s: %d K are left of %d", c.name, c.id, s.Treasury(mustCompany(c.id)), capital)
		}
	}
}

// TestHomesByTurn: it comes with the first turn, not with the round (R55).
func TestHomesByTurn(t *testing.T) {
	s := inRound(t, 3, 2, 1, founded(0, "EKJ", 70, 50), founded(1, "OFE", 60, 50))
	if ekj, ofe := where(s, "EKJ"), where(s, "OFE"); ekj != "D5.0.0" || ofe != "" {
		t.Errorf("EKJ stands at %q, OFE at %q", ekj, ofe)
	}
}

// TestRedTile: a large corporation lays its red tile first, in addition to its allowance (VIII.6, R46).
func TestRedTile(t *testing.T) {
	s := turn(t, "SX")
	expect.Same(t, "legal are",
		lines(s, "home"), []string{"home A8 A10-B9", "home A8 B7-B9", "home B5 B7-C6", "home B5 C4-C6"})
	for _, c := range []refusalCase{
		{"pass", s, "pass", "VIII.6", "must-home"},
		{"track first", s, "lay 8 B7 A8-C6", "VIII.5", "not-connected-nowhere"},
		{"by lay", s, "lay 8896 A8 4", "VIII.4", "red-tile"},
		{"off the map", s, "home A8 0", "VIII.4", "fixed-turn"},
		{"no such exits", s, "home A8 B7-A10", "VIII.4", "shape"},
	} {
		c.check(t)
	}
	after := after(t, s, "home A8 A10-B9")
	if got := where(after, "SX"); got != "A8.0.0" || after.Turn.Step != StepTrack || after.Turn.Upgraded || after.Turn.Yellow > 0 || after.Treasury(mustCompany("SX")) != s.Treasury(mustCompany("SX")) {
		t.Errorf("it stands at %s, %+v", got, after.Turn)
	}
	// The other reserved hex stays empty for ever.
	refusalCase{"the other hex", after, "lay 8 B5 0", "VIII.4", "wrong-first-yet"}.check(t)
}

// TestATE: its director chooses a city of B9 (VIII.6).
func TestATE(t *testing.T) {
	s := turn(t, "ATE")
	for _, c := range []refusalCase{
		{"another hex", s, "home D5", "VIII.6", "not-home"},
		{"pass", s, "pass", "VIII.6", "must-home"},
	} {
		c.check(t)
	}
	after := after(t, s, "home B9.2")
	if got := where(after, "ATE"); got != "B9.1.0" || after.Turn.Step != StepTrack {
		t.Errorf("it stands at %s, step %s", got, after.Turn.Step)
	}
}

// TestLifted: a green tile on B9 lifts the station there, and the company that laid it chooses its new place
// (VIII.5, R21). The river is paid (R18).
func TestLifted(t *testing.T) {
	s := turn(t, "ATE")
	c := mustCompany("ATE")
	s = after(t, s, "home B9.1", "lay 8885 B9 0")
	if q, of := s.Question(); q != AskCity || of != c || where(s, "ATE") != "" || s.Treasury(c) != 490 || !s.Turn.Upgraded {
		t.Fatalf("asked %s of %d, it stands at %q with %d K", q, of, where(s, "ATE"), s.Treasury(c))
	}
	for _, r := range []refusalCase{
		{"elsewhere", s, "station D5", "VIII.5", "not-home"},
		{"a train first", s, "buy 3+3d", "VIII.5", "settle-first"},
	} {
		r.check(t)
	}
	s = after(t, s, "station B9.2")
	if got := where(s, "ATE"); got != "B9.1.0" || s.Lifted != nil || s.Turn.Step == StepTrack {
		t.Errorf("it stands at %s, step %s", got, s.Turn.Step)
	}
}

// TestForceHome: under an option the first tile goes to the home hex (R16).
func TestForceHome(t *testing.T) {
	forced := under(func(r *Rulings) { r.ForceHome = true })
	refusalCase{"pass", turn(t, "EKJ", forced), "pass", "VIII.4", "must-track"}.check(t)
	refusalCase{"ATE", after(t, turn(t, "ATE", forced), "home B9.1"), "pass", "VIII.4", "must-track"}.check(t)
	for name, s := range map[string]*State{
		"not forced":      turn(t, "EKJ"),
		"a tile is there": turn(t, "EKJ", forced, laid("57 D5 1")),
		"Praha":           turn(t, "BN", forced),
		"not the first":   changed(turn(t, "EKJ", forced), later),
		"no green yet":    after(t, inRound(t, 3, 3, 1, inPhase("b"), noLocals, forced, founded(0, "ATE", 60, 60)), "home B9.1"),
	} {
		if r, refusal, err := try(s, "pass"); err != nil || refusal != nil {
			t.Errorf("%s: %v %v %v", name, r, refusal, err)
		}
	}
}
