package g18mag

import (
	"strings"
	"testing"

	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/rail/track"
	"railpost/engine/rail/trackword"
)

// Lines as players write them, and as the log has them (VI.3.2).
func TestLayReading(t *testing.T) {
	fresh := turnOf(t, 3, 10) // H17, nothing built
	for _, c := range []struct{ line, want string }{
		{"lay 57 H17 H15-H19", "lay 57 H17 H15-H19"},
		{"lay 57 h17 h19-h15", "lay 57 H17 H15-H19"},
		{"lay 57 H17 H15 - H19", "lay 57 H17 H15-H19"},
		{"lay 57 H17 H15H19", "lay 57 H17 H15-H19"},
		{"lay 57 H17 H15, H19", "lay 57 H17 H15-H19"},
		{"lay 57 H17 H15/H19", "lay 57 H17 H15-H19"},
		{"lay 57 H17 H15-H17-H19", "lay 57 H17 H15-H19"},
		{"lay 57 H17 1", "lay 57 H17 H15-H19"},
		{"lay 57 H17 4", "lay 57 H17 4"}, // looks like 1; kept for logs of other programs
		{"LAY #57 H17 H19-H15", "lay 57 H17 H15-H19"},
		{"lay H17 57 H19-H15", "lay 57 H17 H15-H19"},
		{"upgrade 57 H17 H15-H19", "lay 57 H17 H15-H19"},
		{"lay tile 57 on H17 to H15-H19", "lay 57 H17 H15-H19"},
	} {
		r, refusal, err := try(fresh, c.line)
		if err != nil || refusal != nil {
			t.Errorf("%q: %v, %v", c.line, refusal, err)
			continue
		}
		expect.Same(t, c.line, r.Line, c.want)
	}
}

// The exits of a tile with one legal rotation may be omitted.
func TestLayWithoutExits(t *testing.T) {
	lake := turnOf(t, 3, 1, laid(t, "L33 E12 2"))
	r, refusal, err := try(turnOf(t, 3, 1), "lay l33 e12")
	if err != nil || refusal != nil || r.Line != "lay L33 E12 D11-E10-E14-F11" && !strings.HasPrefix(r.Line, "lay L33 E12 ") {
		t.Fatalf("%v %v %v", r, refusal, err)
	}
	expect.Same(t, "L33 lies as",
		r.Pos.(*State).Board.Laid[hexOn(t, lake, "E12")], lake.Board.Laid[hexOn(t, lake, "E12")])
}

func hexOn(t *testing.T, s *State, name string) track.HexID {
	t.Helper()
	h, ok := trackword.FindHex(s.World().Map, name)
	if !ok {
		t.Fatalf("there is no hex %s", name)
	}
	return h
}

// The exits of 25 leave open which of them is the switch.
func TestLayAmbiguousTile(t *testing.T) {
	s := turnOf(t, 3, 10, inPhase(1), laid(t, "57 H17 1", "8 H19 5"))
	var texts []string
	tile, _ := trackword.FindTile(s.World().Set, "25")
	ways := s.Layer().Exits(tile, hexOn(t, s, "H19"))
	for v := range ways.Members() {
		texts = append(texts, ways.Text(v))
	}
	for _, text := range texts {
		r, refusal, err := try(s, "lay 25 H19 "+text)
		if err != nil || refusal != nil || r.Line != "lay 25 H19 "+text {
			t.Errorf("%s: %v %v %v", text, r, refusal, err)
		}
	}
	if len(texts) != 2 || !strings.Contains(texts[0], "+") {
		t.Errorf("25 lies on H19 as %q", texts)
	}
}

// TestLayNearest: for an order that ends before its exits, or has an impossible rotation, the nearest lines are
// those that begin like it; short ones are not nearer.
func TestLayNearest(t *testing.T) {
	s := turnOf(t, 3, 10, inPhase(2), laid(t, "57 H17 1", "8 H19 5"))
	for _, typed := range []string{"lay 14 H17", "lay 619 H17 8"} {
		near := advise.Nearest(bare, s, s.Actor, typed, 2)
		for _, line := range near {
			if !strings.HasPrefix(line, strings.Join(strings.Fields(typed)[:3], " ")) {
				t.Errorf("%s: near is %q", typed, near)
			}
		}
		expect.Same(t, near, len(near), 2)
	}
}

