package g18mag

import "railpost/engine"

func (s *State) directorOf(c Company) engine.Seat { return engine.Nobody }
func (s *State) majorCan(step Step) bool          { return false }
func (s *State) endRound(tx *engine.Tx) error     { return nil }

// soldByBank marks the sale of a train by the bank, which may open the next
// phase (VI.3.9). The buyer has paid already.
func (s *State) soldByBank(tx *engine.Tx, size int) error { return nil }
