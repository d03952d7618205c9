package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/rail/hex"
)

// far returns the cheapest ways of several actions to each city that is wanted, at most n
// with different first parts. The plan of a way is its first part; cards are used for
// that alone. Ways of a single action are left out.
//
// It is Dijkstra's search, track by track, from the open ends of all chains that the
// first action may lay. Over each side of a hex it follows the n cheapest chains with as
// few tracks. None of them uses a hex twice, so it may miss a cheapest way that has to
// avoid itself; what it finds is legal.
func far(s *tycoon.State, seat engine.Seat, from []origin, u tycoon.Use, actions, n int, wanted func(tycoon.City) bool) []way {
	j := &journey{s: s, seat: seat, wanted: wanted, most: s.MostTracks(u) + (actions-1)*tycoon.BuildTracks, n: n}
	j.followed = make([]int, len(s.Book().Hexes)*hex.Edges*(j.most+1))
	for _, o := range from {
		j.begin(o, u)
	}
	var list []way
	found := make([]int, len(s.Book().Cities))
	for cost := 0; cost < len(j.byCost); cost++ {
		for i := 0; i < len(j.byCost[cost]); i++ { // it grows
			c := j.byCost[cost][i]
			if c.to == tycoon.NoCity {
				j.extend(c)
				continue
			}
			same := func(w way) bool { return w.To == c.to && w.Plan == c.first.plan }
			if found[c.to] < n && !slices.ContainsFunc(list, same) {
				found[c.to]++
				list = append(list, way{From: c.first.from, To: c.to, Plan: c.first.plan, Tracks: c.tracks, Cost: c.cost, Actions: actions})
			}
		}
	}
	slices.SortStableFunc(list, compareWays)
	return list
}

// journey is a search for ways of several actions.
type journey struct {
	s        *tycoon.State
	seat     engine.Seat
	wanted   func(tycoon.City) bool
	most     int // tracks
	n        int
	followed []int      // how many chains, by hex, side and number of tracks
	byCost   [][]*reach // still to be looked at
}

// opening is a first part.
type opening struct {
	plan  tycoon.Plan
	from  tycoon.City
	spots []tycoon.Spot // its hexes, with those of the incomplete link that it continues
}

// reach is a chain in progress: its last track and the ones before.
type reach struct {
	first  *opening
	before *reach // nil: the first action ends here
	at     tycoon.Spot
	side   hex.Edge
	cost   int
	tracks int
	to     tycoon.City // of a complete link; NoCity
}

// begin adds all chains of the first action from an origin.
func (j *journey) begin(o origin, u tycoon.Use) {
	w := &walker{s: j.s, seat: j.seat, use: u}
	w.visit = func(t tip) {
		if t.what == tycoon.Country && t.way.Tracks() == j.s.MostTracks(u) {
			first := &opening{o.plan(t.way), o.City, slices.Clone(w.seen)}
			j.push(&reach{first: first, at: t.at, side: t.side, cost: t.cost, tracks: t.way.Tracks(), to: tycoon.NoCity})
		}
	}
	w.walk(o)
}

func (j *journey) push(c *reach) {
	for len(j.byCost) <= c.cost {
		j.byCost = append(j.byCost, nil)
	}
	j.byCost[c.cost] = append(j.byCost[c.cost], c)
}

// extend lays each track in the hex ahead.
func (j *journey) extend(c *reach) {
	next, in := j.s.Book().Hexes[c.at].Next[c.side], c.side.Opposite()
	if c.tracks == j.most || !j.follow(c) || c.passes(next) {
		return
	}
	for _, out := range byHex {
		if !j.s.MayLay(next, in, out) {
			continue
		}
		d := &reach{first: c.first, before: c, at: next, side: out, tracks: c.tracks + 1, to: tycoon.NoCity}
		d.cost = c.cost + j.s.Book().StepCost(c.at, c.side) + j.s.TrackCost(next, in, out, tycoon.Use{}).Total()
		switch what, there, open := j.s.Ahead(j.seat, next, out); what {
		case tycoon.Country:
			j.push(d)
		case tycoon.Gate:
			j.arrive(d, j.s.Book().Hexes[there].City)
		case tycoon.OwnEnd:
			if !slices.ContainsFunc(j.s.Book().ChainSpots(&j.s.Open[open]), d.passes) {
				j.arrive(d, j.s.Open[open].From)
			}
		}
	}
}

// follow reports whether fewer than n chains with as few tracks have been followed over
// the same side.
func (j *journey) follow(c *reach) bool {
	counts := j.followed[(int(c.at)*hex.Edges+int(c.side))*(j.most+1):][:c.tracks+1]
	n := 0
	for _, k := range counts {
		n += k
	}
	counts[c.tracks]++
	return n < j.n
}

// arrive adds a complete link.
func (j *journey) arrive(c *reach, to tycoon.City) {
	if j.wanted(to) && mayLink(j.s, j.seat, c.first.from, to) {
		c.to = to
		c.cost += j.s.Book().StepCost(c.at, c.side)
		j.push(c)
	}
}

// passes reports whether the chain has a track in a hex.
func (c *reach) passes(at tycoon.Spot) bool {
	for ; c.before != nil; c = c.before {
		if c.at == at {
			return true
		}
	}
	return slices.Contains(c.first.spots, at)
}
