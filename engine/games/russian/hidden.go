package russian

import "railpost/engine"

// View removes what a seat may not know: the end bonus cards of the others, and the
// deck unless the rules let the seat search it now. The numbers of cards are public
// (R20).
func (s *State) View(seat engine.Seat) engine.Position {
	v := s.Clone().(*State)
	if s.Phase == Over {
		hide(v.Deck)
		return v
	}
	if seat != s.Actor || s.Pending == 0 {
		hide(v.Deck)
	}
	for i := range v.Players {
		if engine.Seat(i) != seat {
			hide(v.Players[i].Cards)
		}
	}
	return v
}

func hide(cards []int) { clear(cards) }
