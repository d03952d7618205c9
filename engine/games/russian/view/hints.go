package view

import (
	"railpost/engine"
	"railpost/engine/games/russian"
)

// Hints leaves out orders that a shorter line also gives.
func (View) Hints(_ engine.Position, v engine.Verb) engine.Hints {
	return engine.Hints{Quiet: v.Gloss == russian.GlossNothingLeft || v.Gloss == russian.GlossAllDoublers}
}
