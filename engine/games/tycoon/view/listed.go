package view

import (
	"railpost/engine"
	"railpost/engine/games/tycoon"
)

// Lists chooses what lists show by how much it helps a seat.
type Lists struct{}

// Plans returns the cheapest ways, see plansOf.
func (Lists) Plans(s *tycoon.State, seat engine.Seat) map[tycoon.Spot][]tycoon.Plan {
	v, plans := newSurvey(s, seat, tycoon.Use{}, waysEach), map[tycoon.Spot][]tycoon.Plan{}
	for i, o := range v.from {
		plans[o.Spot] = append(plans[o.Spot], v.plansOf(i)...)
	}
	return plans
}

func (Lists) Growing(s *tycoon.State, seat engine.Seat) []tycoon.City { return likelyCities(s, seat) }

func (Lists) Wanted(s *tycoon.State, seat engine.Seat, c tycoon.City) []tycoon.Colour {
	return wanted(s, seat, c)
}
