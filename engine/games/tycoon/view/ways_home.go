package view

import (
	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/rail/hex"
)

// homeward is the distance to a city, seen from the city: by hex and side, the cost of
// a chain that comes from the city, or from an own open end that comes from it, and
// leaves the hex over the side. The chain may use a hex twice, so that this is never
// more than a legal one costs.
type homeward struct {
	cheapest []toll // with the fewest tracks among equals
	fewest   []toll // with the fewest tracks; a track counts 1 as its cost
}

// toll is the cost of a chain with an open end; without tracks there is no chain.
type toll struct{ cost, tracks int }

func (t toll) less(u toll) bool { return t.cost < u.cost || t.cost == u.cost && t.tracks < u.tracks }

// newHomeward searches chains of at most this many tracks.
func newHomeward(s *tycoon.State, seat engine.Seat, to tycoon.City, most int) homeward {
	fewest := goOutward(s, seat, to, func(on toll, _ int) (toll, bool) {
		on.cost = on.tracks
		return on, on.tracks <= most
	})
	cheapest := goOutward(s, seat, to, func(on toll, i int) (toll, bool) { return on, fewest[i].tracks > 0 })
	return homeward{cheapest, fewest}
}

// goOutward is Dijkstra's search over hexes and sides, with a row for each cost. Every
// track costs something, so a row is final when the search gets to it. step returns
// what a chain counts for and whether it is of interest.
func goOutward(s *tycoon.State, seat engine.Seat, from tycoon.City, step func(on toll, i int) (toll, bool)) []toll {
	o := outward{s: s, seat: seat, step: step, found: make([]toll, len(s.Book().Hexes)*hex.Edges)}
	for _, p := range origins(s, seat) {
		if p.City == from {
			for _, e := range sidesOut(s, p) {
				o.enter(p.Spot, e, toll{})
			}
		}
	}
	for cost := 0; cost < len(o.rows); cost++ {
		for i := 0; i < len(o.rows[cost]); i++ {
			at, e := tycoon.Spot(o.rows[cost][i]/hex.Edges), hex.Edge(o.rows[cost][i]%hex.Edges)
			if t := o.found[o.rows[cost][i]]; t.cost == cost {
				o.enter(at, e, t)
			}
		}
	}
	return o.found
}

type outward struct {
	s     *tycoon.State
	seat  engine.Seat
	step  func(on toll, i int) (toll, bool)
	found []toll
	rows  [][]int // by cost: hexes and sides
}

// enter lays each track in the hex beyond side e of a hex.
func (o *outward) enter(at tycoon.Spot, e hex.Edge, t toll) {
	next, in := o.s.Book().Hexes[at].Next[e], e.Opposite()
	for _, out := range byHex {
		if !o.s.MayLay(next, in, out) {
			continue
		}
		if what, _, _ := o.s.Ahead(o.seat, next, out); what != tycoon.Country {
			continue
		}
		i := sideIndex(next, out)
		cost := t.cost + o.s.Book().StepCost(at, e) + o.s.TrackCost(next, in, out, tycoon.Use{}).Total()
		on, good := o.step(toll{cost, t.tracks + 1}, i)
		if old := o.found[i]; good && (old.tracks == 0 || on.less(old)) {
			o.found[i] = on
			o.wait(i, on.cost)
		}
	}
}

func (o *outward) wait(i, cost int) {
	for len(o.rows) <= cost {
		o.rows = append(o.rows, nil)
	}
	o.rows[cost] = append(o.rows[cost], i)
}
