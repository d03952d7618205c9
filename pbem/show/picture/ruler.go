package picture

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"railpost/engine/board"
)

// ruled reports whether the names of hexes are too small for an image.
func (g *grid) ruled() bool { return g.unit*nameOfHex < readable }

// ruler is one side of a whole map: the letters of its rows, or the numbers of the columns that have room. They
// are legible on a phone, where the names in the hexes are not.
type ruler struct {
	at, room vec // its upper left corner, and its size
	size     float64
	texts    map[vec]string // by their middle
}

// rulers are those at the left, at the right, above and below.
func (s *sketch) rulers() (list [4]ruler) {
	g, size, every, wide := s.grid, s.ruler(), 2, s.frame()
	if 2*size > g.unit { // two numbers are a hex apart
		every = 5
	}
	low := math.Floor(s.bottom - wide)
	for i, at := range []vec{{0, wide}, {s.w - wide, wide}, {}, {0, low}} {
		list[i] = ruler{at, vec{s.w, wide}, size, map[vec]string{}}
		if i < 2 {
			list[i].room = vec{wide, low - wide}
		}
	}
	for _, h := range g.hexes {
		row := strings.TrimRight(h.Name, "0123456789")
		y := g.centre(board.Point{Y: h.At.Y}).y
		list[0].texts[vec{wide / 2, y}], list[1].texts[vec{s.w - wide/2, y}] = row, row
		if n, err := strconv.Atoi(h.Name[len(row):]); err == nil && n%every == 0 {
			x, name := g.centre(board.Point{X: h.At.X}).x, h.Name[len(row):]
			list[2].texts[vec{x, wide / 2}], list[3].texts[vec{x, low + wide/2}] = name, name
		}
	}
	return list
}

func (r *ruler) draw(p *pen) {
	order := func(a, b vec) int { return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x)) }
	for _, at := range slices.SortedFunc(maps.Keys(r.texts), order) {
		p.text(at, r.size, 0.5, r.room.x < r.room.y, small, r.texts[at])
	}
}

// ruler is the size of the text of rulers, in pixels.
func (s *sketch) ruler() float64 { return min(s.w*0.024, s.grid.unit*0.8) }

// frame is the room around the map, in pixels.
func (s *sketch) frame() float64 {
	if !s.whole {
		return margin
	}
	return margin + math.Ceil(s.ruler()*1.1)
}
