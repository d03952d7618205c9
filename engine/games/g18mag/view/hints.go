package view

import (
	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
)

// few caps the lays, cities and sales that a letter lists.
const few = 8

// Hints: verbs with hundreds of orders list only a few. Orders that a shorter line also
// gives, or that hardly any player wants, are accepted but not listed.
func (View) Hints(p engine.Position, v engine.Verb) engine.Hints {
	s := p.(*g18mag.State)
	switch v.Gloss {
	case key.VerbLay, key.VerbSell:
		return engine.Hints{Few: few}
	case key.VerbToken:
		if !s.Company().Minor() { // a minor reaches few cities
			return engine.Hints{Few: few}
		}
	case key.VerbBuy:
		return engine.Hints{Open: true}
	case key.VerbPass:
		return engine.Hints{Quiet: s.Turn.Step == g18mag.StepTrains} // "done" does the same
	case key.VerbUseToken, key.VerbEndGame:
		return engine.Hints{Quiet: true}
	}
	return engine.Hints{}
}
