package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
)

// The cubes within the reach of a seat: those that it can deliver.

// points returns the most points that a cube gives a seat with an engine of a level, by city and colour; 0 if
// it cannot be delivered.
func (o *outlook) points(c tycoon.City, colour tycoon.Colour, level int) int {
	return max(0, int(o.worth[c][colour-1][min(level, foreMost)])) / point
}

// opened is a line's effect on the cubes within reach.
type opened struct {
	cubes  tycoon.Cubes
	points int // more than before, with those that other deliveries gain
}

// openedBy compares the value for a seat of all cubes present before and after a line, with an engine that
// reaches this many links further.
func openedBy(was, is *tycoon.State, seat engine.Seat, more int) (out opened) {
	before, after := deliveriesAt(was, seat, was.Player(seat).Engine+more), deliveriesAt(is, seat, is.Player(seat).Engine+more)
	out.points = total(was, is, seat, after) - total(was, is, seat, before)
	for _, cube := range byCube(after) {
		if d := cube[0]; !slices.ContainsFunc(before, func(o tycoon.Delivery) bool { return sameCube(&o, &d) }) {
			out.cubes.Add(d.Colour, inBoth(was, is, &d))
		}
	}
	return out
}

// inBoth returns the number of cubes like the delivered one in both positions.
func inBoth(was, is *tycoon.State, d *tycoon.Delivery) int {
	return min(was.Cities[d.From].Cubes.Of(d.Colour), is.Cities[d.From].Cubes.Of(d.Colour))
}

// total returns a seat's most points for the cubes of both positions if all are delivered: each of the awards
// that are up in both goes to one of them.
func total(was, is *tycoon.State, seat engine.Seat, ways []tycoon.Delivery) (most int) {
	var up []int
	for _, id := range is.Up {
		if slices.Contains(was.Up, id) && slices.ContainsFunc(ways, func(d tycoon.Delivery) bool { return slices.Contains(d.Awards, id) }) {
			up = append(up, id)
		}
	}
	best := map[uint]int{0: 0} // points without those of awards, by the set of awards won
	for _, cube := range byCube(ways) {
		own := map[uint]int{} // of one cube, by the awards that it meets
		for _, d := range cube {
			meets, n := uint(0), d.Points[seat]
			for _, id := range d.Awards {
				n -= is.Book().Cards[id].Points
				if i := slices.Index(up, id); i >= 0 {
					meets |= 1 << i
				}
			}
			own[meets] = max(own[meets], n)
		}
		for range inBoth(was, is, &cube[0]) {
			next := map[uint]int{}
			for won, sum := range best {
				for meets, n := range own {
					next[won|meets] = max(next[won|meets], sum+n)
				}
			}
			best = next
		}
	}
	for won, sum := range best {
		for i, id := range up {
			sum += int(won>>i&1) * is.Book().Cards[id].Points
		}
		most = max(most, sum)
	}
	return most
}

// rivals returns the other seats that can deliver a cube now.
func rivals(s *tycoon.State, seat engine.Seat, from tycoon.City, colour tycoon.Colour) (list []engine.Seat) {
	for _, rival := range s.InOrder() {
		if rival == seat || s.Network(rival).From(from) == 0 {
			continue
		}
		o := newOutlook(s, rival)
		o.others, o.fore = 0, min(s.Player(rival).Engine, foreMost)
		clear(o.worth)
		clear(o.looked)
		o.lookFrom(from)
		if o.points(from, colour, o.fore) > 0 {
			list = append(list, rival)
		}
		o.free()
	}
	return list
}

// rivalsFor returns the other seats that can deliver the cube that a line delivers.
func rivalsFor(s *tycoon.State, seat engine.Seat, acts []engine.Act) []engine.Seat {
	i := slices.IndexFunc(acts, func(a engine.Act) bool { return a.Verb == "deliver" })
	if i < 0 {
		return nil
	}
	return rivals(s, seat, engine.Get[tycoon.City](acts[i].Args, 1), engine.Get[tycoon.Colour](acts[i].Args, 0))
}

// contested returns the best cubes that a seat and some of the others can deliver, and these others.
func contested(s *tycoon.State, seat engine.Seat, others []engine.Seat) (cubes []tycoon.Delivery, by []engine.Seat) {
	for _, d := range bestOfCubes(s, seat, s.Player(seat).Engine) {
		list := slices.DeleteFunc(rivals(s, seat, d.From, d.Colour), func(r engine.Seat) bool { return !slices.Contains(others, r) })
		if len(list) > 0 && len(cubes) < cubesContested {
			cubes = append(cubes, d)
			for _, r := range list {
				if !slices.Contains(by, r) {
					by = append(by, r)
				}
			}
		}
	}
	return cubes, by
}

// ahead returns the seats that will act before the speaker of an auction if they pass, when the leader wins it,
// or when nobody has bid and no other seat is left to. Otherwise it may be all other seats.
func ahead(s *tycoon.State, seat engine.Seat) (list []engine.Seat) {
	a, from := &s.Auction, s.After(seat, 1)
	left := slices.ContainsFunc(s.InOrder(), func(other engine.Seat) bool { return other != seat && !a.Out[other] })
	switch {
	case a.Leader != engine.Nobody:
		from = a.Leader
	case !left:
		from = s.After(s.First, 1)
	}
	for other := from; other != seat; other = s.After(other, 1) {
		list = append(list, other)
	}
	return list
}
