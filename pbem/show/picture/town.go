package picture

import (
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
	p.text(c.add(vec{0, -0.27}.times(g.unit)), g.unit*0.24, 0.5, true, text, h.Town.Letter)
	if h.Town.Empty {
		p.edge(circle(c.add(vec{0, 0.06}.times(g.unit)), g.unit*0.17), text, g.unit*0.06)
	}
	if g.unit*goodSize < leastSquare {
		g.letters(p, c, h.Town.Goods)
	} else {
		g.squares(p, c, h.Town.Goods)
	}
}

// Goods stand in rows below the letter of their town.
const (
	goodSize    = 0.21 // in units
	leastSquare = 12   // pixels: the letter on a smaller square cannot be read
)

func (g *grid) squares(p *pen, c vec, goods []board.Good) {
	for i, good := range goods {
		row, column := i/4, i%4
		in := min(4, len(goods)-row*4)
		at := c.add(vec{(float64(column) - float64(in-1)/2) * goodSize, -0.06 + float64(row)*goodSize}.times(g.unit))
		cube := fillOf(good.Colour)
		p.fill(box(at, g.unit*0.19, g.unit*0.19, 0), ink)
		p.fill(box(at, g.unit*0.16, g.unit*0.16, 0), cube)
		p.text(at, g.unit*0.15, 0.5, true, on(cube), good.Letter)
	}
}

// letters are goods without squares: large enough to be read on a small hex.
func (g *grid) letters(p *pen, c vec, goods []board.Good) {
	for i := 0; i < len(goods); i += 3 {
		line := ""
		for _, good := range goods[i:min(i+3, len(goods))] {
			line += strings.ToUpper(good.Letter)
		}
		at := c.add(vec{0, 0.03 + float64(i/3)*0.28}.times(g.unit))
		p.fill(box(at, g.unit*0.72, g.unit*0.28, 0), white)
		p.text(at, g.unit*0.32, 0.5, true, ink, line)
	}
}

// plate is a line of the name of a town.
type plate struct {
	at         vec // its middle
	wide, high float64
	text       string
}

// plates stand below the hexes of the towns, over all else.
func (s *sketch) plates() (list []plate) {
	g := s.grid
	for _, h := range g.hexes {
		if h.Town == nil {
			continue
		}
		size := max(townName, g.unit*0.16)
		at := g.centre(h.At).add(vec{0, g.unit*0.5 + size*0.3})
		for _, line := range strings.Split(h.Place, " & ") {
			w := heavy.width(line)*size + 3
			at.x = min(max(at.x, w/2+2), s.w-w/2-2)
			list = append(list, plate{at, w, size, line})
			at.y += size
		}
	}
	return list
}

func (n plate) draw(p *pen) {
	c := paper
	c.A = plateOpaque
	p.fill(box(n.at, n.wide, n.high, n.high*0.2), premultiplied(c))
	p.text(n.at, n.high, 0.5, true, ink, n.text)
}
