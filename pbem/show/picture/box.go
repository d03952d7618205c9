package picture

import (
	"cmp"
	"strconv"

	"railpost/engine/board"
)

// Sizes of boxes in units, as those of mats.
const (
	boxWide = 98
	boxHigh = 38
)

// shelf is the boxes for workers, in rows, and below them the supply.
type shelf struct {
	boxes   []board.Box
	stock   []board.Item
	top     float64
	columns int
	wide, k float64 // of a box, of a unit
	lines   [][]int // the stock, by lines
	left    float64
	right   float64
}

func newShelf(b *board.Board, left, top, width float64, columns int) *shelf {
	s := &shelf{boxes: b.Boxes, stock: b.Stock, top: top, left: left, right: left + width, columns: columns}
	s.wide = width / float64(columns)
	k := s.wide / boxWide
	s.k = k
	x := width
	for i := range s.stock {
		w := s.stockWide(&s.stock[i])
		if x+w > width || len(s.lines) == 0 {
			s.lines, x = append(s.lines, nil), 0
		}
		s.lines[len(s.lines)-1] = append(s.lines[len(s.lines)-1], i)
		x += w + 10*k
	}
	return s
}

func (s *shelf) stockWide(i *board.Item) float64 {
	return heavy.width(i.Name)*11*s.k + 4*s.k + chipsWidth(i.Chips, 10*s.k, false)
}

func (s *shelf) rows() int { return (len(s.boxes) + s.columns - 1) / s.columns }

func (s *shelf) height() float64 { return (float64(s.rows())*boxHigh + float64(len(s.lines))*18) * s.k }

// corner is the upper left corner of a box.
func (s *shelf) corner(i int) vec {
	return vec{s.left + s.wide*float64(i%s.columns), s.top + boxHigh*s.k*float64(i/s.columns)}
}

// corners are those of a box.
func (s *shelf) corners(i int) []vec {
	at, wide, high := s.corner(i), s.wide-3*s.k, (boxHigh-3)*s.k
	return []vec{at, at.add(vec{wide, 0}), at.add(vec{wide, high}), at.add(vec{0, high})}
}

// drawStock draws the supply.
func (s *shelf) drawStock(p *pen) {
	y := s.top + float64(s.rows())*boxHigh*s.k + 10*s.k
	for _, line := range s.lines {
		x := s.left
		for _, i := range line {
			item := &s.stock[i]
			p.text(vec{x, y}, 11*s.k, 0, true, ink, item.Name)
			name := heavy.width(item.Name)*11*s.k + 4*s.k
			p.chips(vec{x + name, y}, 10*s.k, s.right-x-name, false, item.Chips)
			x += s.stockWide(item) + 10*s.k
		}
		y += 18 * s.k
	}
}

// box draws a space for workers: its name; its cost, or its workers; its reward. A taken one is dark, one that
// cannot be used in this round has a dashed edge.
func (s *shelf) box(p *pen, at vec, b *board.Box, owners []board.Owner) {
	k := s.k
	frame := box(at.add(vec{s.wide / 2, boxHigh * k / 2}), s.wide-3*k, (boxHigh-3)*k, 3*k)
	fill := white
	if len(b.On) > 0 && !b.Shared || b.Later {
		fill = fills["shade"]
	}
	p.fill(frame, fill)
	switch {
	case b.Marked:
		p.edge(frame, alert, 2.4*k, 6*k, 3*k)
	case b.Later:
		p.edge(frame, faint, k, 3*k, 3*k)
	default:
		p.edge(frame, ink, k)
	}
	used := s.seats(p, at.add(vec{s.wide - 4*k, 10.5 * k}), b, owners)
	label := cmp.Or(b.Label, b.Name)
	name := fitted(label, 11*k, s.wide-used-10*k, true)
	p.text(at.add(vec{5 * k, 10.5 * k}), name, 0, true, ink, label)
	p.chips(at.add(vec{5 * k, 27 * k}), 10*k, s.wide-11*k, true, b.Gives)
}

// seats draws the places for workers and money with the pieces on them to the left of a place,
// and returns how wide they are.
func (s *shelf) seats(p *pen, at vec, b *board.Box, owners []board.Owner) float64 {
	r := 7.5 * s.k
	var on []board.Worker
	for _, piece := range b.On {
		for range piece.N {
			one := piece
			one.N = 1
			on = append(on, one)
		}
	}
	places := max(len(b.Takes), len(on))
	step := 2 * r
	if most := s.wide * 0.5; float64(places)*step > most {
		step = most / float64(places)
	}
	for i := range places {
		c := at.sub(vec{r + step*float64(places-1-i), 0})
		switch {
		case i < len(on):
			stamp(p, c, r*0.95, &on[i], &owners[on[i].Owner])
		case b.Takes[i] == "":
			p.edge(circle(c, r*0.8), faint, s.k, 2*s.k, 1.5*s.k)
		default:
			p.edge(box(c, r*1.6, r*1.4, r*0.3), faint, s.k)
			p.text(c, r*1.1, 0.5, false, faint, b.Takes[i])
		}
	}
	return step*float64(places) + 2*s.k
}

// clock is the rounds of a game and the order of turns, in a line.
type clock struct {
	t  *board.Turn
	at vec
	k  float64
}

// clockHigh is the height of the line, in units.
const clockHigh = 22

func (c *clock) draw(p *pen, owners []board.Owner) {
	at := c.at.add(vec{9 * c.k, clockHigh / 2 * c.k})
	for n := 1; n <= c.t.Rounds; n++ {
		b := box(at, 16*c.k, 16*c.k, 2*c.k)
		fill, text := white, faint
		if n == c.t.Round {
			fill, text = ink, white
		}
		p.fill(b, fill)
		p.edge(b, ink, c.k)
		p.text(at, 11*c.k, 0.5, n == c.t.Round, text, strconv.Itoa(n))
		at.x += 18 * c.k
	}
	at.x += 12 * c.k
	for i, o := range c.t.Order {
		if i > 0 {
			p.fill(polygon(at.add(vec{-3 * c.k, -4 * c.k}), at.add(vec{3 * c.k, 0}), at.add(vec{-3 * c.k, 4 * c.k})), faint)
			at.x += 14 * c.k
		}
		token(p, at, 9*c.k, &owners[o])
		at.x += 14 * c.k
	}
}
