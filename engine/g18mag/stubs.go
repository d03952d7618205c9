package g18mag

import (
	"railpost/engine"
	"railpost/engine/track"
)

// Stubs: whoever writes the real function in a file of his own deletes the stub.

// world is the map and the tiles of this game (world*.go).
func (s *State) world() *track.World { return nil }

// minorCan says whether a step of the operating minor asks for a decision now
// (actions.md 6): the step track before the first tile, and behind it with 10 Ft;
// scrap while a train is left; run while it has not run; and so on. It looks at
// the minor and s.Turn, not at s.Turn.Step.
func (s *State) minorCan(step Step) bool { return false }

// minorVerbs are the orders of the operating minor: those of the present step and
// of later steps. pass and done are added by prompts.go.
func (s *State) minorVerbs() []engine.Verb { return nil }

// saleVerbs are agree and refuse, asked of the seller's owner while s.Asking is set.
func (s *State) saleVerbs() []engine.Verb { return nil }
