package picture

import (
	"math"
	"slices"

	"railpost/engine/board"
)

// grid places the hexes of a map.
type grid struct {
	m      *board.Map
	hexes  []*board.Hex // those that are drawn
	unit   float64      // from side to side of a hex
	origin vec          // the centre of the hex at 0, 0
}

var root3 = math.Sqrt(3)

// step is where a hex lies in units of the distance of two sides.
func step(flat bool, p board.Point) vec {
	if flat {
		return vec{float64(p.X) * root3 / 2, float64(p.Y) / 2}
	}
	return vec{float64(p.X) / 2, float64(p.Y) * root3 / 2}
}

// reach is how far a hex extends from its centre, in units.
func reach(flat bool) vec {
	if flat {
		return vec{1 / root3, 0.5}
	}
	return vec{0.5, 1 / root3}
}

func (g *grid) centre(p board.Point) vec { return g.origin.add(step(g.m.Flat, p).times(g.unit)) }

// side is the direction of a side, in degrees.
func (g *grid) side(edge int) float64 {
	if g.m.Flat {
		return 90 + 60*float64(edge)
	}
	return 120 + 60*float64(edge)
}

// middle is the middle of a side, seen from the centre, in units.
func (g *grid) middle(edge int) vec { return polar(g.side(edge), 0.5) }

// outline is the corners of a hex, made larger or smaller; side e lies between corners e
// and e+1.
func (g *grid) outline(c vec, k float64) []vec {
	points := make([]vec, board.Edges)
	for i := range points {
		points[i] = c.add(polar(g.side(i)-30, g.unit/root3*k))
	}
	return points
}

// sideLine is a side of a hex as a line.
func (g *grid) sideLine(c vec, edge int) (a, b vec) {
	o := g.outline(c, 1)
	return o[edge], o[(edge+1)%board.Edges]
}

// window returns the hexes near some others: as many columns as a phone shows at full
// size.
func window(m *board.Map, around []string) []*board.Hex {
	var wanted, list []*board.Hex
	for i := range m.Hexes {
		if slices.Contains(around, m.Hexes[i].Name) {
			wanted = append(wanted, &m.Hexes[i])
		}
	}
	for i := range m.Hexes {
		h := &m.Hexes[i]
		if slices.ContainsFunc(wanted, func(w *board.Hex) bool { return step(m.Flat, h.At).far(step(m.Flat, w.At)) < near }) {
			list = append(list, h)
		}
	}
	return list
}

// near is how far around the action a map is shown: two hexes.
const near = 2.1
