package view

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
	"railpost/engine/rail/hex"
)

// Each land hex of the board is in one region, and is drawn there.
func TestRegionsShowTheWholeBoard(t *testing.T) {
	s := atStage(t, 6)
	drawn := map[string]string{}
	for _, r := range regions(s.Book()) {
		lines := draw(s, r.window)
		for _, l := range lines {
			expect.True(t, len(l) <= columns, "%s: a line of %d columns: %q", r.name, len(l), l)
		}
		expect.True(t, len(lines) <= 2*down+1, "%s has %d lines", r.name, len(lines))
		drawn[r.name] = strings.Join(lines, "\n")
	}
	for i := range s.Book().Hexes {
		h := &s.Book().Hexes[i]
		if h.Terrain == tycoon.Unusable {
			continue
		}
		in := ""
		for _, r := range regions(s.Book()) {
			if r.has(h.At) {
				in += r.name
			}
		}
		expect.Has(t, h.At, drawn[in], nameInBrick(s, h))
	}
}

// A side's content is drawn between the two hexes, from the view of either.
func TestSidesAreDrawn(t *testing.T) {
	expect.True(t, !anyShut(tycoon.PrintedBook()), "the printed board has sides to explain")
	board := map[string][]byte{} // where Indianapolis has no exit NE
	for _, name := range []string{"map.json", "cards.json", "barons.json"} {
		b := expect.Get(os.ReadFile("../data/" + name))(t)
		board[name] = []byte(regexp.MustCompile(`("name": "Indianapolis",[^}]*"exits": \[)"NE", `).ReplaceAllString(string(b), "$1"))
	}
	options := tycoon.Rules{}.Options()
	o := options[slices.IndexFunc(options, func(o engine.Option) bool { return o.Board != nil })]
	value, faults := o.Board(board)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	g := acting(t, 2, map[string]string{o.Key: value})
	r := expect.Get(g.Try(0, "build Detroit: J26 I27 > H28", false))(t)
	g.Take(0, r)
	s := g.Pos.(*tycoon.State)
	expect.True(t, anyShut(s.Book()), "the other board has no sides to explain")
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
		from, to := s.Book().SpotNamed(engine.Fold(want.from)), s.Book().SpotNamed(engine.Fold(want.to))
		e, ok := s.Book().Hexes[from].At.Toward(s.Book().Hexes[to].At)
		if !ok {
			t.Fatalf("%s and %s are no neighbours", want.from, want.to)
		}
		expect.Same(t, fmt.Sprintf("between %s and %s lies", want.from, want.to), onSide(s, from, e), want.is)
		expect.Same(t, fmt.Sprintf("between %s and %s lies", want.to, want.from), onSide(s, to, e.Opposite()), want.is)
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
		b := &tycoon.Book{}
		for y := range c.high {
			for x := y % 2; x < c.wide; x += 2 {
				b.Hexes = append(b.Hexes, tycoon.Hex{At: hex.Coord{X: x, Y: y}, Terrain: tycoon.Open, City: tycoon.NoCity})
			}
		}
		names := engine.Each(regions(b), func(r region) string { return r.name })
		expect.Same(t, fmt.Sprintf("%d by %d", c.wide, c.high), names, c.want)
		for _, h := range b.Hexes {
			expect.True(t, regionOf(b, h.At) != "", "%d by %d: %s is in no region", c.wide, c.high, h.At)
		}
	}
}

// The overview in words has the facts of its drawing: each hex's ground, each city's colour and cubes, and
// everybody's track.
func TestOverviewInWords(t *testing.T) {
	g := acting(t, 2, nil)
	r := expect.Get(g.Try(0, "build Detroit: J26 I27 > H28", false))(t)
	g.Take(0, r)
	s := g.Pos.(*tycoon.State)
	blocks, err := engine.Show(View{}, s, 0, "map", "", true)
	expect.NoError(t, err)
	said := map[string]string{} // by the keys of headings
	for _, b := range blocks {
		expect.Same(t, b.Head.Key, b.Drawing, nil)
		for _, m := range b.Lines {
			said[b.Head.Key] += fmt.Sprintf("%+v\n", m)
		}
	}
	for i := range s.Cities {
		c := &s.Book().Cities[i]
		expect.Has(t, c.Name, said[key.HeadMap], s.Book().HexName(c.Spot))
	}
	expect.Has(t, "the map", said[key.HeadMap], "J26", "I27")
	for i := range s.Book().Hexes {
		h := &s.Book().Hexes[i]
		if name := h.At.String(); (h.Terrain == tycoon.Hill || h.Terrain == tycoon.West) && !strings.Contains(said[key.HeadSpokenGround], name) {
			t.Errorf("%s, %s, is not told", name, h.Terrain)
		}
	}
	for _, arg := range []string{"north", "Chicago", "O13"} {
		blocks, err := engine.Show(View{}, s, 0, "map", arg, true)
		if err != nil || len(blocks) == 0 || len(blocks[0].Drawing) > 0 {
			t.Errorf("map %s: %v, %v", arg, blocks, err)
		}
	}
}
