package tycoon

import "railpost/engine/rail/hex"

// Costs of track (Build track).
const (
	openCost  = 2
	hillCost  = 4
	riverCost = 1
	RidgeCost = 4
)

// Use tells which of the held cards are used for a build action (Operations cards).
type Use struct {
	Grant       bool // Government Land Grant: track in open hexes costs nothing (R18)
	Engineering bool // Perfect Engineering: five tracks
}

// TrackCost is the cost of one new track, without ridges.
type TrackCost struct {
	Terrain  int
	River    int
	Crossing int // surcharge for a second track in a hex, by option (R7)
}

// Total returns the sum.
func (c TrackCost) Total() int { return c.Terrain + c.River + c.Crossing }

// TrackCost returns the cost of a track from side a to side b of a hex.
func (s *State) TrackCost(at Spot, a, b hex.Edge, u Use) TrackCost {
	h := &s.book.Hexes[at]
	var c TrackCost
	switch {
	case h.Terrain == Hill:
		c.Terrain = hillCost
	case !u.Grant:
		c.Terrain = openCost
	}
	if h.River.crossed(a, b) && !(u.Grant && s.Rules.FreeRivers && h.Terrain == Open) {
		c.River = riverCost
	}
	if s.used(at) != 0 {
		c.Crossing = s.Rules.CrossingCost
	}
	return c
}

// LeastCost returns the least that any track costs.
func LeastCost(u Use) int {
	if u.Grant {
		return 0
	}
	return openCost
}

// StepCost returns the cost of leaving a hex over its side e: a ridge or nothing (R10).
func (b *Book) StepCost(at Spot, e hex.Edge) int {
	if b.Hexes[at].Ridge.Has(e) {
		return RidgeCost
	}
	return 0
}

// crossed reports whether a track from side a to side b crosses a river that crosses
// the sides s in this hex.
func (s Sides) crossed(a, b hex.Edge) bool {
	if s.Count() < 2 { // a source or a mouth
		return false
	}
	switch onA, onB := s.Has(a), s.Has(b); {
	case onA && onB: // the track follows the river
		return false
	case onA || onB: // R8
		return true
	}
	return s&between(a, b) != 0 && s&between(b, a) != 0
}

// between returns the sides clockwise from a to b, without these two.
func between(a, b hex.Edge) (s Sides) {
	for e := a.Turn(1); e != b; e = e.Turn(1) {
		s = s.With(e)
	}
	return s
}