func TestLayRefusals(t *testing.T) {
	fresh := turnOf(t, 3, 10)
	green := inPhase(1)
	for _, c := range []refusalCase{
		{name: "colour", s: fresh, line: "lay 14 H17 0", rule: "VI.3.3", key: "colour"},
		{name: "kind of tile", s: fresh, line: "lay 8 H17 0", rule: "VI.3.2", key: "wrong-first"},
		{name: "upgrade of another tile", s: turnOf(t, 3, 10, green, laid(t, "57 H17 1")), line: "lay 23 H17 0", rule: "VI.3.3", key: "wrong-upgrade"},
		{name: "upgrade in another phase", s: turnOf(t, 3, 10, laid(t, "57 H17 1")), line: "lay 6 H17 0", rule: "VI.3.3", key: "wrong-upgrade-yet", expected: ""},
		{name: "K tile elsewhere", s: turnOf(t, 3, 10, green, laid(t, "57 H17 1")), line: "lay 237 H17 0", rule: "VI.3.3", key: "wrong-upgrade"},
		{name: "city tile on K", s: turnOf(t, 3, 13, green, laid(t, "57 I2 0")), line: "lay 14 I2 0", rule: "VI.3.3", key: "wrong-upgrade"},
		{name: "last tile", s: turnOf(t, 3, 10, inPhase(3), laid(t, "39 H19 0")), line: "lay 40 H19 0", rule: "VI.3.3", key: "last-tile"},
		{name: "pieces", s: turnOf(t, 3, 10, func(s *State) { s.Board.Left[s.Tile(tileOn(t, s, "57")).Group] = 0 }), line: "lay 5 H17 0", rule: "VI.3.3.1", key: "piece-faces"},
		{name: "old track", s: turnOf(t, 3, 10, green, laid(t, "57 H17 1")), line: "lay 14 H17 I16-G16-G18-I18", rule: "VI.3.3", key: "loses-track"},
		{name: "red area", s: fresh, line: "lay 57 J15 0", rule: "III.1", key: "fixed"},
		{name: "off the map", s: turnOf(t, 3, 13), line: "lay 57 I2 1", rule: "VI.3.2", key: "exit-off-map"},
		{name: "barrier", s: turnOf(t, 3, 8, laid(t, "57 H5 2")), line: "lay 8 G4 F5-H5", rule: "VI.3.2", key: "exit-barrier"},
		{name: "lake", s: turnOf(t, 3, 7, laid(t, "L32 G10 0")), line: "lay 9 F9 G10-E8", rule: "VI.3.2", key: "lake"},
		{name: "lake, any way", s: turnOf(t, 3, 7, laid(t, "L32 G10 0")), line: "lay 9 F9", rule: "VI.3.2", key: "lake"},
		{name: "shape", s: turnOf(t, 3, 10, laid(t, "57 H17 1")), line: "lay 8 H19 H17-H21-I20", rule: "VI.3.2", key: "shape", expected: "H17-G20 H17-I20"},
		{name: "shape of another tile", s: turnOf(t, 3, 10, laid(t, "57 H17 1")), line: "lay 8 H19 H17-H21", rule: "VI.3.2", key: "shape-other", expected: "H17-G20 H17-I20"},
		{name: "not connected", s: turnOf(t, 3, 10, laid(t, "57 H17 1")), line: "lay 8 D15 0", rule: "VI.3.2", key: "not-connected"},
		{name: "not connected, and nowhere else", s: turnOf(t, 3, 10, laid(t, "57 H17 1")), line: "lay 57 G16 0", rule: "VI.3.2", key: "not-connected-nowhere"},
		{name: "not connected, blocked", s: turnOf(t, 3, 10, southTrack(t), func(s *State) { s.Station(SIK, track.Place{Hex: hexOn(t, s, "G16")}) }), line: "lay 57 E14 2", rule: "VI.3.2", key: "not-connected-nowhere"},
		{name: "no track yet", s: fresh, line: "lay 57 G16 0", rule: "VI.3.2", key: "not-connected-yet"},
		{name: "no rotation", s: fresh, line: "lay 57 H17 7", rule: "VI.3.2", key: "rotation", expected: "I16-G18 H15-H19 G16-I18"},
		{name: "not connected so", s: turnOf(t, 3, 10, laid(t, "57 H17 1")), line: "lay 8 H19 G18-H21", rule: "VI.3.2", key: "not-connected-so"},
		{name: "too dear", s: turnOf(t, 3, 10, owns(19, 2), laid(t, "57 H17 1")), line: "lay 9 H19 1", rule: "VI.3.2", key: "lay-dear"},
		{name: "two upgrades", s: turnOf(t, 3, 10, green, laid(t, "57 H17 1", "57 G16 1"), func(s *State) { s.Turn.Laid, s.Turn.Upgraded = 1, true }), line: "lay 14 H17 1", rule: "VI.3.2", key: "two-upgrades"},
		{name: "no token", s: turnOf(t, 3, 10, laid(t, "57 H17 1")), line: "lay 9 H19 1 with token", rule: "VI.3.2", key: "terrain-token"},
		{name: "no terrain", s: turnOf(t, 3, 13), line: "lay 57 I2 2 with token", rule: "R-15", key: "terrain-cost"},
		{name: "token first", s: turnOf(t, 3, 13), line: "use token", rule: "R-15", key: "token-first"},
		{name: "which way", s: fresh, line: "lay 57 H17", rule: "VI.3.2", key: "which-exits", expected: "I16-G18 H15-H19 G16-I18"},
		{name: "no neighbour", s: fresh, line: "lay 57 H17 H13-H19", rule: "III.1", key: "neighbour", expected: "I16 H15 G16 G18 H19 I18"},
		{name: "too late", s: turnOf(t, 3, 10, atStep(StepTrains)), line: "lay 57 H17 1", rule: "VI.3.1", key: "step-over"},
	} {
		t.Run(c.name, c.check)
	}
}

