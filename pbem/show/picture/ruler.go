package picture

import (
	"image"
	"maps"
	"slices"
	"strconv"
	"strings"

	"railpost/engine/board"
)

// ruled reports whether the names of hexes are too small for an image.
func (g *grid) ruled() bool { return g.unit*nameOfHex < readable }

// rulers write the letters of the rows at both sides, and the numbers of the columns that have room above and
// below: legible on a phone, where the names in the hexes are not.
func (s *sketch) rulers(p *pen) {
	g := s.grid
	low, high := g.centre(g.hexes[0].At), g.centre(g.hexes[0].At)
	rows, columns := map[int]string{}, map[int]string{}
	size, every := s.ruler(), 2
	if 2*size > g.unit { // two numbers are a hex apart
		every = 5
	}
	for _, h := range g.hexes {
		c := g.centre(h.At)
		low, high = vec{min(low.x, c.x), min(low.y, c.y)}, vec{max(high.x, c.x), max(high.y, c.y)}
		row := strings.TrimRight(h.Name, "0123456789")
		rows[h.At.Y] = row
		if n, err := strconv.Atoi(h.Name[len(row):]); err == nil && n%every == 0 {
			columns[h.At.X] = h.Name[len(row):]
		}
	}
	for _, y := range slices.Sorted(maps.Keys(rows)) {
		name := rows[y]
		at := g.centre(board.Point{Y: y}).y
		p.text(vec{margin / 2, at}, size, 0, true, small, name)
		p.text(vec{s.w - margin/2, at}, size, 1, true, small, name)
	}
	for _, x := range slices.Sorted(maps.Keys(columns)) {
		name := columns[x]
		at := g.centre(board.Point{X: x}).x
		p.text(vec{at, low.y - g.unit*0.58 - size/2}, size, 0.5, false, small, name)
		p.text(vec{at, high.y + g.unit*0.58 + size/2}, size, 0.5, false, small, name)
	}
}

// ruler is the size of the text of rulers, in pixels; rulerRoom their room, of that.
func (s *sketch) ruler() float64 { return min(s.w*0.024, s.grid.unit*0.8) }

const rulerRoom = 1.1

// rulerRects is the areas of the rulers: left, right, above and below.
func (s *sketch) rulerRects() []image.Rectangle {
	room, w, h := int(margin+s.ruler()*rulerRoom), int(s.w), int(s.bottom)
	return []image.Rectangle{image.Rect(0, 0, room, h), image.Rect(w-room, 0, w, h), image.Rect(0, 0, w, room), image.Rect(0, h-room-margin, w, h)}
}
