package picture

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"railpost/engine/board"
)

// ground draws hexes as they are before anything is laid.
func (g *grid) ground(p *pen) {
	wash := fillOf(g.m.Wash)
	for _, h := range g.hexes {
		c, fill := g.centre(h.At), wash
		if h.Ground != "" {
			fill = fillOf(h.Ground)
		}
		o := polygon(g.outline(c, 1)...)
		p.fill(o, fill)
		p.edge(o, border, g.unit*0.015)
	}
	for _, h := range g.hexes {
		c := g.centre(h.At)
		g.lake(p, c, h.Water)
		g.river(p, c, h.River)
		g.terrain(p, h, g.terrainAt(h))
		g.name(p, h)
		for e := range board.Edges {
			if h.Ridges&(1<<e) != 0 {
				a, b := g.sideLine(c, e)
				p.stroke(from(a).line(b), rock, g.unit*0.12)
			}
			if h.Barred&(1<<e) != 0 {
				g.wall(p, c, e)
			}
		}
	}
}

// river leads from the middle of a hex to some sides.
func (g *grid) river(p *pen, c vec, sides uint8) {
	for e := range board.Edges {
		if sides&(1<<e) != 0 {
			p.stroke(from(c).line(c.add(g.middle(e).times(g.unit))), wave, g.unit*0.09)
		}
	}
}

// nameOfHex is the size of the name of a hex, in units.
const nameOfHex = 0.13

// name is the name of a hex, small at its top; if the hex lies on a side, in a corner that no track crosses.
func (g *grid) name(p *pen, h *board.Hex) {
	at := vec{0, -0.45}
	if g.m.Flat {
		at = polar(g.side(2)+30, 0.43)
	}
	p.text(g.centre(h.At).add(at.times(g.unit)), g.unit*nameOfHex, 0.5, false, small, h.Name)
}

// place is the name of the place on a hex, where its stops and values leave most room; two long names are on
// two lines. On a tile it has a plate, since track runs below it.
func (g *grid) place(p *pen, h *board.Hex, stops, corners []vec, plate bool) {
	if h.Place == "" || h.Town != nil {
		return
	}
	lines := []string{h.Place}
	if one, two, ok := strings.Cut(h.Place, " & "); ok && fitted(h.Place, nameSize, nameRoom, true) < nameLeast {
		lines = []string{one + " &", two}
	}
	more := lineHigh * float64(len(lines)-1) // below the first line
	y, room := 0.0, -1.0
	for _, middle := range []float64{0.28, -0.28, 0} {
		if n := clear(slices.Concat(stops, corners), middle); n > room+0.02 {
			y, room = middle-more/2, n
		}
	}
	for i, line := range lines {
		left, right := -nameRoom/2+0.09*float64(i), nameRoom/2-0.09*float64(i)
		for _, v := range corners { // a value next to the line
			switch {
			case math.Abs(v.y-y) > 0.13:
			case v.x < 0:
				left = max(left, v.x+0.11)
			default:
				right = min(right, v.x-0.11)
			}
		}
		size := fitted(line, nameSize, right-left, true) * g.unit
		at := g.centre(h.At).add(vec{(left + right) / 2, y + lineHigh*float64(i)}.times(g.unit))
		if plate {
			c := fillOf(h.Tile.Colour)
			c.A = plateOpaque
			p.fill(box(at, heavy.width(line)*size+g.unit*0.04, size*0.98, size*0.2), premultiplied(c))
		}
		p.text(at, size, 0.5, true, ink, line)
	}
}

// Size of a name, room for it, and the size below which two names are on two lines, in units.
const (
	nameSize  = 0.13
	nameRoom  = 0.86
	nameLeast = 0.1
)

// plateOpaque is the opacity of a plate, of 255: the track below it can be seen.
const plateOpaque = 0xD8

// lineHigh is the distance of two lines of a name.
const lineHigh = 0.115

// clear is the distance of text at a height from other things: things beside its middle count less.
func clear(others []vec, y float64) float64 {
	n := 0.26 // more is not better
	for _, o := range others {
		n = min(n, vec{o.x * 0.5, o.y - y}.length())
	}
	return n
}

// terrainAt is the place of the terrain of a hex, in units from its centre.
func (g *grid) terrainAt(h *board.Hex) vec {
	if len(h.Tile.Stops) > 0 || h.Town != nil || len(h.For) > 0 {
		return vec{0, -0.265}
	}
	return vec{}
}

// terrain is the signs of a hex and the cost of its first tile: small, if the middle is needed for something else.
func (g *grid) terrain(p *pen, h *board.Hex, stand vec) {
	if len(h.Terrain) == 0 && h.Cost == 0 {
		return
	}
	at, size := g.centre(h.At).add(stand.times(g.unit)), g.unit
	if stand != (vec{}) {
		size *= 0.72
	}
	width := 0.2 * float64(len(h.Terrain))
	cost := ""
	if h.Cost > 0 {
		cost = strconv.Itoa(h.Cost)
		width += heavy.width(cost) * 0.19
	}
	x := -width / 2
	for _, t := range h.Terrain {
		sign(p, t, at.add(vec{x + 0.09, 0}.times(size)), size*0.18)
		x += 0.2
	}
	p.text(at.add(vec{x, 0}.times(size)), size*0.19, 0, true, ink, cost)
}

// sign is the sign of a terrain, as wide as size.
func sign(p *pen, t board.Terrain, c vec, size float64) {
	at := func(x, y float64) vec { return c.add(vec{x, y}.times(size)) }
	switch t {
	case "mountain":
		p.fill(polygon(at(-0.5, 0.4), at(-0.05, -0.5), at(0.4, 0.4)), rock)
		p.fill(polygon(at(-0.05, -0.5), at(0.1, -0.2), at(-0.05, -0.25), at(-0.2, -0.2)), white)
	case "hill":
		p.fill(from(at(-0.5, 0.35)).curve(at(-0.35, -0.45), at(0.35, -0.45), at(0.5, 0.35)), rock)
	default: // river, water
		for _, y := range []float64{-0.2, 0.2} {
			p.stroke(from(at(-0.5, y)).curve(at(-0.25, y-0.4), at(-0.25, y+0.3), at(0, y)).curve(at(0.25, y-0.4), at(0.25, y+0.3), at(0.5, y)), wave, size*0.16)
		}
	}
}

// lake is drawn across a hex, between groups of sides.
func (g *grid) lake(p *pen, c vec, sides []uint8) {
	if len(sides) == 0 {
		return
	}
	o := g.outline(c, 1)
	var shores []vec
	for e := range board.Edges {
		for _, group := range sides {
			if group&(1<<e) != 0 && group&(1<<((e+board.Edges-1)%board.Edges)) == 0 {
				shores = append(shores, o[e])
			}
		}
	}
	if len(shores) != 2 {
		return
	}
	along := shores[1].sub(shores[0])
	across := vec{-along.y, along.x}.times(0.14)
	a, b := shores[0].mix(shores[1], 0.08), shores[1].mix(shores[0], 0.08)
	p.fill(from(a).curve(a.add(across), b.add(across), b).curve(b.sub(across), a.sub(across), a), fills["lake"])
}

// wall is a side that nothing may cross.
func (g *grid) wall(p *pen, c vec, edge int) {
	a, b := g.sideLine(c, edge)
	p.stroke(from(a).line(b), white, g.unit*0.13)
	p.stroke(from(a).line(b), wall, g.unit*0.09)
}
