package view

import (
	"strconv"
	"strings"

	"railpost/engine/games/tycoon"
	"railpost/engine/rail/hex"
)

// The board is drawn as bricks of 8 columns and 2 lines, each row shifted by half a
// brick from the one above:
//
//	 N18^ -2- N20  ~
//	     ~        \1
//	   # O19     O21
//
// The name is in the middle; a city has the beginning of its own name, with its colour
// below. Between two bricks is what lies on their common side: a river, a ridge, or track
// with the number of its owner.

// Size of a hex in characters.
const (
	brick     = 8
	halfBrick = brick / 2
	columns   = 76
	// across and down are the most half-columns and rows that a drawing of a region
	// shows; aroundRows are the rows around a hex.
	across     = (columns-brick)/halfBrick + 1
	down       = 13
	aroundRows = 9
)

// Signs of the drawing; the legend explains them.
const (
	signHill  = "^"
	signRiver = "~"
	signRidge = "#"
	signShut  = "x"
	signWest  = "WEST"
)

// endArrows are the symbols of an open end, by the side it leads over.
var endArrows = [hex.Edges]string{"v", "<", "^", "^", ">", "v"}

// colourSigns are shown under the names of cities, indexed by Colour.
var colourSigns = [tycoon.Colours + 1]string{"gr", "re", "ye", "bu", "bk", "pu"}

// window is a part of the board: half-columns and rows from the first to the last.
type window struct{ west, east, north, south int }

func (w window) has(at hex.Coord) bool {
	return w.west <= at.X && at.X <= w.east && w.north <= at.Y && at.Y <= w.south
}

// around returns the window with a hex in its middle, or as near to it as the edge of
// the board allows.
func around(b *tycoon.Book, at hex.Coord) window {
	whole := bounds(b)
	first := func(at, size, least, most int) int { return max(least, min(at-size/2, most-size+1)) }
	west := first(at.X, across, whole.west, whole.east)
	north := first(at.Y, aroundRows, whole.north, whole.south)
	return window{west: west, east: min(west+across-1, whole.east), north: north, south: min(north+aroundRows-1, whole.south)}
}

// page is a drawing by lines and columns; the first line is for track that leads off the page.
type page struct {
	window
	lines [][]byte
}

// draw returns a part of the board as lines.
func draw(s *tycoon.State, w window) []string {
	p := page{window: w, lines: make([][]byte, 2*(w.south-w.north+1)+1)}
	for i := range p.lines {
		p.lines[i] = []byte(strings.Repeat(" ", (w.east-w.west)*halfBrick+brick))
	}
	for i := range s.Book().Hexes {
		h := &s.Book().Hexes[i]
		if h.Terrain == tycoon.Unusable {
			continue
		}
		if w.has(h.At) {
			p.put(h.At, 0, 1, nameInBrick(s, h))
			if h.City != tycoon.NoCity {
				p.put(h.At, 1, 3, colourSigns[s.Cities[h.City].Colour])
			}
		}
		for _, side := range []hex.Edge{0, 4, 5} { // each side is drawn by one of its two hexes
			if w.has(h.At) || w.has(h.At.Neighbour(side)) {
				p.side(h.At, side, onSide(s, tycoon.Spot(i), side))
			}
		}
	}
	return p.text()
}

// nameInBrick returns the text in the middle of a hex.
func nameInBrick(s *tycoon.State, h *tycoon.Hex) string {
	switch h.Terrain {
	case tycoon.InCity:
		name := strings.ToUpper(s.Book().Cities[h.City].Name)
		return name[:min(5, len(name))]
	case tycoon.West:
		return signWest
	case tycoon.Hill:
		return h.At.String() + signHill
	}
	return h.At.String()
}

// put writes text into a hex; parts off the page are omitted.
func (p *page) put(at hex.Coord, line, column int, text string) {
	l, c := 2*(at.Y-p.north)+1+line, (at.X-p.west)*halfBrick+column
	if l < 0 || l >= len(p.lines) {
		return
	}
	for i := range len(text) {
		if c+i >= 0 && c+i < len(p.lines[l]) && text[i] != ' ' {
			p.lines[l][c+i] = text[i]
		}
	}
}

