package russian

import "railpost/engine"

// View takes out what a seat may not know: which end bonus cards the others
// hold, and the deck, but for whom the rules let search it now. How many they
// are is public (R20).
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
