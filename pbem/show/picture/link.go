package picture

import "railpost/engine/board"

// Links differ by the colour of their owner and by the dashes on them.
var linkDashes = [][]float64{nil, {0.12, 0.12}, {0.3, 0.1}, {0.04, 0.1}, {0.3, 0.08, 0.06, 0.08}, {0.12, 0.3}}

// Widths of links, in units.
const (
	linkEdge = 0.27
	linkWide = 0.2
	linkDash = 0.07
)

// links draws the track of the players as bands, with the mark of the owner in the middle.
func (s *sketch) links(p *pen) {
	for _, h := range s.grid.hexes {
		for _, l := range s.over[h.Name] {
			s.link(p, h, l)
		}
	}
	list, of := s.linkTokens()
	for i, t := range list {
		token(p, t.at, t.half.x, &s.b.Owners[of[i]])
	}
}

// linkTokens are those on links, and whose: in the middle of their links; several on a hex are smaller, each near a side of its own track.
func (s *sketch) linkTokens() (list spots, owners []int) {
	g := s.grid
	for _, h := range g.hexes {
		var middles []board.Over
		for _, l := range s.over[h.Name] {
			if l.Middle && h.Town == nil {
				middles = append(middles, l)
			}
		}
		for _, l := range middles {
			at, r := g.centre(h.At), max(g.unit*0.2, tokenLeast)
			if len(middles) > 1 {
				at, r = at.add(middle(min(l.Piece.A, l.Piece.B)).times(0.62*g.unit)), r*0.7
			}
			list, owners = append(list, disc(at, r)), append(owners, l.Owner)
		}
	}
	return list, owners
}

func (s *sketch) link(p *pen, h *board.Hex, l board.Over) {
	g := s.grid
	o := &s.b.Owners[l.Owner]
	colour := colourOf(o)
	c := g.centre(h.At)
	way := g.way(c, &h.Tile, []vec{{}}, l.Piece)
	p.stroke(way, on(colour), g.unit*linkEdge)
	p.stroke(way, colour, g.unit*linkWide)
	if dashes := linkDashes[o.Style%len(linkDashes)]; dashes != nil {
		p.stroke(way, on(colour), g.unit*linkDash, scaled(dashes, g.unit)...)
	}
	if l.End && l.Piece.B < board.Edges {
		tip := middle(l.Piece.B)
		across := vec{-tip.y, tip.x}.times(0.45)
		p.fill(polygon(c.add(tip.times(1.0*g.unit)), c.add(tip.times(0.6).add(across).times(g.unit)), c.add(tip.times(0.6).sub(across).times(g.unit))), on(colour))
		p.fill(polygon(c.add(tip.times(0.9*g.unit)), c.add(tip.times(0.66).add(across.times(0.6)).times(g.unit)), c.add(tip.times(0.66).sub(across.times(0.6)).times(g.unit))), colour)
	}
}

// tokenLeast is the least radius at which the mark of a token can be read, in pixels.
const tokenLeast = 7