func tileOn(t *testing.T, s *State, number string) track.TileID {
	t.Helper()
	id, ok := trackword.FindTile(s.World().Set, number)
	if !ok {
		t.Fatalf("there is no tile %s", number)
	}
	return id
}

// Terrain costs of the examples in the rules, and their payment (VI.3.2, R-08).
func TestTerrainCost(t *testing.T) {
	s := turnOf(t, 3, 10)
	for _, c := range []struct {
		hex  string
		cost int
	}{{"C14", 20}, {"H11", 30}, {"D23", 30}, {"H17", 0}, {"H19", 20}, {"B17", 10}, {"E12", 0}, {"G14", 0}} {
		expect.Same(t, c.hex, s.LayBill(track.Lay{Hex: hexOn(t, s, c.hex)}).Terrain, c.cost)
	}
	two := turnOf(t, 3, 1, laid(t, "L33 E12 2", "L32 G14 0", "57 H17 1"))
	for _, c := range []struct {
		hex  string
		cost int
	}{{"E12", 20}, {"G14", 20}, {"H17", 0}} {
		expect.Same(t, c.hex, two.LayBill(track.Lay{Hex: hexOn(t, two, c.hex)}).Terrain, c.cost)
	}
}

// Payments for tile actions (III.3.3, VI.3.2, R-14, R-15).
func TestLayPays(t *testing.T) {
	for _, c := range []struct {
		name             string
		s                *State
		line             string
		minor, sik, skev int // purses afterwards
		tokens           int
		reports          string
	}{
		{"free", turnOf(t, 3, 10), "lay 57 H17 1", 50, 0, 0, 0, "lay"},
		{"terrain", turnOf(t, 3, 10, laid(t, "57 H17 1")), "lay 9 H19 1", 30, 20, 0, 0, "terrain"},
		{"to a blank side", turnOf(t, 3, 10, laid(t, "57 H17 1", "9 G20 1")), "lay 8 H19 H17-G20", 30, 20, 0, 0, "terrain"},
		{"second", turnOf(t, 3, 10, laid(t, "57 H17 1"), func(s *State) { s.Turn.Laid = 1 }), "lay 9 H19 1", 20, 20, 10, 0, "extra-tile terrain"},
		{"token", turnOf(t, 3, 12, laid(t, "57 H23 1")), "lay 9 H21 1 with token", 50, 20, 0, 1, "terrain-token"},
		{"token, second", turnOf(t, 3, 12, owns(10, 2), laid(t, "57 H23 1"), func(s *State) { s.Turn.Laid = 1 }), "lay 9 H21 1 with token", 0, 20, 10, 1, "extra-tile terrain-token"},
		{"OO upgrade", turnOf(t, 3, 4, inPhase(1), laid(t, "L32 G14 0")), "lay 8858 G14 0", 30, 20, 0, 0, "upgrade terrain"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := played(t, c.s, c.line)
			s := r.Pos.(*State)
			minor := c.s.Company()
			if got := [4]int{s.Purse(minor), s.Purse(SIK), s.Purse(szKEV), s.Minors[minor].Tokens}; got != [4]int{c.minor, c.sik, c.skev, c.tokens} {
				t.Errorf("minor, SIK, SzKÉV and tokens have %v", got)
			}
			if got := said(r.Reports); !strings.HasPrefix(got, c.reports) {
				t.Errorf("reports %q, not %q", got, c.reports)
			}
		})
	}
}

// An announced token is lost if no terrain cost follows (R-15, import).
func TestTokenFirst(t *testing.T) {
	imported := func(s *State) { s.Rules.IdleServices = true }
	s := after(t, turnOf(t, 3, 12, imported, laid(t, "57 H23 1")), "use token")
	if c := s.Company(); s.Minors[c].Tokens != 1 || !s.Turn.Token {
		t.Fatalf("%+v, %+v", s.Minors[c], s.Turn)
	}
	used := after(t, s, "lay 9 H21 1")
	if used.Minors[11].Tokens != 1 || used.Turn.Token || used.Purse(11) != 50 || used.Purse(SIK) != 20 {
		t.Errorf("%+v, %+v", used.Minors[11], used.Turn)
	}
	refusalCase{s: s, line: "use token", rule: "R-15", key: "terrain-token"}.check(t)
}

