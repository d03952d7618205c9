package view

import (
	"railpost/engine"
	"railpost/engine/games/g18mag"
)

// few caps the lays, cities and sales that a letter lists.
const few = 8

// Hints: verbs with hundreds of orders list only a few. Orders that a shorter line also
// gives, or that hardly any player wants, are accepted but not listed.
func (View) Hints(p engine.Position, v engine.Verb) engine.Hints {
	s := p.(*g18mag.State)
	switch v.Gloss {
	case "18mag.verb.lay", "18mag.verb.sell":
		return engine.Hints{Few: few}
	case "18mag.verb.token":
		if !s.Company().Minor() { // a minor reaches few cities
			return engine.Hints{Few: few}
		}
	case "18mag.verb.buy":
		return engine.Hints{Open: true}
	case "18mag.verb.pass":
		return engine.Hints{Quiet: s.Turn.Step == g18mag.StepTrains} // "done" does the same
	case "18mag.verb.use-token", "18mag.verb.end-game":
		return engine.Hints{Quiet: true}
	}
	return engine.Hints{}
}
