package picture

import (
	"cmp"
	"math"
	"slices"

	"railpost/engine/board"
)

// margin around a picture, and between its parts.
const margin = 10

// sketch is a picture that is laid out.
type sketch struct {
	b    *board.Board
	w, h float64
	// bottom is where the map ends.
	bottom float64
	grid   *grid // nil: no map
	legend []vec // where the legend of each run is
	names  []nameKey
	chart  *strip // nil: no chart
	whole  bool   // nothing is omitted
	clock  *clock // nil: no rounds
	mats   []*mat
	shelf  *shelf // nil: no boxes

	over  map[string][]board.Over // links by hex
	ran   map[string][]ran        // runs by hex
	shown []board.Hex             // content of the stamps of an image
	keys  [][]byte
}

// pixels bounds a picture without a given width: a letter must hold it.
const pixels = Wide * 700

// newSketch lays a board out; nil if there is nothing to draw.
func newSketch(b *board.Board, o Options) *sketch {
	s := layOut(b, o)
	if s != nil && s.grid != nil && o.Width == 0 && s.w*s.h > pixels {
		o.Width = int(s.w * math.Sqrt(pixels/(s.w*s.h)))
		s = layOut(b, o)
	}
	return s
}

func layOut(b *board.Board, o Options) *sketch {
	s := &sketch{b: b, w: float64(o.Width), h: margin, whole: o.whole()}
	s.w = cmp.Or(s.w, Wide)
	if b.Map != nil && (s.whole || o.Around != nil) {
		s.layMap(o.Around)
	}
	s.layNames()
	s.layMats(o)
	if b.Chart != nil && s.whole {
		s.chart = newStrip(b.Chart, s.w, s.h)
		s.h += s.chart.height + margin
	}
	s.h = max(math.Ceil(s.h), float64(o.Height))
	if s.grid == nil && s.chart == nil && s.mats == nil && s.shelf == nil {
		return nil
	}
	return s
}

// most is how large a hex gets in pixels: two hexes must not fill a page.
const most = 120

func (s *sketch) layMap(around []string) {
	m := s.b.Map
	g := &grid{m: m}
	if s.whole {
		for i := range m.Hexes {
			g.hexes = append(g.hexes, &m.Hexes[i])
		}
	} else {
		g.hexes = window(m, around)
	}
	if len(g.hexes) == 0 {
		return
	}
	low, high := step(g.hexes[0].At), step(g.hexes[0].At)
	for _, h := range g.hexes {
		at := step(h.At)
		low, high = vec{min(low.x, at.x), min(low.y, at.y)}, vec{max(high.x, at.x), max(high.y, at.y)}
	}
	r := reach
	size := high.sub(low).add(r.times(2))
	g.unit = even(min((s.w-2*margin)/size.x, most))
	frame := 0.0
	s.grid = g
	if s.whole {
		frame = s.frame() - margin
		g.unit = even(min((s.w-2*margin-2*frame)/size.x, most))
	}
	if !s.whole {
		s.w = math.Ceil(size.x*g.unit) + 2*margin
	}
	g.origin = vec{math.Round((s.w - size.x*g.unit) / 2), s.h + frame}.add(r.sub(low).times(g.unit))
	s.h += size.y*g.unit + 2*frame + margin
	s.bottom = math.Floor(s.h)
	s.over, s.ran = m.LinksOver(), runsOver(m)
	for range m.Runs {
		s.legend = append(s.legend, vec{margin, s.h + keyHigh/2})
		s.h += keyHigh + margin/2
	}
}

// twoMats is the least width at which mats are in two columns, in pixels: below it each is as wide as the picture.
const twoMats = 640

// fewBoxes are next to each other on a phone.
const fewBoxes = 3

// layMats lays out rounds, mats and boxes; omitted ones take no room.
func (s *sketch) layMats(o Options) {
	b := s.b
	columns := 1
	if s.w >= twoMats && s.whole && len(b.Mats) > 1 {
		columns = 2
	}
	each := (s.w-margin)/float64(columns) - margin
	if b.Turn != nil && s.whole {
		s.clock = &clock{t: b.Turn, at: vec{margin, s.h}, k: each / matWide}
		s.h += clockHigh*s.clock.k + margin/2
	}
	lanes := lanes(b.Mats)
	n, high := 0, 0.0
	for i := range b.Mats {
		m := &b.Mats[i]
		if !s.whole && !slices.Contains(o.Mats, m.Owner) {
			continue
		}
		column := n % columns
		if column == 0 && n > 0 {
			s.h += high
		}
		n++
		laid := newMat(m, lanes, vec{margin + float64(column)*(each+margin), s.h}, each)
		s.mats = append(s.mats, laid)
		high = laid.high*laid.k + margin
	}
	s.h += high
	if len(b.Boxes) > 0 && (s.whole || o.Boxes) {
		columns := fewBoxes
		if s.whole && s.w >= twoMats {
			columns = max(fewBoxes, int((s.w-2*margin)/boxWide))
		}
		s.shelf = newShelf(b, margin, s.h, s.w-2*margin, columns)
		s.h = s.shelf.foot + margin
	}
}

// paper covers the canvas of a vector image.
func (s *sketch) paper(p *pen) { p.fill(box(vec{s.w / 2, s.h / 2}, s.w, s.h, 0), paper) }

// ground draws the constant part of a game.
func (s *sketch) ground(p *pen) {
	if s.grid != nil {
		s.grid.ground(p)
	}
}

// even rounds the width of a hex so that all hexes of a row begin at the same fraction of a pixel. Equal hexes
// compress better.
func even(unit float64) float64 { return max(math.Floor(unit/2)*2, min(unit, 2)) }

// draw draws everything on the ground.
func (s *sketch) draw(p *pen) {
	if s.grid != nil {
		s.tiles(p)
		s.tokens(p)
		s.marks(p)
		for _, n := range s.plates() {
			n.draw(p)
		}
	}
	s.rest(p)
}

// rest draws everything below the map.
func (s *sketch) rest(p *pen) {
	for _, piece := range s.pieces() {
		piece.draw(p)
	}
}
