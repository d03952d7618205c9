package tycoon

import "railpost/engine"

// LikeBuild returns a number that tells build orders apart by what they do to everything but
// the track: the cities of the link that they complete, what they cost, the cards that they use
// and how many incomplete links they leave. ok is false for an order that is not legal.
func (s *State) LikeBuild(seat engine.Seat, a engine.Args) (like uint64, ok bool) {
	p, u := engine.Get[reading](a, 1).Plan, engine.Get[Use](a, 2)
	bill, err := s.Check(seat, p, u)
	if err != nil {
		return 0, false
	}
	add := func(n int) { like = like<<8 | uint64(n) }
	add(bill.Total)
	for _, is := range []bool{p.Open != NoOpen, bill.Joins != NoOpen && bill.Joins != p.Open, u.Grant, u.Engineering} {
		like <<= 1
		if is {
			like |= 1
		}
	}
	if bill.Completes() {
		from := s.origin(p)
		add(1 + int(min(from, bill.To)))
		add(1 + int(max(from, bill.To)))
	}
	return like, true
}
