package tycoon

import "railpost/engine"

// LikeBuild returns a number that tells build orders apart by what they do to everything but
// the track: the cities of the link that they complete, what they cost, the cards that they use
// and how many incomplete links they leave. ok is false for an order that is not legal; of a
// domain's values only their number of tracks can make it so.
func (s *State) LikeBuild(seat engine.Seat, a engine.Args) (like uint64, ok bool) {
	p, u := engine.Get[reading](a, 1).Plan, engine.Get[Use](a, 2)
	if p.Way.Tracks() > s.book.MostTracks(u) {
		return 0, false
	}
	at, cost := s.Start(p), 0
	for k := range p.Way.Tracks() {
		in := p.Way.Side(k)
		next := s.book.Hexes[at].Next[in]
		cost += s.book.StepCost(at, in) + s.TrackCost(next, in.Opposite(), p.Way.Side(k+1), u).Total()
		at = next
	}
	to, joins := NoCity, NoOpen
	switch what, next, open := s.Ahead(seat, at, p.Way.Last()); what {
	case Gate:
		to = s.book.Hexes[next].City
	case OwnEnd:
		to, joins = s.Open[open].From, open
	}
	add := func(n int) { like = like<<8 | uint64(n) }
	for _, is := range []bool{p.Open != NoOpen, joins != NoOpen && joins != p.Open, u.Grant, u.Engineering} {
		like <<= 1
		if is {
			like |= 1
		}
	}
	if to != NoCity {
		from := s.origin(p)
		cost += s.book.StepCost(at, p.Way.Last())
		add(1 + int(min(from, to)))
		add(1 + int(max(from, to)))
	}
	add(cost)
	return like, true
}
