package tycoon

import "railpost/engine"

// What the files of the package ask of one another, until each is written.

func (s *State) buildVerb() engine.Verb   { return engine.Verb{Name: "build"} }
func (s *State) deliverVerb() engine.Verb { return engine.Verb{Name: "deliver"} }