// Two tile actions, two upgrades never (VI.3.2).
func TestLayCombinations(t *testing.T) {
	green := inPhase(1)
	base := turnOf(t, 3, 10, green, owns(100, 2), laid(t, "57 H17 1"))
	for _, lines := range [][]string{
		{"lay 9 H19 1", "lay 9 H15 1"},
		{"lay 9 H19 1", "lay 14 H17 1"},
		{"lay 14 H17 1", "lay 9 H19 1"},
		{"lay 9 H19 1", "lay 23 H19 1"}, // the same hex
	} {
		s := after(t, base, lines...)
		if s.Turn.Laid != 2 && s.Turn.Step == StepTrack || s.Purse(szKEV) != ExtraTile {
			t.Errorf("%q: %+v, SzKÉV has %d", lines, s.Turn, s.Purse(szKEV))
		}
	}
	// Without 10 Ft the step is over after the first.
	if s := after(t, turnOf(t, 3, 10, owns(9, 2)), "lay 57 H17 1"); s.Turn.Step == StepTrack {
		t.Errorf("%+v", s.Turn)
	}
}

// A home comes to the city of L32 that has track (VI.3.2, R-34).
func TestHomeOnBareTile(t *testing.T) {
	at := func(s *State, c Company) int {
		i, _ := s.Board.Own(track.Owner(c), hexOn(t, s, "G14"))
		return s.Board.Stations[i].Stop
	}
	major := func(s *State) { s.Station(SIK, track.Place{Hex: hexOn(t, s, "G14"), Stop: 0}) }
	for _, c := range []struct {
		name        string
		change      []func(*State)
		home, other int
	}{
		{"alone", nil, 0, -1},
		{"beside a major", []func(*State){major}, 0, 1},
		{"beside a major, oo_first_token", []func(*State){major, func(s *State) { s.Rules.OOFirst = true }}, 1, 0},
	} {
		s := after(t, turnOf(t, 3, 4, c.change...), "lay L32 G14 0")
		if at(s, 3) != c.home || c.other >= 0 && at(s, SIK) != c.other {
			t.Errorf("%s: the home is in city %d", c.name, at(s, 3))
		}
	}
}

// Orders name the city that they meant after a tile has given it another number: that of a
// station goes with the station, the other is the other one.
func TestRenamed(t *testing.T) {
	for _, c := range []struct {
		hex    string
		major  int // its stop; -1: none
		lays   []string
		first  string // name of the first city then
		second string
	}{
		{"G14", -1, []string{"L32 G14 0"}, "G14.2", "G14.1"}, // the home of 4 is in the second
		{"G14", 0, []string{"L32 G14 0"}, "G14.2", "G14.1"},
		{"D19", 1, []string{"L32 D19 0"}, "D19.1", "D19.2"},
		{"G14", -1, []string{"L32 G14 0", "8860 G14 3"}, "G14.1", "G14.2"},
		{"D19", -1, []string{"L32 D19 0", "8860 D19 3"}, "D19.2", "D19.1"},
	} {
		s := turnOf(t, 3, 1)
		if c.major >= 0 {
			s.Station(SIK, track.Place{Hex: hexOn(t, s, c.hex), Stop: c.major})
		}
		lines := []string{"token " + c.hex + ".1", "place " + strings.ToLower(c.hex) + " 2"}
		for _, tile := range c.lays {
			was := s.Board.Clone()
			laid(t, tile)(s)
			g := s.Words()
			lines = g.Renamed(lines, &was)
		}
		for i, want := range []string{"token " + c.first, "place " + c.second} {
			expect.Same(t, []any{c.hex, c.lays, c.major},
				strings.Replace(lines[i], strings.ToLower(c.hex)+" 2", c.hex+".2", 1), want)
		}
	}
}

// Every lay that is listed is legal, read as itself, and every other is refused.
func TestListedLays(t *testing.T) {
	for _, s := range []*State{
		turnOf(t, 3, 10), turnOf(t, 3, 1), turnOf(t, 2, 6),
		turnOf(t, 3, 10, inPhase(1), owns(200, 2), laid(t, "57 H17 1", "8 H19 5", "9 H15 1")),
	} {
		list := advise.List(bare, s, s.Actor, "lay", 0, 0)
		if len(list.Choices) == 0 || list.More != nil {
			t.Fatalf("%d lays are listed, and not: %v", len(list.Choices), list.More)
		}
		for _, c := range list.Choices {
			expect.Same(t, c.Line, played(t, s, c.Line).Line, c.Line)
		}
	}
}
