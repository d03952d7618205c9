package picture

import (
	"strings"

	"railpost/engine/board"
)

// tokens draws the tokens in the circles of cities, and marks kept circles.
func (s *sketch) tokens(p *pen) {
	g := s.grid
	for _, h := range g.hexes {
		c, at := g.centre(h.At), g.stops(&h.Tile)
		for i := range h.Tile.Stops {
			stop := &h.Tile.Stops[i]
			list, r := slots(len(stop.Slots), len(h.Tile.Stops))
			mid := c.add(at[i].times(g.unit))
			if stop.Kind == board.Area {
				mid, r = c.add(stationAt.times(g.unit)), r*0.9
			}
			for j, slot := range stop.Slots {
				v := mid.add(list[j].times(g.unit))
				switch {
				case slot.Owner != board.NoOwner:
					token(p, v, r*g.unit, &s.b.Owners[slot.Owner])
				case slot.Kept != board.NoOwner:
					s.ghost(p, v, r*g.unit*0.92, slot.Kept)
				}
			}
		}
	}
}

// token is the piece of an owner: its mark, black or white, on its colour.
func token(p *pen, at vec, r float64, o *board.Owner) {
	c := colourOf(o)
	outline := circle(at, r)
	if !o.Round {
		outline = box(at, r*1.86, r*1.66, r*0.3)
	}
	p.fill(outline, c)
	p.edge(outline, ink, r*0.1)
	p.label(at, r*1.15, r*1.5, true, on(c), o.Mark)
}

// ghost is a token that is not there yet: a circle kept for an owner, its mark in small letters.
func (s *sketch) ghost(p *pen, at vec, r float64, owner int) {
	o := &s.b.Owners[owner]
	p.fill(circle(at, r), white)
	p.edge(circle(at, r*0.9), colourOf(o), r*0.2, r*0.35, r*0.25)
	p.label(at, r*1.0, r*1.2, false, black, strings.ToLower(o.Mark))
}
