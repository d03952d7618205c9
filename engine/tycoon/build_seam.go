package tycoon

import "railpost/engine"

// What the order asks of the search of ways, until that is written.

// buildsFrom are legal plans from a city or the hex of an own open end, without
// cards, the most sensible first.
func (s *State) buildsFrom(seat engine.Seat, start Spot) []Plan { return s.shortPlans(seat, start) }

// way is a proposal: a plan for this action, and how many tracks the whole needs
// to reach the city, with what these cost as far as can be seen.
type way struct {
	Plan   Plan
	Bill   Bill
	To     City
	Tracks int // of the whole; more than those of Plan where one action cannot do it
	Cost   int // of the whole
}

// ways are the cheapest ways from a start to a city, or with NoCity to the cities
// that are cheapest to reach; the best first.
func (s *State) ways(seat engine.Seat, start Spot, to City) []way { return nil }
