package picture

import (
	"cmp"
	"math"
	"strconv"

	"railpost/engine"
	"railpost/engine/board"
)

// Sizes of boxes in units, as those of mats.
const (
	boxWide   = 98
	boxHigh   = 35
	groupHigh = 14 // a heading
	signLine  = 14.5
	signSize  = 9
	stockLine = 18
)

// shelf is the boxes for workers, in rows below the headings of their groups, then the signs and the supply.
type shelf struct {
	boxes   []board.Box
	corner  []vec // the upper left corner of each box
	heads   []shelfHead
	wide, k float64 // of a box, of a unit
	signs   flow
	stock   flow
	foot    float64
}

type shelfHead struct {
	at   vec
	text string
}

func newShelf(b *board.Board, left, top, width float64, columns int) *shelf {
	s := &shelf{boxes: b.Boxes, wide: math.Floor(width / float64(columns))}
	s.k = s.wide / boxWide
	high := math.Ceil(boxHigh * s.k) // equal boxes are equal pixels
	y, column, group := math.Ceil(top)-high, columns, ""
	for i := range s.boxes {
		switch fresh := s.boxes[i].Group != group; {
		case fresh:
			group, column = s.boxes[i].Group, 0
			y += high
			s.heads = append(s.heads, shelfHead{vec{left, y + groupHigh*s.k*0.5}, group})
			y += math.Ceil(groupHigh * s.k)
		case column == columns:
			y, column = y+high, 0
		}
		s.corner = append(s.corner, vec{left + s.wide*float64(column), y})
		column++
	}
	y += high + 3*s.k
	s.signs = newFlow(left, y, width, signLine*s.k, 8*s.k, engine.Each(b.Signs, func(i board.Sign) float64 { return s.signWide(&i) }))
	y += s.signs.high
	s.stock = newFlow(left, y, width, stockLine*s.k, 10*s.k, engine.Each(b.Stock, func(i board.Item) float64 { return s.stockWide(&i) }))
	s.foot = y + s.stock.high
	return s
}

// flow is things in lines: where each begins, in the middle of its line.
type flow struct {
	top, high, right float64
	at               []vec
}

func newFlow(left, top, width, line, gap float64, wide []float64) flow {
	f := flow{top: top, right: left + width}
	x, y := left, top+line/2
	for _, w := range wide {
		if x > left && x+w > left+width {
			x, y = left, y+line
		}
		f.at = append(f.at, vec{x, y})
		x += w + gap
	}
	if len(wide) > 0 {
		f.high = y + line/2 - top
	}
	return f
}

func (s *shelf) stockWide(i *board.Item) float64 {
	return heavy.width(i.Name)*11*s.k + 4*s.k + chipsWidth(i.Chips, 10*s.k, false)
}

func (s *shelf) signWide(i *board.Sign) float64 {
	return chipWidth(&i.Chip, signSize*s.k) + 3*s.k + plain.width(i.Means)*10*s.k
}

// corners are those of a box.
func (s *shelf) corners(i int) []vec {
	at, wide, high := s.corner[i], s.wide-3*s.k, (boxHigh-3)*s.k
	return []vec{at, at.add(vec{wide, 0}), at.add(vec{wide, high}), at.add(vec{0, high})}
}

// drawSigns draws what signs mean.
func (s *shelf) drawSigns(p *pen, list []board.Sign) {
	for i, at := range s.signs.at {
		w := chipWidth(&list[i].Chip, signSize*s.k)
		p.chip(at.add(vec{w / 2, 0}), w, signSize*s.k, &list[i].Chip)
		p.text(at.add(vec{w + 3*s.k, 0}), fitted(list[i].Means, 10*s.k, s.signs.right-at.x-w-3*s.k, false), 0, false, ink, list[i].Means)
	}
}

// drawStock draws the supply.
func (s *shelf) drawStock(p *pen, list []board.Item) {
	for i, at := range s.stock.at {
		item := &list[i]
		p.text(at, 11*s.k, 0, true, ink, item.Name)
		name := heavy.width(item.Name)*11*s.k + 4*s.k
		p.chips(at.add(vec{name, 0}), 10*s.k, s.stock.right-at.x-name, false, item.Chips)
	}
}

// box draws a space for workers: its name; its cost, or its workers; its reward. A taken one is dark, one that
// cannot be used in this round has a dashed edge.
func (s *shelf) box(p *pen, at vec, b *board.Box, owners []board.Owner) {
	k := s.k
	frame := box(at.add(vec{s.wide / 2, boxHigh * k / 2}), s.wide-3*k, (boxHigh-3)*k, 3*k)
	p.fill(frame, engine.If(len(b.On) > 0 && !b.Shared || b.Later, fills["shade"], card))
	switch {
	case b.Marked:
		p.edge(frame, alert, 2.4*k, 6*k, 3*k)
	case b.Later:
		p.edge(frame, faint, k, 3*k, 3*k)
	default:
		p.edge(frame, ink, k)
	}
	used := s.seats(p, at.add(vec{s.wide - 4*k, 9.5 * k}), b, owners)
	label := cmp.Or(b.Label, b.Name)
	name := fitted(label, 11*k, s.wide-used-10*k, true)
	p.text(at.add(vec{5 * k, 9.5 * k}), name, 0, true, ink, label)
	p.chips(at.add(vec{5 * k, 24.5 * k}), 10*k, s.wide-11*k, true, b.Gives)
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
		fill, text := card, faint
		if n == c.t.Round {
			fill, text = ink, card
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
