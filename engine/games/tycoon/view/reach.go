package view

import (
	"slices"

	"railpost/engine"
	"railpost/engine/games/tycoon"
)

// What lies within the reach of a seat: the cubes that it can deliver.

// points returns how many points each cube brings a seat at most with an engine of a level, by
// city and colour; 0 where it cannot be delivered.
func (o *outlook) points(c tycoon.City, colour tycoon.Colour, level int) int {
	return max(0, int(o.worth[c][colour-1][min(level, foreMost)])) / point
}

// reachOf returns an outlook that counts own points only, up to one link more than the engine
// of the seat takes.
func reachOf(s *tycoon.State, seat engine.Seat) *outlook {
	o := newOutlook(s, seat)
	o.others, o.fore = 0, min(s.Player(seat).Engine+1, foreMost)
	o.look()
	return o
}

// opened is what a line brings within reach.
type opened struct {
	cubes  tycoon.Cubes
	points int // with those that other deliveries gain
}

// openedBy compares two positions, at the level that the engine has after it plus more.
func openedBy(was, is *outlook, more int) (out opened) {
	before, after := was.s.Player(was.seat).Engine+more, is.s.Player(is.seat).Engine+more
	for c := range is.s.Cities {
		for colour := tycoon.Red; colour <= tycoon.Colours; colour++ {
			k := min(is.s.Cities[c].Cubes.Of(colour), was.s.Cities[c].Cubes.Of(colour))
			a, b := was.points(tycoon.City(c), colour, before), is.points(tycoon.City(c), colour, after)
			if k == 0 || b <= a {
				continue
			}
			out.points += k * (b - a)
			if a == 0 {
				out.cubes.Add(colour, k)
			}
		}
	}
	return out
}

// rivals returns the other seats that can deliver a cube now.
func rivals(s *tycoon.State, seat engine.Seat, from tycoon.City, colour tycoon.Colour) (list []engine.Seat) {
	for _, rival := range s.InOrder() {
		if rival == seat || s.LinksFrom(rival, from) == 0 {
			continue
		}
		o := newOutlook(s, rival)
		o.others, o.fore = 0, min(s.Player(rival).Engine, foreMost)
		clear(o.worth)
		o.lookFrom(from)
		if o.points(from, colour, o.fore) > 0 {
			list = append(list, rival)
		}
		o.free()
	}
	return list
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

// ahead returns who will act before the speaker of an auction who passes, if who leads wins it,
// or if nobody has bid and nobody else is left to. Otherwise it may be everybody else.
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
