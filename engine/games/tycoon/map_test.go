package tycoon

import (
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/rail/hex"
)

// Each hex of the board that is no sea stands in one region, and is drawn there.
func TestRegionsShowTheWholeBoard(t *testing.T) {
	s := middleScene(t).pos()
	drawn := map[string]string{}
	for _, r := range s.book.regions() {
		lines := s.draw(r.window)
		for _, l := range lines {
			if len(l) > columns {
				t.Errorf("%s: a line of %d columns: %q", r.name, len(l), l)
			}
		}
		if n := 2*down + 1; len(lines) > n {
			t.Errorf("%s has %d lines", r.name, len(lines))
		}
		drawn[r.name] = strings.Join(lines, "\n")
	}
	for i := range s.book.Hexes {
		h := &s.book.Hexes[i]
		if h.Terrain == Unusable {
			continue
		}
		in := ""
		for _, r := range s.book.regions() {
			if r.has(h.At) {
				in += r.name
			}
		}
		if want := s.nameInBrick(h); !strings.Contains(drawn[in], want) {
			t.Errorf("%s is not drawn as %q in %q", h.At, want, in)
		}
	}
}

// What lies on a side is drawn between the two hexes, whichever of them is looked at.
func TestSidesAreDrawn(t *testing.T) {
	c := sceneAt(t, 2)
	c.open(0, "Detroit J26 I27 > H28")
	other := *c.pos().book // of another board, where Indianapolis has no exit NE
	other.Cities = slices.Clone(other.Cities)
	other.Cities[c.city("Indianapolis")].Exits &^= 1 << 3
	if c.pos().book.anyShut() || !other.anyShut() {
		t.Error("the printed board has no sides to explain, the other one has")
	}
	c.pos().book = &other
	for _, want := range []struct {
		from, to string
		is       border
	}{
		{"J24", "J26", border{track: "1"}},
		{"J26", "I27", border{track: "1"}},
		{"I27", "H28", border{track: "1", open: "^"}},
		{"J34", "J36", border{ridge: true}},
		{"M35", "N34", border{river: true}},
		{"W3", "W5", border{river: true}},
		{"P22", "O23", border{shut: true}},
		{"F34", "G33", border{}},
	} {
		from, to := c.spot(want.from), c.spot(want.to)
		e, ok := c.pos().book.Hexes[from].At.Toward(c.pos().book.Hexes[to].At)
		if !ok {
			t.Fatalf("%s and %s are no neighbours", want.from, want.to)
		}
		if got := c.pos().onSide(from, e); got != want.is {
			t.Errorf("between %s and %s lies %+v, want %+v", want.from, want.to, got, want.is)
		}
		if got := c.pos().onSide(to, e.Opposite()); got != want.is {
			t.Errorf("between %s and %s lies %+v, want %+v", want.to, want.from, got, want.is)
		}
	}
}

// Everything that is drawn stands in words, too: terrain, rivers, ridges, track.
func TestHexesInWords(t *testing.T) {
	s := middleScene(t).pos()
	for i := range s.book.Hexes {
		h, at := &s.book.Hexes[i], Spot(i)
		if h.Terrain == Unusable {
			continue
		}
		told := asRead(t, s, 0, "hex "+h.At.String())
		own, _, _ := strings.Cut(told, "\nNE:")
		for e := range hex.Edge(hex.Edges) {
			b := s.onSide(at, e)
			side := spoken.Say("en", nil, nil, engine.Msg("tycoon.side."+directions[e]))
			for is, word := range map[bool]string{b.ridge: "ridge towards ", h.River.Has(e): "river"} {
				if is && !strings.Contains(own, word) {
					t.Errorf("hex %s does not tell its %s:\n%s", h.At, word, told)
				}
			}
			if n := h.Next[e]; n != NoSpot && s.book.Hexes[n].Terrain != Unusable && !strings.Contains(told, "\n"+side+": ") {
				t.Errorf("hex %s does not tell its neighbour %s:\n%s", h.At, side, told)
			}
		}
		for _, p := range s.pieces(at) {
			if !strings.Contains(own, "track of "+sceneNames[p.Owner]) {
				t.Errorf("hex %s does not tell the track of %s:\n%s", h.At, sceneNames[p.Owner], told)
			}
		}
	}
}

