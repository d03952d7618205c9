package picture

import (
	"math"

	"railpost/engine/board"
)

// Radius of a circle for a token, in a single city and in one of several, in units.
const (
	slotWide   = 0.15
	slotNarrow = 0.125
	rim        = 0.024
)

// exits are the sides that track joins to each stop of a tile.
func exits(t *board.Tile) [][]int {
	list := make([][]int, len(t.Stops))
	for _, tr := range t.Tracks {
		a, b := tr.A, tr.B
		if a >= board.Edges {
			a, b = b, a
		}
		if b >= board.Edges && b-board.Edges < len(list) {
			list[b-board.Edges] = append(list[b-board.Edges], a)
		}
	}
	return list
}

// stops are the places of the stops of a tile, relative to its centre, in units.
func (g *grid) stops(t *board.Tile) []vec {
	all := exits(t)
	if len(all) == 0 {
		return nil
	}
	if len(all) == 1 {
		if t.Stops[0].Kind == board.Halt && len(all[0]) == 2 {
			return []vec{g.bow(all[0][0], all[0][1])}
		}
		return []vec{{}}
	}
	choices := make([][]vec, len(all))
	for i, e := range all {
		choices[i] = g.spots(e)
	}
	best, most := make([]vec, len(all)), math.Inf(-1)
	try := make([]vec, len(all))
	var place func(i int)
	place = func(i int) {
		if i == len(all) {
			if n := g.room(try, all); n > most {
				most = n
				copy(best, try)
			}
			return
		}
		for _, v := range choices[i] {
			try[i] = v
			place(i + 1)
		}
	}
	place(0)
	return best
}

// bow is the middle of the track between two sides.
func (g *grid) bow(a, b int) vec {
	switch (a - b + board.Edges) % board.Edges {
	case 1, 5: // around a corner
		return middle(a).add(middle(b)).times(0.289 / 0.866)
	case 2, 4:
		return middle(a).add(middle(b)).times(0.134 / 0.5)
	}
	return vec{}
}

// spots are possible places for a stop with these exits, among others on its tile.
func (g *grid) spots(exits []int) (list []vec) {
	switch len(exits) {
	case 0:
		for d := range 6 {
			list = append(list, polar(side(d), 0.24))
		}
	case 1:
		list = append(list, polar(side(exits[0]), 0.28), polar(side(exits[0]), 0.24), polar(side(exits[0]), 0.2))
	case 2:
		natural := g.bow(exits[0], exits[1])
		if natural.length() < 0.01 {
			return []vec{polar(side(exits[0]), 0.22), polar(side(exits[1]), 0.22), {}}
		}
		list = append(list, natural, natural.times(0.24/natural.length()), natural.times(0.3/natural.length()), natural.times(0.2/natural.length()))
	default:
		list = append(list, vec{}, g.mean(exits).times(0.5))
	}
	return list
}

func (g *grid) mean(exits []int) (sum vec) {
	for _, e := range exits {
		sum = sum.add(middle(e).times(1 / float64(len(exits))))
	}
	return sum
}

// stopDistance is a distance of two stops that leaves room between their circles.
const stopDistance = 0.36

// room rates the places of stops: distant from each other and from the others' track, near the middle, and not on
// the name of the hex or the number of the tile.
func (g *grid) room(at []vec, exits [][]int) (n float64) {
	texts := spots{nameSpot, numberSpot}
	for i, a := range at {
		n -= a.length() * 0.05
		n += min(texts.room(a, slotNarrow+rim), 0) * 20
		for j, b := range at {
			if i == j {
				continue
			}
			n += min(a.far(b), stopDistance) * 2
			for _, e := range exits[j] {
				for _, t := range []float64{0.25, 0.5, 0.75} {
					n += min(middle(e).mix(b, t).far(a), 0.2)
				}
			}
		}
	}
	return n
}

// slots are the places of the circles of a city, relative to its middle, in units, and their radius.
func slots(n, stops int) (list []vec, r float64) {
	r = slotWide
	if stops > 1 || n > 2 {
		r = slotNarrow
	}
	switch n {
	case 0:
		return nil, r
	case 1:
		return []vec{{}}, r
	case 2:
		return []vec{{-r * 1.03, 0}, {r * 1.03, 0}}, r
	case 3:
		return []vec{{-r * 1.03, r * 0.6}, {r * 1.03, r * 0.6}, {0, -r * 1.18}}, r
	case 4:
		return []vec{{-r * 1.03, -r * 1.03}, {r * 1.03, -r * 1.03}, {-r * 1.03, r * 1.03}, {r * 1.03, r * 1.03}}, r
	}
	r *= 0.8
	for i := range n {
		list = append(list, polar(360*float64(i)/float64(n)-90, r*1.1/math.Sin(math.Pi/float64(n))))
	}
	return list, r
}
