package picture

import (
	"image"
	"maps"
	"slices"
	"strings"

	"railpost/engine/board"
)

// ruled reports whether the names of hexes are too small for an image: then their rows and columns are named
// around the map.
func (g *grid) ruled() bool { return g.unit*nameOfHex < readable }

// rulerSize is the room for a ruler on each side of the map, rulerText the size of its text.
const (
	rulerSize = 16
	rulerText = 8
)

// rulers write the letters of the rows at both sides, and every fifth number of the columns
// above and below.
func (s *sketch) rulers(p *pen) {
	g := s.grid
	low, high := g.centre(g.hexes[0].At), g.centre(g.hexes[0].At)
	rows, columns := map[int]string{}, map[int]string{}
	for _, h := range g.hexes {
		c := g.centre(h.At)
		low, high = vec{min(low.x, c.x), min(low.y, c.y)}, vec{max(high.x, c.x), max(high.y, c.y)}
		row := strings.TrimRight(h.Name, "0123456789")
		rows[h.At.Y] = row
		if strings.HasSuffix(h.Name, "0") || strings.HasSuffix(h.Name, "5") {
			columns[h.At.X] = h.Name[len(row):]
		}
	}
	for _, y := range slices.Sorted(maps.Keys(rows)) {
		name := rows[y]
		at := g.centre(board.Point{Y: y}).y
		p.text(vec{margin / 2, at}, rulerText, 0, true, small, name)
		p.text(vec{s.w - margin/2, at}, rulerText, 1, true, small, name)
	}
	for _, x := range slices.Sorted(maps.Keys(columns)) {
		name := columns[x]
		at := g.centre(board.Point{X: x}).x
		p.text(vec{at, low.y - g.unit*0.6 - rulerSize/2}, rulerText, 0.5, false, small, name)
		p.text(vec{at, high.y + g.unit*0.6 + rulerSize/2}, rulerText, 0.5, false, small, name)
	}
}

// rulerRoom is the areas of the rulers: left, right, above and below.
func (s *sketch) rulerRoom() []image.Rectangle {
	const room = margin + rulerSize
	w, h := int(s.w), int(s.bottom)
	return []image.Rectangle{image.Rect(0, 0, room, h), image.Rect(w-room, 0, w, h), image.Rect(0, 0, w, room), image.Rect(0, h-room-margin, w, h)}
}