// What may be asked for, and how it may be spelt.
func TestMapsAskedInAllWays(t *testing.T) {
	s := middleScene(t).pos()
	s.SetNames(sceneNames[:3])
	for question, want := range map[string]string{
		"map ne":            "== map: north-east",
		"map North East":    "== map: north-east",
		"map northeast":     "== map: north-east",
		"map center":        "== map: centre",
		"map chi":           "== map around Chicago (N16)",
		"map n18":           "== map around N18",
		"map all":           "== the board",
		"map St Louis":      "== map around St. Louis (U13)",
		"map Z99":           `"Z99" is no hex, no city and no region; regions are north-west, north`,
		"map jacks":         `"jacks" is no hex, no city and no region`,
		"hex":               `Say which hex, as "hex F48"`,
		"hex A1":            "no track may be laid",
		"goods north":       "== goods in the north",
		"goods pur":         "== cities with purple goods",
		"goods new york":    "== New York (F48), red",
		"goods N18":         `N18 is no city`,
		"goods gold":        `"gold" is no hex, no city and no region`,
		"goods bl":          `"bl" is no hex, no city and no region`,
		"map Ann":           "== links of Ann",
		"links ben":         "== links of Ben",
		"links 3":           "== links of Cleo",
		"links Dora":        `"Dora"`,
		"player Cleo":       "== Cleo: $7",
		"player 1":          "== Ann: $12",
		"player":            "== Ann: $12",
		"house":             `nothing is called "house"`,
		"map Chicago N18 X": `"Chicago N18 X" is no hex`,
	} {
		if got := asRead(t, s, 0, question); !strings.Contains(got, want) {
			t.Errorf("%s is answered with\n%s\nwant %q in it", question, got, want)
		}
	}
}

// What lies near a city is told in words: with the hexes between and the side.
func TestNearestCities(t *testing.T) {
	s := middleScene(t).pos()
	for question, want := range map[string]string{
		"hex New York": "Philadelphia (1, SW)",
		"map Duluth":   "Minneapolis (3, SE)",
		"hex N18":      "Chicago (0, W)",
		"map N14":      "Chicago (0, E)",
	} {
		if got := asRead(t, s, 0, question); !strings.Contains(got, want) {
			t.Errorf("%s: %q is not in\n%s", question, want, got)
		}
	}
}

// A board that is smaller than a drawing is one region, called centre.
func TestSmallBoardsHaveFewRegions(t *testing.T) {
	for _, c := range []struct {
		wide, high int
		want       []string
	}{
		{10, 5, []string{"centre"}},
		{30, 5, []string{"west", "east"}},
		{10, 20, []string{"north", "south"}},
		{30, 20, []string{"north-west", "north-east", "south-west", "south-east"}},
		{90, 50, []string{"north-west", "north", "north-east", "west", "centre", "east", "south-west", "south", "south-east"}},
	} {
		b := &Book{}
		for y := range c.high {
			for x := y % 2; x < c.wide; x += 2 {
				b.Hexes = append(b.Hexes, Hex{At: hex.Coord{X: x, Y: y}, Terrain: Open, City: NoCity})
			}
		}
		var names []string
		for _, r := range b.regions() {
			names = append(names, r.name)
		}
		if !slices.Equal(names, c.want) {
			t.Errorf("%d by %d: %v, want %v", c.wide, c.high, names, c.want)
		}
		for _, h := range b.Hexes {
			if b.regionOf(h.At) == "" {
				t.Errorf("%d by %d: %s is in no region", c.wide, c.high, h.At)
			}
		}
	}
}
