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
	g := s.grid
	by := make(map[string]*board.Hex, len(g.hexes))
	for _, h := range g.hexes {
		by[h.Name] = h
	}
	for i := range g.m.Links {
		s.link(p, by, &g.m.Links[i])
	}
	for i := range g.m.Links {
		s.linkMark(p, by, &g.m.Links[i])
	}
}

func (s *sketch) link(p *pen, by map[string]*board.Hex, l *board.Link) {
	g := s.grid
	o := &s.b.Owners[l.Owner]
	colour, _ := colourOf(o)
	var dashes []float64
	for _, d := range linkDashes[o.Style%len(linkDashes)] {
		dashes = append(dashes, d*g.unit)
	}
	for i, piece := range l.Pieces {
		h := by[piece.Hex]
		if h == nil {
			continue
		}
		c := g.centre(h.At)
		way := g.way(c, &h.Tile, []vec{{}}, piece.Track)
		p.stroke(way, on(colour), g.unit*linkEdge)
		p.stroke(way, colour, g.unit*linkWide)
		if dashes != nil {
			p.stroke(way, on(colour), g.unit*linkDash, dashes...)
		}
		if l.Open && i == len(l.Pieces)-1 && piece.B < board.Edges {
			tip := g.middle(piece.B)
			across := vec{-tip.y, tip.x}.times(0.45)
			p.fill(polygon(c.add(tip.times(1.15*g.unit)), c.add(tip.times(0.7).add(across).times(g.unit)), c.add(tip.times(0.7).sub(across).times(g.unit))), on(colour))
			p.fill(polygon(c.add(tip.times(1.02*g.unit)), c.add(tip.times(0.76).add(across.times(0.6)).times(g.unit)), c.add(tip.times(0.76).sub(across.times(0.6)).times(g.unit))), colour)
		}
	}
}

// linkMark is the mark of the owner on the middle piece of a link.
func (s *sketch) linkMark(p *pen, by map[string]*board.Hex, l *board.Link) {
	g := s.grid
	h := by[l.Pieces[len(l.Pieces)/2].Hex]
	if h == nil || h.Town != nil {
		return
	}
	token(p, g.centre(h.At), max(g.unit*0.2, tokenLeast), &s.b.Owners[l.Owner])
}

// tokenLeast is the least radius at which the mark of a token can be read, in pixels.
const tokenLeast = 7
