// Package draw draws a board of hexes that stand on a corner as plain text
// of fixed width: a name, two lines of text and the track towards each side.
// The number of a tile and the name of a place stand where they fit.
//
// A hex is a brick of 10 columns and 4 lines; each row of hexes is moved by
// half a brick against the one above, so that the strokes of neighbours meet:
//
//	  \F17 /        exits NW and NE, the name between them
//	-- 20  --       exits W and E, the first text
//	 4 SI t57       the second text, the place, the tile
//	   /  \         exits SW and SE
//
// Where not all exits of a hex are joined, each carries marks: two exits with a
// mark in common are joined.
package draw

import (
	"slices"
	"strings"

	"railpost/engine/rail/hex"
)

// Size of a hex in characters.
const (
	width  = 10
	height = 4
	half   = width / 2
)

// Side is the track or barrier at a side of a hex.
type Side struct {
	Track  bool
	Barred bool   // no track may ever lead there; drawn as #
	Mark   string // up to two characters beside the stroke; "" for none
}

// Cell is a hex. Text that is too long for its place is cut.
type Cell struct {
	At     hex.Coord
	Name   string // 4 characters
	Middle string // 10 characters, between the exits W and E, which need 1 or 2 each
	Lower  string // 10 characters; 9 leave a gap to the neighbours
	Place  string // after Lower, if there is room
	Tile   string // after these or after Middle, if there is room
	Sides  [hex.Edges]Side
}

// Draw draws the cells in at most a number of columns, but at least 20. A wider board
// becomes several strips from west to east, which overlap where there is room. Beyond its
// seams a strip names the hexes that it meets, with their track towards it.
func Draw(cells []Cell, columns int) [][]string {
	if len(cells) == 0 {
		return nil
	}
	var strips [][]string
	fits := max(columns, 2*width)/half - 1 // a hex of the strip may begin in so many half-columns
	for _, first := range starts(cells, fits) {
		var part, west, east []Cell
		for _, c := range cells {
			switch {
			case first <= c.At.X && c.At.X < first+fits:
				part = append(part, c)
			case c.At.X == first-1:
				west = append(west, c)
			case c.At.X == first+fits:
				east = append(east, c)
			}
		}
		if len(part) > 0 {
			strips = append(strips, strip(part, west, east, max(columns, 2*width)))
		}
	}
	return strips
}

// starts returns the first half-columns of the strips.
func starts(cells []Cell, fits int) []int {
	west, east := cells[0].At.X, cells[0].At.X
	for _, c := range cells {
		west, east = min(west, c.At.X), max(east, c.At.X)
	}
	spread := east - west + 1
	if spread <= fits {
		return []int{west}
	}
	count := (spread + fits - 1) / fits
	var list []int
	for i := range count {
		list = append(list, west+i*(spread-fits)/(count-1))
	}
	return list
}

// strip draws cells that fit next to each other, and the visible parts of the cells beyond its edges.
func strip(cells, beyondWest, beyondEast []Cell, columns int) []string {
	x, y := cells[0].At.X, cells[0].At.Y
	east, south := x, y
	for _, c := range slices.Concat(cells, beyondWest, beyondEast) {
		y, south = min(y, c.At.Y), max(south, c.At.Y)
	}
	for _, c := range cells {
		x, east = min(x, c.At.X), max(east, c.At.X)
	}
	margin := 0 // for the first letter of a name beyond the western edge
	if len(beyondWest) > 0 {
		margin = 1
	}
	if len(beyondEast) == 0 {
		columns = min(columns, margin+(east-x)*half+width)
	}
	p := make(page, (south-y+1)*height)
	for i := range p {
		p[i] = []rune(strings.Repeat(" ", columns))
	}
	for _, c := range cells {
		p.cell(c, (c.At.Y-y)*height, margin+(c.At.X-x)*half)
	}
	for _, c := range beyondWest {
		seam := Cell{Sides: c.Sides}
		seam.Sides[0], seam.Sides[1], seam.Sides[2] = Side{}, Side{}, Side{}
		line, column := (c.At.Y-y)*height, margin+(c.At.X-x)*half
		p.cell(seam, line, column)
		p.put(line, column+topWest+2, cut(c.Name, topEast-topWest-2))
	}
	for _, c := range beyondEast {
		seam := Cell{Name: c.Name, Sides: c.Sides}
		seam.Sides[3], seam.Sides[4], seam.Sides[5] = Side{}, Side{}, Side{}
		p.cell(seam, (c.At.Y-y)*height, margin+(c.At.X-x)*half)
	}
	return p.lines()
}

