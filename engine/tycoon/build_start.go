package tycoon

import (
	"railpost/engine"
	"railpost/engine/hex"
)

// ownEnds are the incomplete links of a player with their open end in a hex.
func (s *State) ownEnds(seat engine.Seat, at Spot) (list []int) {
	for i := range s.Open {
		if s.Open[i].Owner == seat && s.openAt(i) == at {
			list = append(list, i)
		}
	}
	return list
}

// beginnings are plans without tracks by which a chain of a player may leave a city
// or the hex of own open ends: Way has one side only.
func (s *State) beginnings(seat engine.Seat, start Spot) (list []Plan) {
	if city := s.book.Hexes[start].City; city != NoCity {
		for e := range hex.Edge(hex.Edges) {
			if s.mayLeave(city, e) {
				list = append(list, fromCity(city, Way("").Then(e)))
			}
		}
		return list
	}
	for _, open := range s.ownEnds(seat, start) {
		list = append(list, fromEnd(open, Way("").Then(s.Open[open].Way.Last())))
	}
	return list
}

// shortPlans are all legal plans of one or two tracks.
func (s *State) shortPlans(seat engine.Seat, start Spot) (list []Plan) {
	var grow func(p Plan)
	grow = func(p Plan) {
		for e := range hex.Edge(hex.Edges) {
			longer := p
			longer.Way = p.Way.Then(e)
			bill, err := s.check(seat, longer, Use{})
			if err != nil {
				continue
			}
			list = append(list, longer)
			if !bill.Completes() && longer.Way.Tracks() < 2 {
				grow(longer)
			}
		}
	}
	for _, p := range s.beginnings(seat, start) {
		grow(p)
	}
	return list
}
