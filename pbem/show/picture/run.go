package picture

import (
	"strconv"

	"railpost/engine/board"
)

// Runs differ by colour and by dashes.
var runColours = []paint{same(rgb(0xFF3B30)), same(rgb(0x00B7FF)), same(rgb(0xFFD60A)), same(rgb(0xFF7AD9))}

var runDashes = [][]float64{nil, {0.12, 0.06}, {0.05, 0.05}, {0.2, 0.05, 0.05, 0.05}}

// ran is a piece of a run on its hex.
type ran struct {
	line  int // of the run
	track board.Track
}

// runsOver returns the pieces of runs by their hexes.
func runsOver(m *board.Map) map[string][]ran {
	over := map[string][]ran{}
	for _, run := range m.Runs {
		for i, l := range run.Lines {
			for _, piece := range l.Pieces {
				over[piece.Hex] = append(over[piece.Hex], ran{i, piece.Track})
			}
		}
	}
	return over
}

// runs draws the ways of trains on the track: a light band within the black.
func (s *sketch) runs(p *pen) {
	g := s.grid
	for _, h := range g.hexes {
		for _, r := range s.ran[h.Name] {
			runBand(p, g.way(g.centre(h.At), &h.Tile, g.stops(&h.Tile), r.track), r.line, g.unit)
		}
	}
}

// runBand draws a part of line i of a run, for hexes of a size.
func runBand(p *pen, way shape, i int, unit float64) {
	p.stroke(way, black, unit*(rail+0.035))
	p.stroke(way, runColours[i%len(runColours)], unit*rail*0.62, scaled(runDashes[i%len(runDashes)], unit)...)
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
		at.x += heavy.width(l.Name)*keyHigh*0.6 + r/2
		at.x += paid(p, at, l.Pays) + 2*r
	}
	if n := len(run.Lines); n > 1 || n > 0 && run.Lines[0].Pays == 0 {
		p.text(at.add(vec{-r, 0}), keyHigh*0.6, 0, true, ink, "=")
		paid(p, at, run.Pays)
	}
}

// paid writes money on a plate like that of a value, and returns how wide it is; 0 is not known.
func paid(p *pen, at vec, n int) float64 {
	if n == 0 {
		return 0
	}
	text := strconv.Itoa(n)
	w := heavy.width(text)*keyHigh*0.6 + keyHigh*0.5
	plate := box(at.add(vec{w / 2, 0}), w, keyHigh*0.8, keyHigh*0.38)
	p.fill(plate, card)
	p.edge(plate, ink, 1.2)
	p.text(at.add(vec{w / 2, 0}), keyHigh*0.6, 0.5, true, ink, text)
	return w
}

// marks frames the hexes that a choice changes, or that changed last.
func (s *sketch) marks(p *pen) {
	s.eachMark(func(h *board.Hex, text string) { s.grid.mark(p, s.grid.centre(h.At), text) })
}

// eachMark calls draw for each mark on the hexes that are drawn.
func (s *sketch) eachMark(draw func(h *board.Hex, text string)) {
	for _, m := range s.grid.m.Marks {
		for _, h := range s.grid.hexes {
			if h.Name == m.Hex {
				draw(h, m.Text)
			}
		}
	}
}

// mark draws a frame, and its text in a circle.
func (g *grid) mark(p *pen, c vec, text string) {
	o := polygon(g.outline(c, 0.94)...)
	p.edge(o, white, g.unit*0.09)
	p.edge(o, alert, g.unit*0.06, g.unit*0.14, g.unit*0.07)
	if text != "" {
		at := c.add(vec{0.3, -0.3}.times(g.unit))
		p.fill(circle(at, g.unit*0.14), alert)
		p.label(at, g.unit*0.18, g.unit*0.22, true, white, text)
	}
}
