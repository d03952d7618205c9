package picture

import (
	"math"
	"strings"

	"railpost/engine/board"
)

// townName is the least size of the name of a town, in pixels: players look for it first.
const townName = 9

// town is a city that fills its hex: in its colour, with its letter and its goods.
func (g *grid) town(p *pen, h *board.Hex) {
	if h.Town == nil {
		return
	}
	c := g.centre(h.At)
	o := polygon(g.outline(c, 0.93)...)
	fill := fillOf(h.Town.Colour)
	p.fill(o, fill)
	p.edge(o, ink, g.unit*0.05)
	text := on(fill)
	p.text(c.add(vec{0, -0.31}.times(g.unit)), g.unit*0.23, 0.5, true, text, h.Town.Letter)
	if h.Town.Empty {
		p.edge(circle(c.add(vec{0, 0.06}.times(g.unit)), g.unit*0.17), text, g.unit*0.06)
	}
	g.goods(p, c, h.Town.Goods, text)
}

// goods are cubes in rows below the letter of their town, each in its colour with its letter; many are smaller.
func (g *grid) goods(p *pen, c vec, goods []board.Good, rim paint) {
	size, each := 0.28, 3
	if len(goods) > 5 {
		size, each = 0.21, 4
	}
	for i, good := range goods {
		row, column := i/each, i%each
		in := min(each, len(goods)-row*each)
		at := c.add(vec{(float64(column) - float64(in-1)/2) * size, -0.03 + float64(row)*size}.times(g.unit))
		cube := cubes[good.Colour]
		p.fill(box(at, g.unit*size*0.94, g.unit*size*0.94, 0), rim)
		p.fill(box(at, g.unit*size*0.82, g.unit*size*0.82, 0), cube)
		p.text(at, g.unit*size*0.92, 0.5, true, on(cube), strings.ToUpper(good.Letter))
	}
}

// plate is a line of the name of a town.
type plate struct {
	at         vec // its middle
	wide, high float64
	text       string
}

// plates stand below the hexes of the towns, over all else; above or beside them where they would cover something.
func (s *sketch) plates() (list []plate) {
	g := s.grid
	taken := spots{{half: vec{s.w, s.frame()}}}
	for _, h := range g.hexes {
		if h.Town != nil {
			taken = append(taken, disc(g.centre(h.At), g.unit*0.4))
		}
	}
	tokens, _ := s.linkTokens()
	taken = append(taken, tokens...)
	for _, h := range g.hexes {
		if h.Town == nil {
			continue
		}
		size := max(townName, g.unit*0.16)
		lines := strings.Split(h.Place, " & ")
		below, above := g.unit*0.5+size*0.3, -g.unit*0.5-size*(float64(len(lines))-0.7)
		beside := g.unit*0.5 + heavy.width(lines[0])*size/2
		var first []plate
		for i, at := range []vec{{0, below}, {0, above}, {beside, 0}, {-beside, 0}} {
			if other := s.lines(lines, g.centre(h.At).add(at), size); i == 0 || taken.hits(other) < taken.hits(first) {
				first = other
			}
		}
		for _, n := range first {
			taken = append(taken, spot{at: n.at, half: vec{n.wide / 2, n.high / 2}})
		}
		list = append(list, first...)
	}
	return list
}

// lines are the plates of a name whose first line is at a place, inside the picture.
func (s *sketch) lines(lines []string, at vec, size float64) (list []plate) {
	for _, line := range lines {
		w := heavy.width(line)*size + 3
		at.x = min(max(at.x, w/2+s.frame()), s.w-w/2-s.frame())
		list = append(list, plate{at, w, size, line})
		at.y += size
	}
	return list
}

// hits counts what some plates would cover.
func (s spots) hits(list []plate) (n int) {
	for _, p := range list {
		for _, t := range s {
			if math.Abs(p.at.x-t.at.x) < p.wide/2+t.half.x && math.Abs(p.at.y-t.at.y) < p.high/2+t.half.y {
				n++
			}
		}
	}
	return n
}

func (n plate) draw(p *pen) {
	p.fill(box(n.at, n.wide, n.high, n.high*0.2), paper)
	p.text(n.at, n.high, 0.5, true, ink, n.text)
}
