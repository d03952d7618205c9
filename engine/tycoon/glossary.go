package tycoon

import "railpost/engine"

// Glossary are the orders of the game with what they do, for help on those that are
// not open now.
func (s *State) Glossary() []engine.Usage { return nil }
