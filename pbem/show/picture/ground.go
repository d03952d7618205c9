package picture

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"railpost/engine/board"
)

// ground draws hexes as they are before anything is laid: all of a colour at once.
func (g *grid) ground(p *pen) {
	var all shape
	for _, name := range slices.Sorted(maps.Keys(fills)) {
		var part shape
		for _, h := range g.hexes {
			if groundOf(h) == fills[name] {
				part = append(part, polygon(g.outline(g.centre(h.At), 1)...)...)
			}
		}
		if part != nil {
			p.fill(part, fills[name])
			all = append(all, part...)
		}
	}
	p.edge(all, border, g.unit*0.015)
	for _, h := range g.hexes {
		c := g.centre(h.At)
		g.lake(p, c, h.Water)
		g.river(p, c, h.River)
		for e := range board.Edges {
			if h.Ridges&(1<<e) != 0 {
				a, b := g.sideLine(c, e)
				p.stroke(from(a).line(b), ridge, g.unit*0.12)
			}
			if h.Barred&(1<<e) != 0 {
				g.wall(p, c, e)
			}
		}
	}
}

// groundOf is the colour of a hex before anything is laid.
func groundOf(h *board.Hex) paint { return fillOf(h.Ground) }

// fill is the colour of a hex as it is now, and whether a tile or a sign covers its ground.
func (g *grid) fill(h *board.Hex) (c paint, covered bool) {
	switch colour := h.Tile.Colour; {
	case len(h.For) > 0 && h.Tile.Number == "":
		return fills["pink"], true
	case colour == "" || colour == "white" && h.Tile.Number == "":
		return groundOf(h), false
	default:
		return fillOf(colour), true
	}
}

// river leads from some sides to each other: the first bend through the middle, the others into it. A river that
// begins or ends in the hex has a spring.
func (g *grid) river(p *pen, c vec, sides uint8) {
	var list []int
	for e := range board.Edges {
		if sides&(1<<e) != 0 {
			list = append(list, e)
		}
	}
	if len(list) == 0 {
		return
	}
	put := func(v vec) vec { return c.add(v.times(g.unit)) }
	a, b := mainStream(list)
	m, n := middle(a), middle(b)
	mid := g.bow(a, b)
	if mid == (vec{}) && a != b {
		mid = vec{-m.y, m.x}.times(0.22)
	}
	along := n.sub(m).times(0.2)
	if a == b {
		along = m.times(-0.4)
		p.fill(circle(put(mid), g.unit*0.07), wave)
	}
	way := from(put(m)).curve(put(m.times(0.6)), put(mid.sub(along)), put(mid))
	if a != b {
		way = way.curve(put(mid.add(along)), put(n.times(0.6)), put(n))
	}
	for _, e := range list {
		if e != a && e != b {
			m := middle(e)
			way = append(way, from(put(m)).curve(put(m.times(0.5)), put(mid.mix(m, 0.3).sub(along.times(0.5))), put(mid))...)
		}
	}
	p.stroke(way, wave, g.unit*0.1)
}

// mainStream is the pair of sides that are most opposite.
func mainStream(sides []int) (a, b int) {
	a, b, most := sides[0], sides[0], 0
	for _, x := range sides {
		for _, y := range sides {
			if n := min(y-x, board.Edges-y+x); n > most {
				a, b, most = x, y, n
			}
		}
	}
	return a, b
}

// Sizes of the name of a hex and of the number of a tile, in units: both fit between the sides of a corner.
const (
	nameOfHex    = 0.15
	numberOfTile = 0.135
)

// nameAt and numberAt are the places of the name of a hex, in a corner that no track crosses, and of the number
// of its tile in the one across.
var (
	nameAt     = vec{0, -0.435}
	numberAt   = nameAt.times(-1.01)
	nameSpot   = spot{at: nameAt, half: vec{0.16, 0.06}}
	numberSpot = spot{at: numberAt, half: vec{0.17, 0.055}}
)

// place is the name of the place on a hex, where it gets largest; a long one is on two lines. On a tile it has a
// plate, since track runs below it.
func (g *grid) place(p *pen, h *board.Hex, taken spots) {
	if h.Place == "" || h.Town != nil {
		return
	}
	lines, at, size := g.fit(h.Place, taken)
	fill, _ := g.fill(h)
	for i, v := range at {
		at, line := g.centre(h.At).add(v.times(g.unit)), lines[i]
		if len(h.Tile.Tracks) > 0 {
			p.fill(box(at, (heavy.width(line)*size+0.03)*g.unit, size*0.95*g.unit, size*0.2*g.unit), fill)
		}
		p.text(at, size*g.unit, 0.5, true, on(fill), line)
	}
}