// page is the drawing by lines and columns.
type page [][]rune

// put writes s from a place on, up to the end of the page; a hex never writes outside its brick.
func (p page) put(line, column int, s string) {
	for i, r := range []rune(s) {
		if at := column + i; 0 <= at && at < len(p[line]) {
			p[line][at] = r
		}
	}
}

func (p page) lines() []string {
	var list []string
	for _, l := range p {
		if line := strings.TrimRight(string(l), " "); line != "" { // no track crosses an empty line
			list = append(list, line)
		}
	}
	return list
}

// Columns of the slanted strokes in a brick, chosen so that they meet those of the rows above and below.
const (
	topWest, topEast       = 2, 7
	bottomWest, bottomEast = 3, 6
)

func (p page) cell(c Cell, line, column int) {
	c.fill()
	name := cut(c.Name, topEast-topWest-1)
	p.put(line, column+(width-length(name))/2, name)
	lower := cut(c.Lower, width)
	p.put(line+2, column+(width-length(lower))/2, lower)
	p.slant(c.Sides[2], line, column, topWest, `\`, true)
	p.slant(c.Sides[3], line, column, topEast, `/`, false)
	p.slant(c.Sides[0], line+height-1, column, bottomWest, `/`, true)
	p.slant(c.Sides[5], line+height-1, column, bottomEast, `\`, false)
	p.middle(c, line+1, column)
}

// fill adds the place and the tile to the texts that have room for them.
func (c *Cell) fill() {
	with := func(text, more string) string { return strings.TrimSpace(text + " " + more) }
	if lower := with(c.Lower, c.Place); length(lower) < width {
		c.Lower = lower
	}
	lower, middle := with(c.Lower, c.Tile), with(c.Middle, c.Tile)
	switch {
	case length(lower) < width:
		c.Lower = lower
	case length(middle) <= width-least(c.Sides[1])-least(c.Sides[4]):
		c.Middle = middle
	}
}

// slant draws an exit to a row above or below, its mark on the outer side.
func (p page) slant(s Side, line, column, at int, stroke string, west bool) {
	switch {
	case s.Barred:
		p.put(line, column+at, "#")
	case s.Track && west:
		mark := cut(s.Mark, min(2, at))
		p.put(line, column+at-length(mark), mark+stroke)
	case s.Track:
		p.put(line, column+at, stroke+cut(s.Mark, min(2, width-at-1)))
	}
}

// middle draws the exits W and E and the text between them. If there is little room, strokes are short and
// marks have none.
func (p page) middle(c Cell, line, column int) {
	west, east := c.Sides[1], c.Sides[4]
	text := cut(c.Middle, width-least(west)-least(east))
	start := min(max((width-length(text)+1)/2, least(west)), width-least(east)-length(text))
	room := start
	if text != "" {
		room-- // a blank before the text
	}
	p.put(line, column+start, text)
	p.put(line, column, exit(west, room, true))
	room = width - start - length(text)
	if text != "" {
		room--
	}
	stroke := exit(east, room, false)
	p.put(line, column+width-length(stroke), stroke)
}

// least returns the room that an exit needs.
func least(s Side) int {
	switch {
	case s.Barred:
		return 1
	case s.Track:
		return max(1, min(2, length(s.Mark)))
	}
	return 0
}

// exit returns the stroke of an exit W or E with its mark on the inner side.
func exit(s Side, room int, west bool) string {
	mark := cut(s.Mark, 2)
	switch {
	case s.Barred:
		return "#"
	case !s.Track:
		return ""
	case mark == "" && room < 2:
		return "-"
	case mark == "":
		return "--"
	case room <= length(mark):
		return mark
	case west:
		return "-" + mark
	}
	return mark + "-"
}

func length(s string) int { return len([]rune(s)) }

// cut shortens s to n characters.
func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n])
	}
	return s
}
