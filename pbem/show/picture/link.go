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
	s.eachLinkToken(func(at vec, r float64, owner int) { token(p, at, r, &s.b.Owners[owner]) })
}

// eachLinkToken calls draw for each token on a link.
func (s *sketch) eachLinkToken(draw func(at vec, r float64, owner int)) {
	g := s.grid
	for _, h := range g.hexes {
		var list []board.Over
		for _, l := range s.over[h.Name] {
			if l.Middle && h.Town == nil {
				list = append(list, l)
			}
		}
		for i, at := range g.apart(list) {
			draw(g.centre(h.At).add(at.times(g.unit)), max(g.unit*0.2, tokenLeast), list[i].Owner)
		}
	}
}

// apart are places for tokens on some tracks of a hex, in units: the middle for one, else near the sides that are
// farthest from each other.
func (g *grid) apart(list []board.Over) []vec {
	best, most := make([]vec, len(list)), 0.0
	for choice := 0; len(list) > 1 && choice < 1<<len(list); choice++ {
		at, n := make([]vec, len(list)), 1.0
		for i, l := range list {
			end := l.Piece.A
			if choice>>i&1 == 1 {
				end = l.Piece.B
			}
			if end < board.Edges {
				at[i] = g.middle(end).times(0.62)
			}
			for _, other := range at[:i] {
				n = min(n, at[i].far(other))
			}
		}
		if n > most {
			best, most = at, n
		}
	}
	return best
}

func (s *sketch) link(p *pen, h *board.Hex, l board.Over) {
	g := s.grid
	o := &s.b.Owners[l.Owner]
	colour, _ := colourOf(o)
	var dashes []float64
	for _, d := range linkDashes[o.Style%len(linkDashes)] {
		dashes = append(dashes, d*g.unit)
	}
	c := g.centre(h.At)
	way := g.way(c, &h.Tile, []vec{{}}, l.Piece)
	p.stroke(way, on(colour), g.unit*linkEdge)
	p.stroke(way, colour, g.unit*linkWide)
	if dashes != nil {
		p.stroke(way, on(colour), g.unit*linkDash, dashes...)
	}
	if l.End && l.Piece.B < board.Edges {
		tip := g.middle(l.Piece.B)
		across := vec{-tip.y, tip.x}.times(0.45)
		p.fill(polygon(c.add(tip.times(1.0*g.unit)), c.add(tip.times(0.6).add(across).times(g.unit)), c.add(tip.times(0.6).sub(across).times(g.unit))), on(colour))
		p.fill(polygon(c.add(tip.times(0.9*g.unit)), c.add(tip.times(0.66).add(across.times(0.6)).times(g.unit)), c.add(tip.times(0.66).sub(across.times(0.6)).times(g.unit))), colour)
	}
}

// tokenLeast is the least radius at which the mark of a token can be read, in pixels.
const tokenLeast = 7
