package g18mag

import "railpost/engine"

// Prompts lists what is asked of a seat.
func (s *State) Prompts(seat engine.Seat) []engine.Prompt { return nil }