// splits are the ways to write a name on one or two lines.
func splits(name string) [][]string {
	list := [][]string{{name}}
	for i, r := range name {
		if r == ' ' && !strings.HasPrefix(name[i:], " &") {
			list = append(list, []string{name[:i], name[i+1:]})
		}
	}
	return list
}

// fit finds the largest size at which a name has room on one or two lines, and where: below the middle of the hex
// if it can. Without room its words are shortened.
func (g *grid) fit(name string, taken spots) (lines []string, at []vec, size float64) {
	for letters, size := len(name), nameSize; ; size *= 0.93 {
		if size < nameLeast {
			letters, size = min(letters, 13)-1, nameLeast
		}
		for _, y := range []float64{0.28, 0.31, 0.335, 0.25, 0.22, -0.29, -0.33, -0.25, 0.16, -0.2, 0.08, -0.1, 0} {
			for _, lines := range splits(shortened(name, letters)) {
				if at := g.rows(lines, y, size, taken); at != nil || letters < 3 {
					return lines, at, size
				}
			}
		}
	}
}

// shortened is a name whose longer words end after some letters.
func shortened(name string, letters int) string {
	words := strings.Fields(name)
	for i, w := range words {
		if r := []rune(w); len(r) > letters+1 {
			words[i] = string(r[:letters]) + "."
		}
	}
	return strings.Join(words, " ")
}

// rows returns the middles of lines of text around a height, as near to the middle of the hex as what is taken lets
// them be; nil if they do not fit.
func (g *grid) rows(lines []string, y, size float64, taken spots) (list []vec) {
	for i, line := range lines {
		y := y + size*0.92*(float64(i)-float64(len(lines)-1)/2)
		half := heavy.width(line) * size / 2
		left, right := taken.gap(y-size*0.4, y+size*0.42, halfAt(math.Abs(y)+size*0.42)-0.015)
		if right-left < 2*half {
			return nil
		}
		list = append(list, vec{min(max(0, left+half), right-half), y})
	}
	return list
}

// halfAt is half the width of a hex at a distance above or below its middle, in units.
func halfAt(y float64) float64 { return min(0.5, 1-y*root3) }

// Sizes of a name, in units.
const (
	nameSize  = 0.14
	nameLeast = 0.07
)

// terrain is the signs of a hex and the cost of its first tile. It returns the room it takes.
func (g *grid) terrain(p *pen, h *board.Hex, stand vec, size float64) (spot, bool) {
	if len(h.Terrain) == 0 && h.Cost == 0 {
		return spot{}, false
	}
	at, unit := g.centre(h.At).add(stand.times(g.unit)), g.unit*size
	width := 0.2 * float64(len(h.Terrain))
	cost := ""
	if h.Cost > 0 {
		cost = strconv.Itoa(h.Cost)
		width += heavy.width(cost) * 0.19
	}
	x := -width / 2
	for _, t := range h.Terrain {
		sign(p, t, at.add(vec{x + 0.09, 0}.times(unit)), unit*0.18)
		x += 0.2
	}
	fill, _ := g.fill(h)
	p.text(at.add(vec{x, 0}.times(unit)), unit*0.19, 0, true, on(fill), cost)
	return spot{at: stand, half: vec{width / 2, 0.1}.times(size)}, true
}

// sign is the sign of a terrain, as wide as size.
func sign(p *pen, t board.Terrain, c vec, size float64) {
	at := func(x, y float64) vec { return c.add(vec{x, y}.times(size)) }
	switch t {
	case "mountain":
		p.fill(polygon(at(-0.5, 0.4), at(-0.05, -0.5), at(0.4, 0.4)), ridge)
		p.fill(polygon(at(-0.05, -0.5), at(0.1, -0.2), at(-0.05, -0.25), at(-0.2, -0.2)), white)
	case "hill":
		p.fill(from(at(-0.5, 0.35)).curve(at(-0.35, -0.45), at(0.35, -0.45), at(0.5, 0.35)), ridge)
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
