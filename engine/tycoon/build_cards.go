package tycoon

import (
	"slices"

	"railpost/engine"
)

// grantCard is a Government Land Grant that a player holds; 0 for none.
func (s *State) grantCard(seat engine.Seat) int { return s.heldCard(seat, LandGrant) }

// engineeringCard is a Perfect Engineering that a player can use still this turn;
// 0 for none. Each copy works once a turn (R19).
func (s *State) engineeringCard(seat engine.Seat) int { return s.heldCard(seat, PerfectEngineering) }

func (s *State) heldCard(seat engine.Seat, kind CardKind) int {
	p := s.player(seat)
	for _, id := range p.Cards {
		if s.book.Cards[id].Kind == kind && !slices.Contains(p.Used, id) {
			return id
		}
	}
	return 0
}
