package picture

import (
	"strconv"

	"railpost/engine"
	"railpost/engine/board"
)

// strip is a price chart that is laid out: rows of spaces, each with room for its markers.
type strip struct {
	chart  *board.Chart
	height float64
	cells  []vec // the upper left corner of each space
	cell   vec   // the size of the upper part of a space
	stacks [][]int
	deep   []float64 // the height of each space
}

// Sizes of a chart in pixels.
const (
	chartLeast = 28 // the least width of a space
	priceHigh  = 18
	markerSize = 22
)

func newStrip(c *board.Chart, width, top float64) *strip {
	s := &strip{chart: c, cells: make([]vec, len(c.Prices)), stacks: make([][]int, len(c.Prices)), deep: make([]float64, len(c.Prices))}
	for _, m := range c.Markers {
		s.stacks[m.Space] = append(s.stacks[m.Space], m.Owner)
	}
	rows, shift := 1, 0.0
	if c.Zigzag {
		rows, shift = 2, 0.5
	}
	spaces := (len(c.Prices) + rows - 1) / rows
	most := int((width-2*margin)/chartLeast - shift)
	strips := (spaces + most - 1) / most
	each := (spaces + strips - 1) / strips
	s.cell = vec{min((width-2*margin)/(float64(each)+shift), 2*chartLeast), priceHigh}
	y := top
	for first := 0; first < spaces; first += each {
		for row := range rows {
			deep := 0
			for i := first; i < min(first+each, spaces); i++ {
				if n := i*rows + row; n < len(c.Prices) {
					deep = max(deep, len(s.stacks[n]))
				}
			}
			high := priceHigh + float64(deep)*markerSize
			for i := first; i < min(first+each, spaces); i++ {
				if n := i*rows + row; n < len(c.Prices) {
					s.cells[n] = vec{margin + (float64(i-first)+shift*float64(row))*s.cell.x, y}
					s.deep[n] = high
				}
			}
			y += high
		}
		y += margin / 2
	}
	s.height = y - top
	return s
}

// draw draws the prices, and under each the markers of its companies, the upper first.
func (s *strip) draw(p *pen, list []board.Owner) {
	for i, price := range s.chart.Prices {
		c := s.cells[i]
		b := box(c.add(vec{s.cell.x / 2, s.deep[i] / 2}), s.cell.x, s.deep[i], 0)
		p.fill(b, engine.If(len(s.stacks[i]) > 0, card, fills[""]))
		p.edge(b, border, 1)
		p.label(c.add(vec{s.cell.x / 2, priceHigh / 2}), 12, s.cell.x*0.9, len(s.stacks[i]) > 0, ink, strconv.Itoa(price))
		for j, o := range s.stacks[i] {
			token(p, c.add(vec{s.cell.x / 2, priceHigh + (float64(j)+0.5)*markerSize}), markerSize*0.45, &list[o])
		}
	}
}