// side draws a side of a hex: to the east, to the lower left or to the lower right.
func (p *page) side(at hex.Coord, side hex.Edge, b border) {
	ground := b.ground()
	switch {
	case b == (border{}):
	case side == 4:
		p.east(at, b, ground)
	case b.track == "":
		p.put(at, 1, map[hex.Edge]int{0: 1, 5: 6}[side], ground)
	case side == 0:
		p.put(at, 1, 0, ground)
		p.put(at, 1, 1, b.track+b.stroke("/"))
	default:
		p.put(at, 1, 5, b.stroke(`\`)+b.track+ground)
	}
}

// east draws the border between two hexes in a row; at the edge of the page there is
// room for one sign.
func (p *page) east(at hex.Coord, b border, ground string) {
	edge := (at.X-p.west)*halfBrick+brick == 0
	switch {
	case b.track == "" && edge:
		p.put(at, 0, brick, ground)
	case b.track == "":
		p.put(at, 0, brick-1, ground)
	case edge:
		p.put(at, 0, brick, b.track)
	default:
		left, right := "-", "-"
		if ground != "" {
			left, right = ground, ground
		}
		switch b.open {
		case endArrows[1]:
			left = b.open
		case endArrows[4]:
			right = b.open
		}
		p.put(at, 0, brick-2, left+b.track+right)
	}
}

// border is the content of the common side of two hexes.
type border struct {
	river, ridge, shut bool
	track              string // number of the owner
	open               string // the arrow of an open end
}

// stroke returns the sign of track, or the arrow of an open end.
func (b border) stroke(sign string) string {
	if b.open != "" {
		return b.open
	}
	return sign
}

func (b border) ground() string {
	switch {
	case b.ridge:
		return signRidge
	case b.river:
		return signRiver
	case b.shut:
		return signShut
	}
	return ""
}

// onSide looks at a side from both of its hexes.
func onSide(s *tycoon.State, at tycoon.Spot, side hex.Edge) (b border) {
	h := &s.Book().Hexes[at]
	to := h.Next[side]
	if to == tycoon.NoSpot {
		return b
	}
	n := &s.Book().Hexes[to]
	b.river = riverOn(s.Book(), at, side)
	b.ridge = h.Ridge.Has(side)
	b.shut = shut(s.Book(), h, side) && usable(n) || shut(s.Book(), n, side.Opposite()) && usable(h)
	if b.track, b.open = trackOn(s, at, side); b.track == "" {
		b.track, b.open = trackOn(s, to, side.Opposite())
	}
	return b
}

// usable reports whether track may lead into the hex.
func usable(h *tycoon.Hex) bool { return h.Track() || h.Terrain == tycoon.InCity }

// shut reports whether a city takes no track on a side.
func shut(b *tycoon.Book, h *tycoon.Hex, side hex.Edge) bool {
	return h.City != tycoon.NoCity && !b.Cities[h.City].Exits.Has(side)
}

// anyShut reports whether the board has such a side facing a hex that takes track.
func anyShut(b *tycoon.Book) bool {
	for _, c := range b.Cities {
		h := &b.Hexes[c.Spot]
		for e := range hex.Edge(hex.Edges) {
			if to := h.Next[e]; shut(b, h, e) && to != tycoon.NoSpot && usable(&b.Hexes[to]) {
				return true
			}
		}
	}
	return false
}

// riverOn reports whether a river crosses a side. Cities store no rivers; their
// neighbours do.
func riverOn(b *tycoon.Book, at tycoon.Spot, side hex.Edge) bool {
	h := &b.Hexes[at]
	to := h.Next[side]
	return h.River.Has(side) || to != tycoon.NoSpot && b.Hexes[to].River.Has(side.Opposite())
}

// trackOn returns the number of the player whose track leads over a side, seen from its
// hex, and a sign if it ends there.
func trackOn(s *tycoon.State, at tycoon.Spot, side hex.Edge) (owner, open string) {
	for _, p := range s.Pieces(at) {
		if p.A != side && p.B != side {
			continue
		}
		for i := range s.Open {
			if s.OpenAt(i) == at && s.Open[i].Way.Last() == side {
				open = endArrows[side]
			}
		}
		return strconv.Itoa(int(p.Owner) + 1), open
	}
	return "", ""
}

// text returns the page without empty lines around it.
func (p *page) text() []string {
	var list []string
	for _, l := range p.lines {
		list = append(list, strings.TrimRight(string(l), " "))
	}
	for len(list) > 0 && list[0] == "" {
		list = list[1:]
	}
	for len(list) > 0 && list[len(list)-1] == "" {
		list = list[:len(list)-1]
	}
	return list
}
