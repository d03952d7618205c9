package picture

import (
	"image/color"

	"railpost/engine/board"
)

// Runs differ by colour and by dashes.
var runColours = []color.RGBA{rgb(0xFF3B30), rgb(0x00B7FF), rgb(0xFFD60A), rgb(0xFF7AD9)}

var runDashes = [][]float64{nil, {0.12, 0.06}, {0.05, 0.05}, {0.2, 0.05, 0.05, 0.05}}

// runs draws the ways of trains on the track: a light band within the black.
func (s *sketch) runs(p *pen) {
	g := s.grid
	by := make(map[string]*board.Hex, len(g.hexes))
	for _, h := range g.hexes {
		by[h.Name] = h
	}
	for _, run := range g.m.Runs {
		for i, l := range run.Lines {
			s.line(p, by, &l, i)
		}
	}
}

func (s *sketch) line(p *pen, by map[string]*board.Hex, l *board.Line, i int) {
	g := s.grid
	for _, piece := range l.Pieces {
		h := by[piece.Hex]
		if h == nil {
			continue
		}
		way := g.way(g.centre(h.At), &h.Tile, g.stops(&h.Tile), piece.Track)
		runBand(p, way, i, g.unit)
	}
}

// runBand draws a part of line i of a run, for hexes of a size.
func runBand(p *pen, way shape, i int, unit float64) {
	var dashes []float64
	for _, d := range runDashes[i%len(runDashes)] {
		dashes = append(dashes, d*unit)
	}
	p.stroke(way, ink, unit*(rail+0.035))
	p.stroke(way, runColours[i%len(runColours)], unit*rail*0.62, dashes...)
}

// Sizes of the key of a run in pixels.
const (
	keyHigh = 26
	keyLine = 44
)

// runKey says below the map whose run is drawn, and which train ran which line.
func (s *sketch) runKey(p *pen, at vec, run *board.Run) {
	r := keyHigh * 0.45
	token(p, at.add(vec{r, 0}), r, &s.b.Owners[run.Owner])
	at.x += 3 * r
	for i, l := range run.Lines {
		runBand(p, from(at).line(at.add(vec{keyLine, 0})), i, keyHigh*3)
		at.x += keyLine + r/2
		p.text(at, keyHigh*0.6, 0, true, ink, l.Name)
		at.x += heavy.width(l.Name)*keyHigh*0.6 + 2*r
	}
}

// marks frames the hexes that a choice changes, or that changed last.
func (s *sketch) marks(p *pen) {
	g := s.grid
	for _, m := range g.m.Marks {
		for _, h := range g.hexes {
			if h.Name != m.Hex {
				continue
			}
			c := g.centre(h.At)
			o := polygon(g.outline(c, 0.94)...)
			p.edge(o, white, g.unit*0.09)
			p.edge(o, alert, g.unit*0.06, g.unit*0.14, g.unit*0.07)
			if m.Text != "" {
				at := c.add(vec{0.3, -0.3}.times(g.unit))
				p.fill(circle(at, g.unit*0.14), alert)
				p.label(at, g.unit*0.18, g.unit*0.22, true, white, m.Text)
			}
		}
	}
}
