package picture_test

import (
	"fmt"
	"math"
	"testing"

	"railpost/engine/board"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/show/picture"
)

// flat is a small board whose hexes lie on a side: one in the middle, and its six neighbours in
// the order of its sides.
func flat() *board.Board {
	middle := board.Point{X: 2, Y: 2}
	steps := [board.Edges]board.Point{{X: 0, Y: 2}, {X: -1, Y: 1}, {X: -1, Y: -1}, {X: 0, Y: -2}, {X: 1, Y: -1}, {X: 1, Y: 1}}
	m := &board.Map{Flat: true, Hexes: []board.Hex{{
		Name: "C3", At: middle, Barred: 1 << 2,
		Tile: board.Tile{Number: "8", Colour: "yellow", Label: "B", Tracks: []board.Track{{A: 0, B: 3}, {A: 1, B: board.StopEnd(0)}},
			Stops: []board.Stop{{Kind: board.City, Value: 30, Slots: []board.Slot{{Owner: 0, Kept: board.NoOwner}, {Owner: board.NoOwner, Kept: 0}}}}},
	}}}
	for e, name := range []string{"C5", "B4", "B2", "C1", "D2", "D4"} {
		h := board.Hex{Name: name, At: board.Point{X: middle.X + steps[e].X, Y: middle.Y + steps[e].Y}, Terrain: []board.Terrain{"hill"}, Cost: 10 * (e + 1)}
		m.Hexes = append(m.Hexes, h)
	}
	m.Runs = []board.Run{{Owner: 0, Lines: []board.Line{{Name: "2", Pieces: []board.Piece{{Hex: "C3", Track: board.Track{A: 0, B: 3}}}}}}}
	m.Marks = []board.Mark{{Hex: "D4", Text: "1"}}
	return &board.Board{Owners: []board.Owner{{Mark: "AB", Seat: board.NoOwner}}, Map: m}
}

// TestFlat: hexes that lie on a side touch their neighbours along the sides as they are
// numbered, from the lower one clockwise, and say all that those on a corner do.
func TestFlat(t *testing.T) {
	b := flat()
	w, h, areas := picture.Areas(b, picture.Options{})
	expect.Must(t, "hexes are drawn", len(areas), 7)
	middle := areas[0].Points
	for e := range board.Edges {
		shared := 0
		for _, p := range areas[1+e].Points {
			if p[0] < 0 || p[1] < 0 || p[0] > w || p[1] > h {
				t.Errorf("%s reaches out of the picture: %v", areas[1+e].Name, p)
			}
			for _, q := range [][2]float64{middle[e], middle[(e+1)%board.Edges]} {
				if math.Hypot(p[0]-q[0], p[1]-q[1]) < 0.01 {
					shared++
				}
			}
		}
		expect.Same(t, fmt.Sprintf("side %d and %s have", e, areas[1+e].Name), shared, 2)
	}
	if low := areas[1].Points[0][1]; low <= middle[0][1] {
		t.Errorf("side 0 is not the lower one: C5 is at %v, C3 at %v", low, middle[0][1])
	}
	want := map[string]int{}
	wantedOnMap(b, want)
	has := texts(drawn(t, picture.SVG, b, picture.Options{}))
	for text, n := range want {
		expect.True(t, has[text] >= n, "%q is drawn %d times, want %d", text, has[text], n)
	}
	show(t, "flat.png", drawn(t, picture.PNG, b, picture.Options{Width: 400}))
}
