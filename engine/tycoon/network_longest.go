package tycoon

import "railpost/engine"

// longestLine is the number of links of a player's longest line (R35).
func (s *State) longestLine(seat engine.Seat) int { return 0 }
