package picture

import (
	"math"
	"slices"

	"railpost/engine"
	"railpost/engine/board"
)

// grid places the hexes of a map.
type grid struct {
	m      *board.Map
	hexes  []*board.Hex // the drawn ones
	unit   float64      // from side to side of a hex
	origin vec          // the centre of the hex at 0, 0
}

var root3 = math.Sqrt(3)

// step is the place of a hex in units of the distance of two sides.
func step(p board.Point) vec {
	return vec{float64(p.X) / 2, float64(p.Y) * root3 / 2}
}

// neighbour is the place of the hex across a side.
func neighbour(p board.Point, edge int) board.Point {
	steps := [board.Edges]board.Point{{X: -1, Y: 1}, {X: -2}, {X: -1, Y: -1}, {X: 1, Y: -1}, {X: 2}, {X: 1, Y: 1}}
	return board.Point{X: p.X + steps[edge].X, Y: p.Y + steps[edge].Y}
}

// reach is how far a hex extends from its centre, in units.
var reach = vec{0.5, 1 / root3}

func (g *grid) centre(p board.Point) vec { return g.origin.add(step(p).times(g.unit)) }

// side is the direction of a side, in degrees.
func side(edge int) float64 { return 120 + 60*float64(edge) }

// middle is the middle of a side, seen from the centre, in units.
func middle(edge int) vec { return polar(side(edge), 0.5) }

// outline is the corners of a hex, made larger or smaller; side e is between corners e and e+1.
func (g *grid) outline(c vec, k float64) []vec {
	points := make([]vec, board.Edges)
	for i := range points {
		points[i] = c.add(polar(side(i)-30, g.unit/root3*k))
	}
	return points
}

// sideLine is a side of a hex as a line.
func (g *grid) sideLine(c vec, edge int) (a, b vec) {
	o := g.outline(c, 1)
	return o[edge], o[(edge+1)%board.Edges]
}

// window returns the hexes near some others, as many as a phone shows at full size: it omits those of the
// others that are too far from the first.
func window(m *board.Map, around []string) []*board.Hex {
	by := make(map[string]*board.Hex, len(m.Hexes))
	for i := range m.Hexes {
		by[m.Hexes[i].Name] = &m.Hexes[i]
	}
	var wanted []vec
	var low, high vec
	for _, name := range around {
		h := by[name]
		if h == nil {
			continue
		}
		at := step(h.At)
		if wanted == nil {
			low, high = at, at
		}
		l, r := vec{min(low.x, at.x), min(low.y, at.y)}, vec{max(high.x, at.x), max(high.y, at.y)}
		if r.x-l.x <= widest && r.y-l.y <= widest {
			wanted, low, high = append(wanted, at), l, r
		}
	}
	near := engine.If(high.x-low.x > nearWide || high.y-low.y > nearWide, nearMany, nearFew)
	var list []*board.Hex
	for i := range m.Hexes {
		at := step(m.Hexes[i].At)
		if slices.ContainsFunc(wanted, func(w vec) bool { return at.far(w) < near }) {
			list = append(list, &m.Hexes[i])
		}
	}
	return list
}

// A part of a map shows places at most three hexes apart, and one hex around them; two around small parts.
const (
	widest   = 2.6
	nearWide = 1.1
	nearMany = 1.1
	nearFew  = 2.1
)
